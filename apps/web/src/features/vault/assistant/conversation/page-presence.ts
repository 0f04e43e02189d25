/** Longer than it takes to leave a page that is being left, or to choose to stay on it. */
const leavingMs = 2000;

/**
 * Whether the page is still there to be told something. While it is being left the browser ends its
 * calls, and that is no failure of anything.
 */
export class PagePresence {
  #isLeaving = false;
  readonly #waiting: (() => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(page: EventTarget) {
    page.addEventListener('beforeunload', () => {
      this.#leave();
      // It may have been a download, or somebody who stays with an unsaved form.
      this.#timer = setTimeout(() => this.#stay(), leavingMs);
    });
    page.addEventListener('pagehide', () => this.#leave());
    // A page that was put aside is shown again as it was.
    page.addEventListener('pageshow', () => this.#stay());
  }

  /** At once, or when a page that seemed to be left turns out to stay. */
  async stays(): Promise<void> {
    if (this.#isLeaving) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #leave(): void {
    clearTimeout(this.#timer);
    this.#isLeaving = true;
  }

  #stay(): void {
    clearTimeout(this.#timer);
    this.#isLeaving = false;
    for (const goOn of this.#waiting.splice(0)) goOn();
  }
}

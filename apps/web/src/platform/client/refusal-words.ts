/** Maximum time that a refusal waits for its texts, in milliseconds. */
const maxDelayMs = 3000;

const interactions = ['pointerdown', 'keydown', 'input', 'click'];

/**
 * Fetches the texts of refusals on the first interaction or the first refusal, because most
 * visitors never need them. A refusal waits for its text, up to a limit.
 */
export class RefusalWords {
  #fetch: () => Promise<unknown> = async () => {};

  setSource(fetch: () => Promise<unknown>): void {
    this.#fetch = fetch;
  }

  loadOnFirstInteraction(screen: EventTarget): void {
    for (const interaction of interactions) {
      screen.addEventListener(interaction, () => void this.load(), { once: true, passive: true });
    }
  }

  async load(): Promise<void> {
    const timeout = new Promise((resolve) => setTimeout(resolve, maxDelayMs));
    await Promise.race([this.#fetch().catch(() => {}), timeout]);
  }
}

export const refusalWords = new RefusalWords();

import { expect, type Locator, type Page } from '@playwright/test';

const stepMs = 50;

/**
 * The clock of a page, held still from the first moment: timers go on by what they are told and
 * by nothing else, however slow the machine is.
 */
export class HeldClock {
  readonly #page: Page;

  /** To be called before the page is opened. */
  static async of(page: Page): Promise<HeldClock> {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1000);
    return new HeldClock(page);
  }

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Lets small steps pass until something is there; what waits for longer than one is still ahead then. */
  async stepUntilVisible(locator: Locator): Promise<void> {
    await this.stepUntil(() => locator.isVisible());
  }

  async stepUntil(isReached: () => boolean | Promise<boolean>): Promise<void> {
    await expect
      .poll(
        async () => {
          if (await isReached()) return true;
          await this.pass(stepMs);
          return isReached();
        },
        { intervals: [stepMs] },
      )
      .toBe(true);
  }

  pass(ms: number): Promise<void> {
    return this.#page.clock.runFor(ms);
  }

  /** As if the machine had slept: what has come due meanwhile happens once. */
  jump(ms: number): Promise<void> {
    return this.#page.clock.fastForward(ms);
  }
}

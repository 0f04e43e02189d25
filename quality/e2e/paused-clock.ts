import { expect, type Locator, type Page } from '@playwright/test';

const stepMs = 50;

/** The clock of a page, paused from the start: timers advance only by explicit steps. */
export class PausedClock {
  readonly #page: Page;

  /** Call before the page is opened. */
  static async of(page: Page): Promise<PausedClock> {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1000);
    return new PausedClock(page);
  }

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Advances in small steps, and not further than needed, so that longer timers do not fire. */
  async stepUntilVisible(locator: Locator): Promise<void> {
    await this.stepUntil(() => locator.isVisible());
  }

  async stepUntil(isReached: () => boolean | Promise<boolean>): Promise<void> {
    await expect
      .poll(
        async () => {
          if (await isReached()) return true;
          await this.advance(stepMs);
          return isReached();
        },
        { intervals: [stepMs] },
      )
      .toBe(true);
  }

  advance(ms: number): Promise<void> {
    return this.#page.clock.runFor(ms);
  }

  /** Simulates a machine waking from sleep: every due timer fires once. */
  fastForward(ms: number): Promise<void> {
    return this.#page.clock.fastForward(ms);
  }
}

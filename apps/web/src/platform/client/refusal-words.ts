/** The longest that a refusal is kept back for its sentence, in milliseconds. */
const patience = 3000;

const acts = ['pointerdown', 'keydown', 'input', 'click'];

/**
 * The sentences for what is refused come when somebody first touches the screen, or with the first
 * refusal: most who only look never need them. A refusal is told when they are there, or when waiting
 * for them would be worse.
 */
export class RefusalWords {
  #fetch: () => Promise<unknown> = async () => {};

  comeFrom(fetch: () => Promise<unknown>): void {
    this.#fetch = fetch;
  }

  comeWithFirstAct(screen: EventTarget): void {
    for (const act of acts) {
      screen.addEventListener(act, () => void this.come(), { once: true, passive: true });
    }
  }

  async come(): Promise<void> {
    const tooLong = new Promise((resolve) => setTimeout(resolve, patience));
    await Promise.race([this.#fetch().catch(() => {}), tooLong]);
  }
}

export const refusalWords = new RefusalWords();

import type { LetterSource } from './delivery-api.ts';
import { isPassing, type Trouble } from './trouble.ts';

/** Within this time after an answer the session is taken for granted. */
const trustedMs = 5 * 60_000;

/**
 * A browser reports a refused download in words that help nobody. So before one that may be refused,
 * because the page has been open for long, the server is asked whether it still knows the reader.
 */
export class Downloads {
  readonly #refused: (trouble: Trouble) => void;
  readonly #now: () => number;
  #answeredAt = 0;

  constructor(refused: (trouble: Trouble) => void, now = Date.now) {
    this.#refused = refused;
    this.#now = now;
  }

  answered(): void {
    this.#answeredAt = this.#now();
  }

  mayStart(source: Pick<LetterSource, 'read'>, letterId: string): true | Promise<boolean> {
    const age = this.#now() - this.#answeredAt;
    // A clock may have been set back in between.
    return age >= 0 && age < trustedMs ? true : this.#ask(source, letterId);
  }

  async #ask(source: Pick<LetterSource, 'read'>, letterId: string): Promise<boolean> {
    const answer = await source.read(letterId);
    if ('value' in answer) this.answered();
    else if (!isPassing(answer.trouble)) {
      this.#refused(answer.trouble);
      return false;
    }
    return true;
  }
}

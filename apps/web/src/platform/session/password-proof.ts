import { ApiError } from '@zavet/contract/client';
import { Observable } from '../state/observable.ts';

/**
 * The one place where a password is asked for again. A call that the server refuses with
 * `proof_required` waits here until the dialog has an answer, and is then repeated.
 */
export class PasswordProof extends Observable<boolean> {
  #waiting: ((isProven: boolean) => void)[] = [];

  /** The state is whether the password is being asked for. */
  constructor() {
    super(false);
  }

  /** Runs a call; where the password has to be proven first, asks for it and runs the call again. */
  async withProof<Result>(run: () => Promise<Result>): Promise<Result> {
    try {
      return await run();
    } catch (error) {
      const isNeeded = error instanceof ApiError && error.code === 'proof_required';
      if (!isNeeded || !(await this.#ask())) throw error;
      return run();
    }
  }

  /** Everything that waited goes on, or fails as it did. */
  answer(isProven: boolean): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const goOn of waiting) goOn(isProven);
    this.become(false);
  }

  #ask(): Promise<boolean> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.become(true);
    });
  }
}

export const passwordProof = new PasswordProof();

import { ApiError } from '@zavet/contract/client';

/**
 * The one place where a password is asked for again. A call that the server refuses with
 * `proof_required` waits here until the dialog has an answer, and is then repeated.
 */
export class ProofDesk {
  #waiting: ((isProven: boolean) => void)[] = [];
  readonly #listeners = new Set<() => void>();

  readonly isAsking = (): boolean => this.#waiting.length > 0;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

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
    this.#tell();
  }

  #ask(): Promise<boolean> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#tell();
    });
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

export const proofDesk = new ProofDesk();

import { ApiError } from '@zavet/contract/client';
import { Observable } from '../state/observable.ts';

/** The proof that a call waits for: any, or only a second factor. */
export type RequestedProof = 'any' | 'factor';

/**
 * Collects the calls that the server refused for lack of a proof. The calls wait for the dialog and
 * are then repeated.
 */
export class PasswordProof extends Observable<RequestedProof | false> {
  #waiting: ((isProven: boolean) => void)[] = [];

  constructor() {
    super(false);
  }

  /** Runs a call; if it needs a proof, asks for one and runs it again. */
  async withProof<Result>(run: () => Promise<Result>): Promise<Result> {
    try {
      return await run();
    } catch (error) {
      const asked = requestedProof(error);
      if (!asked || !(await this.#ask(asked))) throw error;
      // After a password the server may still ask for a second factor for this change.
      return asked === 'factor' ? run() : this.withProof(run);
    }
  }

  /** Repeats every waiting call, or lets it fail with its original error. */
  answer(isProven: boolean): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume(isProven);
    this.setState(false);
  }

  #ask(asked: RequestedProof): Promise<boolean> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      // A second factor satisfies both requests, so the stricter one wins.
      this.setState(this.state() === 'factor' ? 'factor' : asked);
    });
  }
}

function requestedProof(error: unknown): RequestedProof | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'factor_proof_required') return 'factor';
  return error.code === 'proof_required' ? 'any' : undefined;
}

export const passwordProof = new PasswordProof();

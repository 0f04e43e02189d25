import { ApiError } from '@zavet/contract/client';
import { Observable } from '../state/observable.ts';

/** The proof that a call waits for: any, or only a second factor. */
export type AskedProof = 'any' | 'factor';

/**
 * The one place where a proof is asked for. A call that the server refuses for lack of one waits here
 * until the dialog has an answer, and is then repeated.
 */
export class PasswordProof extends Observable<AskedProof | false> {
  #waiting: ((isProven: boolean) => void)[] = [];

  constructor() {
    super(false);
  }

  /** Runs a call; where a proof is needed first, asks for it and runs the call again. */
  async withProof<Result>(run: () => Promise<Result>): Promise<Result> {
    try {
      return await run();
    } catch (error) {
      const asked = askedProof(error);
      if (!asked || !(await this.#ask(asked))) throw error;
      // The password may be enough for the endpoint, but not for the change itself.
      return asked === 'factor' ? run() : this.withProof(run);
    }
  }

  /** Everything that waited goes on, or fails as it did. */
  answer(isProven: boolean): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const goOn of waiting) goOn(isProven);
    this.become(false);
  }

  #ask(asked: AskedProof): Promise<boolean> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      // A factor proves everything, so the stricter question answers both.
      this.become(this.state() === 'factor' ? 'factor' : asked);
    });
  }
}

function askedProof(error: unknown): AskedProof | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'factor_proof_required') return 'factor';
  return error.code === 'proof_required' ? 'any' : undefined;
}

export const passwordProof = new PasswordProof();

import { Observable } from '../../../../platform/state/observable.ts';

export interface CodeQuestion {
  /** What will be done, where the general words are not enough. */
  title?: string;
  lead?: string;
  /** Does it; what it throws is either about the code or ends the question. */
  run: (code: string) => Promise<void>;
  /** The question is over, by an answer or without one. */
  end: (outcome: Outcome) => void;
}

type Outcome = { kind: 'done' } | { kind: 'cancelled' } | { kind: 'failed'; error: unknown };

/**
 * The one place where a fresh one-time code is asked for. A screen hands over the act that needs the
 * code; whatever is typed on the screen stays as it is.
 */
class OperatorCode extends Observable<CodeQuestion | undefined> {
  constructor() {
    super(undefined);
  }

  /**
   * Asks for a code and acts with it. Undefined where the operator decides otherwise. A wrong code is
   * told in the dialog and asked for again; any other failure is thrown to the screen.
   */
  withCode<Result>(
    act: (code: string) => Promise<Result>,
    words: Pick<CodeQuestion, 'title' | 'lead'> = {},
  ): Promise<{ result: Result } | undefined> {
    this.state()?.end({ kind: 'cancelled' });
    return new Promise((resolve, reject) => {
      let done: { result: Result } | undefined;
      this.become({
        ...words,
        run: async (code) => {
          done = { result: await act(code) };
        },
        end: (outcome) => {
          this.become(undefined);
          if (outcome.kind === 'failed') reject(outcome.error);
          else resolve(outcome.kind === 'done' ? done : undefined);
        },
      });
    });
  }
}

export const operatorCode = new OperatorCode();

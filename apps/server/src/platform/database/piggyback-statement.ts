import type { Engine, Result } from './engine.ts';
import type { PreparedStatement } from './prepared.ts';

/** A statement that is sent together with the next one. */
export interface PiggybackStatement {
  isPending(): boolean;
  /** Cancels the statement if it is pending and returns true; the caller must then do its work. */
  claim(): boolean;
  /**
   * Sends the pending statement together with `statement`. Resolves with the result of `statement`
   * after the rows of the pending one were accepted.
   */
  sendWith(statement: PreparedStatement): Promise<Result<unknown>>;
  /** Sends the statement alone if it is still pending. Resolves when its rows were accepted. */
  flush(): Promise<void>;
}

export function createPiggyback(
  engine: Pick<Engine, 'send' | 'sendBoth'>,
  statement: PreparedStatement,
  accept: (rows: unknown[]) => void,
): PiggybackStatement {
  let accepted: Promise<void> | undefined;

  function acceptRowsOf(result: Promise<Result<unknown>>): Promise<void> {
    accepted = result.then(({ rows }) => accept(rows));
    // May be rejected before anything awaits it; later callers still get the rejection.
    accepted.catch(() => {});
    return accepted;
  }

  return {
    isPending: () => accepted === undefined,
    claim: () => {
      if (accepted) return false;
      accepted = Promise.resolve();
      return true;
    },
    sendWith: async (next) => {
      const [own, other] = engine.sendBoth(statement, next);
      other.catch(() => {});
      await acceptRowsOf(own);
      return other;
    },
    flush: () => accepted ?? acceptRowsOf(engine.send(statement)),
  };
}

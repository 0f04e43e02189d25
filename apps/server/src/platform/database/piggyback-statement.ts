import type { Engine, Result } from './engine.ts';
import type { Prepared } from './prepared.ts';

/** A statement that waits for another one to travel with. */
export interface PiggybackStatement {
  isWaiting(): boolean;
  /** Sends it together with this one, whose rows are known only when its own were accepted. */
  carry(statement: Prepared): Promise<Result<unknown>>;
  /** Sends it alone if it still waits. Resolves when its rows were accepted. */
  arrive(): Promise<void>;
}

export function createPiggyback(
  engine: Pick<Engine, 'send' | 'sendBoth'>,
  statement: Prepared,
  accept: (rows: unknown[]) => void,
): PiggybackStatement {
  let accepted: Promise<void> | undefined;

  function acceptFrom(answer: Promise<Result<unknown>>): Promise<void> {
    accepted = answer.then(({ rows }) => accept(rows));
    // Nobody may be waiting for it yet; those who do later still hear of a refusal.
    accepted.catch(() => {});
    return accepted;
  }

  return {
    isWaiting: () => accepted === undefined,
    carry: async (next) => {
      const [own, other] = engine.sendBoth(statement, next);
      other.catch(() => {});
      await acceptFrom(own);
      return other;
    },
    arrive: () => accepted ?? acceptFrom(engine.send(statement)),
  };
}

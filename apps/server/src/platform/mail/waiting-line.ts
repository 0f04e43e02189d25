/** Those who wait for their turn, first come, first served. */
export interface WaitingLine<Wanted, Served> {
  size(): number;
  /** Settles with what the turn brought; with what `giveUp` gives when it did not come in time. */
  join(wanted: Wanted, giveUp: () => Error): Promise<Served>;
  /** Gives the first one its turn. */
  serve(turn: (wanted: Wanted) => Promise<Served>): void;
  /** Sends everybody away. */
  dismiss(reason: () => Error): void;
}

interface Waiting<Wanted, Served> {
  wanted: Wanted;
  answer: PromiseWithResolvers<Served>;
  patience: NodeJS.Timeout;
}

export function waitingLine<Wanted, Served>(patienceMs: number): WaitingLine<Wanted, Served> {
  // In the order in which they came.
  const line = new Set<Waiting<Wanted, Served>>();

  function leave(one: Waiting<Wanted, Served>): void {
    clearTimeout(one.patience);
    line.delete(one);
  }

  return {
    size: () => line.size,
    join: (wanted, giveUp) => {
      const answer = Promise.withResolvers<Served>();
      const patience = setTimeout(() => {
        leave(one);
        answer.reject(giveUp());
      }, patienceMs);
      const one = { wanted, answer, patience };
      line.add(one);
      return answer.promise;
    },
    serve: (turn) => {
      const [first] = line;
      if (!first) return;
      leave(first);
      first.answer.resolve(turn(first.wanted));
    },
    dismiss: (reason) => {
      for (const one of line) {
        leave(one);
        one.answer.reject(reason());
      }
    },
  };
}

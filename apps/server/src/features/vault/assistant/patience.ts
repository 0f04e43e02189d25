export interface Patience {
  /** Aborted when the caller goes or the patience ends. */
  signal: AbortSignal;
  /** Something arrived: so long again until the next. */
  renew(milliseconds: number): void;
  pause(milliseconds: number): Promise<void>;
  end(): void;
}

/** Bounds a wait as a whole and between two signs of life. */
export function patience(
  caller: AbortSignal,
  { firstMs, wholeMs }: { firstMs: number; wholeMs: number },
): Patience {
  const ended = new AbortController();
  const signal = AbortSignal.any([caller, ended.signal]);
  const giveUp = () => ended.abort(new Error('Nothing came in time.'));
  const whole = setTimeout(giveUp, wholeMs);
  let next = setTimeout(giveUp, firstMs);
  return {
    signal,
    renew: (milliseconds) => {
      clearTimeout(next);
      next = setTimeout(giveUp, milliseconds);
    },
    pause: (milliseconds) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
      }),
    end: () => {
      clearTimeout(whole);
      clearTimeout(next);
    },
  };
}

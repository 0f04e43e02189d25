/** How slowly a body may arrive before its sender is taken for dead, or for somebody who blocks. */
export interface BodyPace {
  /** Nothing at all for this long is too long. */
  idleMs: number;
  /** What even the smallest body is given as a whole. */
  headStartMs: number;
  /** What the rest of it must bring on the whole. */
  minBytesPerMs: number;
}

/** Texts and forms: a few kilobytes that a person has just sent. */
export const jsonPace: BodyPace = { idleMs: 15_000, headStartMs: 20_000, minBytesPerMs: 16 };
/** Files, also over a telephone that loses its line for a moment. */
export const filePace: BodyPace = { idleMs: 60_000, headStartMs: 60_000, minBytesPerMs: 16 };

export class BodyTooSlow extends Error {
  override name = 'BodyTooSlow';
}

/** How long a body of so many bytes may take as a whole. */
export function maxDurationMs(bytes: number, { headStartMs, minBytesPerMs }: BodyPace): number {
  return headStartMs + bytes / minBytesPerMs;
}

/** The two clocks of a body. `cut` is called, perhaps more than once, when it is too slow. */
export function watchPace(bytes: number, pace: BodyPace, cut: () => void) {
  let isAwaited = false;
  const deadline = setTimeout(cut, maxDurationMs(bytes, pace));
  // One timer that is put off again and again: a new one for every chunk costs more than the chunk.
  const idle = setTimeout(() => isAwaited && cut(), pace.idleMs);
  return {
    /** Somebody waits for a chunk from now on; the idle clock runs only then, and starts anew. */
    wait() {
      isAwaited = true;
      idle.refresh();
    },
    /** A body that waits for us is not slow. */
    rest() {
      isAwaited = false;
    },
    stop() {
      clearTimeout(idle);
      clearTimeout(deadline);
    },
  };
}

/** The chunks of a body, or BodyTooSlow. */
export async function* inPace<Chunk>(
  chunks: AsyncIterable<Chunk>,
  bytes: number,
  pace: BodyPace,
): AsyncGenerator<Chunk> {
  const source = chunks[Symbol.asyncIterator]();
  const tooSlow = Promise.withResolvers<never>();
  // Nobody may be waiting when the time runs out.
  tooSlow.promise.catch(() => {});
  let isTooSlow = false;
  const clocks = watchPace(bytes, pace, () => {
    isTooSlow = true;
    tooSlow.reject(new BodyTooSlow('The body arrives too slowly.'));
  });
  try {
    while (true) {
      clocks.wait();
      const next = await Promise.race([source.next(), tooSlow.promise]);
      clocks.rest();
      if (next.done) return;
      yield next.value;
    }
  } finally {
    clocks.stop();
    // While a chunk is still awaited this would wait for it, too.
    if (!isTooSlow) await source.return?.();
  }
}

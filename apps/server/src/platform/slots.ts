/** Lets at most `count` pieces of work run at once; the others wait in line, or leave it when aborted. */
export function createSlots(count: number) {
  const line: (() => void)[] = [];
  let free = count;

  function turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        line.splice(line.indexOf(enter), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      line.push(enter);
    });
  }

  return async function inSlot<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (free > 0) free -= 1;
    else await turn(signal);
    try {
      return await work();
    } finally {
      // The slot goes straight to the one who waits longest.
      const next = line.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/** The same for each key apart, so that nobody's work stands in the way of anybody else's. */
export function createSlotsByKey(count: number) {
  const lines = new Map<string, { inSlot: ReturnType<typeof createSlots>; users: number }>();
  return async function inSlotOf<T>(
    key: string,
    work: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const line = lines.get(key) ?? { inSlot: createSlots(count), users: 0 };
    lines.set(key, line);
    line.users += 1;
    try {
      return await line.inSlot(work, signal);
    } finally {
      line.users -= 1;
      if (line.users === 0) lines.delete(key);
    }
  };
}

/** Limits concurrency to `count`. Waiting work runs in order and can be aborted. */
export function createSlots(count: number) {
  const queue: (() => void)[] = [];
  let free = count;

  function waitForSlot(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal?.removeEventListener('abort', cancel);
        resolve();
      };
      const cancel = () => {
        queue.splice(queue.indexOf(enter), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', cancel, { once: true });
      queue.push(enter);
    });
  }

  return async function inSlot<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (free > 0) free -= 1;
    else await waitForSlot(signal);
    try {
      return await work();
    } finally {
      // Hands the slot to the work that waits longest, so that new callers cannot overtake it.
      const next = queue.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/** Limits the concurrency of each key separately. */
export function createSlotsByKey(count: number) {
  const limits = new Map<string, { inSlot: ReturnType<typeof createSlots>; users: number }>();
  return async function inSlotOf<T>(
    key: string,
    work: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const limit = limits.get(key) ?? { inSlot: createSlots(count), users: 0 };
    limits.set(key, limit);
    limit.users += 1;
    try {
      return await limit.inSlot(work, signal);
    } finally {
      limit.users -= 1;
      if (limit.users === 0) limits.delete(key);
    }
  };
}

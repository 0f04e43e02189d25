import type { IncomingMessage } from 'node:http';

/** The other side has not moved for longer than it may. */
export class ServiceTimeout extends Error {
  override name = 'ServiceTimeout';
  readonly code = 'ETIMEDOUT';

  constructor(ms: number) {
    super(`The service was silent for ${ms / 1000} seconds.`);
  }
}

/** Counts only the time in which the other side has to move. */
export interface IdleTimeout {
  /** Aborted, with ServiceTimeout, when a wait was too long. */
  signal: AbortSignal;
  /** It has to move from now on. */
  wait(): void;
  /** It does not have to move. */
  rest(): void;
}

export function createIdleTimeout(ms: number): IdleTimeout {
  const silent = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const rest = () => clearTimeout(timer);
  return {
    signal: silent.signal,
    wait: () => {
      rest();
      timer = setTimeout(() => silent.abort(new ServiceTimeout(ms)), ms);
    },
    rest,
  };
}

/** Gives up work that has not ended in time. */
export async function withTimeout<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const patience = createIdleTimeout(ms);
  patience.wait();
  try {
    return await work(patience.signal);
  } catch (error) {
    throw patience.signal.aborted ? patience.signal.reason : error;
  } finally {
    patience.rest();
  }
}

const looksPerWait = 10;

/**
 * Cuts a body that stands still although there is room for more of it. A reader who takes his time
 * is none of its business: what has come waits for him.
 */
export function destroyWhenIdle(body: IncomingMessage, ms: number, error: Error): void {
  let seen = -1;
  let stillFor = 0;
  const look = setInterval(() => {
    const come = body.socket?.bytesRead ?? 0;
    const isReadersTurn = body.readableLength > 0 || body.complete;
    stillFor = come !== seen || isReadersTurn ? 0 : stillFor + 1;
    seen = come;
    if (stillFor >= looksPerWait) body.destroy(error);
  }, ms / looksPerWait);
  look.unref();
  body.once('close', () => clearInterval(look));
}

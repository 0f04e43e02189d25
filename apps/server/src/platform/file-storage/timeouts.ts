import type { IncomingMessage } from 'node:http';

/** The service did not respond in time. */
export class ServiceTimeout extends Error {
  override name = 'ServiceTimeout';
  readonly code = 'ETIMEDOUT';

  constructor(ms: number) {
    super(`The service was silent for ${ms / 1000} seconds.`);
  }
}

/** Limits only the time in which the service must act, between `start` and `stop`. */
export interface IdleTimeout {
  /** Aborted with `ServiceTimeout`. */
  signal: AbortSignal;
  start(): void;
  stop(): void;
}

export function createIdleTimeout(ms: number): IdleTimeout {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const stop = () => clearTimeout(timer);
  return {
    signal: controller.signal,
    start: () => {
      stop();
      timer = setTimeout(() => controller.abort(new ServiceTimeout(ms)), ms);
    },
    stop,
  };
}

/** Aborts `work` after `ms`. */
export async function withTimeout<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = createIdleTimeout(ms);
  timeout.start();
  try {
    return await work(timeout.signal);
  } catch (error) {
    throw timeout.signal.aborted ? timeout.signal.reason : error;
  } finally {
    timeout.stop();
  }
}

const checksPerTimeout = 10;

/**
 * Destroys a body without progress, unless its reader is slow, that is, received bytes are still
 * unread.
 */
export function destroyWhenIdle(body: IncomingMessage, ms: number, error: Error): void {
  let seenBytes = -1;
  let idleChecks = 0;
  const timer = setInterval(() => {
    const bytes = body.socket?.bytesRead ?? 0;
    const isReaderSlow = body.readableLength > 0 || body.complete;
    idleChecks = bytes !== seenBytes || isReaderSlow ? 0 : idleChecks + 1;
    seenBytes = bytes;
    if (idleChecks >= checksPerTimeout) body.destroy(error);
  }, ms / checksPerTimeout);
  timer.unref();
  body.once('close', () => clearInterval(timer));
}

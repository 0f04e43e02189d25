import type { Logger } from 'pino';

const beatMs = 2000;

export interface ProgressReport {
  /** Aborted when what is told about is not wanted any more. */
  ended: AbortSignal;
  stop(): void;
}

/**
 * Writes down how far long work is, every other second, until it is told to stop. `tell` answers
 * false when the work is no longer wanted. A beat that fails is followed by the next.
 */
export function reportProgress(
  tell: () => Promise<boolean>,
  log: Pick<Logger, 'warn'>,
): ProgressReport {
  const end = new AbortController();
  const timer = setInterval(() => {
    tell().then(
      (isWanted) => {
        if (!isWanted) end.abort(new Error('The work is not wanted any more.'));
      },
      (error: unknown) =>
        log.warn(
          { code: 'progress_not_saved', err: error },
          'how far an export or import is could not be written down',
        ),
    );
  }, beatMs);
  timer.unref();
  return { ended: end.signal, stop: () => clearInterval(timer) };
}

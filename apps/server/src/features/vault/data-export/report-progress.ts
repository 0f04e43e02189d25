import type { Logger } from 'pino';

const reportMs = 2000;

export interface ProgressReport {
  /** Aborted when the work was cancelled. */
  cancelled: AbortSignal;
  stop(): void;
}

/**
 * Saves the progress of long work every two seconds, until `stop`. `save` returns false when the
 * work was cancelled. A failed save is retried.
 */
export function reportProgress(
  save: () => Promise<boolean>,
  log: Pick<Logger, 'warn'>,
): ProgressReport {
  const cancel = new AbortController();
  const timer = setInterval(() => {
    save().then(
      (isWanted) => {
        if (!isWanted) cancel.abort(new Error('The work was cancelled.'));
      },
      (error: unknown) =>
        log.warn(
          { code: 'progress_not_saved', err: error },
          'the progress of an export or import could not be saved',
        ),
    );
  }, reportMs);
  timer.unref();
  return { cancelled: cancel.signal, stop: () => clearInterval(timer) };
}

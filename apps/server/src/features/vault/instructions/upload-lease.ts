import type { Logger } from 'pino';

/** How long a place is held without a sign of life, and how often there is one. */
export const uploadLeaseSeconds = 20;
const beatMs = 4000;

/** Renews the hold on a place until it is told to stop. A beat that fails is followed by the next. */
export function keepLease(renew: () => Promise<void>, log: Pick<Logger, 'warn'>): () => void {
  const timer = setInterval(() => {
    renew().catch((error: unknown) =>
      log.warn(
        { code: 'upload_hold_not_renewed', err: error },
        'the hold of an upload could not be renewed',
      ),
    );
  }, beatMs);
  timer.unref();
  return () => clearInterval(timer);
}

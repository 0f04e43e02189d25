import type { Logger } from 'pino';
import type { Dependency } from './outage-rules.ts';
import type { Outages } from './outages.ts';

/** Between two probes of an unavailable dependency. */
const pauseMs = { database: 1_000, file_storage: 5_000 } as const;
type Looked = keyof typeof pauseMs;

/** Notices the end of an outage without any request; that of a mail server shows with the next mail. */
export function lookUntilBack(
  outages: Outages,
  looks: Record<Looked, () => Promise<void>>,
  { log, signal }: { log: Logger; signal: AbortSignal },
): void {
  const lookLater = (dependency: Looked): void => {
    const timer = setTimeout(() => void look(dependency), pauseMs[dependency]);
    timer.unref();
  };
  const look = async (dependency: Looked): Promise<void> => {
    if (signal.aborted || !outages.isAway(dependency)) return;
    await looks[dependency]().then(
      () => outages.works(dependency, log),
      () => {},
    );
    if (outages.isAway(dependency)) lookLater(dependency);
  };
  const began = (dependency: Dependency): void => {
    if (dependency !== 'mail') lookLater(dependency);
  };
  // Outages that began before.
  for (const dependency of Object.keys(pauseMs) as Looked[]) {
    if (outages.isAway(dependency)) lookLater(dependency);
  }
  outages.listen({ began, ended: () => {} });
}

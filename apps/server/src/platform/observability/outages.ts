import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '../database/database-errors.ts';
import { ObjectStoreUnavailable } from '../file-storage/object-store.ts';
import { isStorageFull } from '../file-storage/storage-full.ts';
import { MailRefused } from '../mail/mail-transport.ts';

/** After a success, how long no call may have met it before it counts as over. */
const quietMs: Record<Dependency, number> = {
  // While connections break one after another, one that works says little.
  database: 2_000,
  file_storage: 2_000,
  // Nobody looks again by itself: the next mail may be hours away.
  mail: 0,
};

/** Lines that are about the database and nothing else. */
const aboutDatabase = new Set<unknown>([
  'database_unavailable',
  'database_connection_lost',
  'job_queue_failed',
  'rate_limits_in_memory',
  'mail_not_counted',
]);

/** Between two probes of an unavailable dependency. */
const pauseMs = { database: 1_000, file_storage: 5_000 } as const;

/** What a line of the log is about, as far as it tells. */
export type LineFacts = Record<string, unknown>;

/** Which dependency a line says is away; `isAway`: of those that are known to be away already. */
type DependencyOf = (
  facts: LineFacts,
  isAway: (dependency: Dependency) => boolean,
) => Dependency | undefined;

interface OutageListener {
  began(dependency: Dependency): void;
  ended(dependency: Dependency): void;
}

/** Remembers what is away, so that the log says it once instead of with every call. */
export interface Outages {
  /** `pass`: a line like any other; `began`: the first about an outage; `known`: one more of it. */
  judge(facts: LineFacts): { verdict: 'pass' | 'known' } | { verdict: 'began'; of: Dependency };
  /** The dependency was seen to work. */
  works(dependency: Dependency, log: Logger): void;
  isAway(dependency: Dependency): boolean;
  listen(listener: OutageListener): void;
}

export function createOutages(
  dependencyOf: DependencyOf,
  now: () => number = () => performance.now(),
): Outages {
  const open = new Map<Dependency, Outage>();
  const listeners: OutageListener[] = [];
  const isAway = (dependency: Dependency) => open.has(dependency);
  return {
    isAway,
    listen: (listener) => void listeners.push(listener),
    judge: (facts) => {
      const of = dependencyOf(facts, isAway);
      if (!of) return { verdict: 'pass' };
      const isKnown = open.has(of);
      open.set(of, outageMet(open.get(of), now()));
      if (isKnown) return { verdict: 'known' };
      for (const { began } of listeners) began(of);
      return { verdict: 'began', of };
    },
    works: (dependency, log) => {
      const outage = open.get(dependency);
      if (!outage || !isOutageOver(dependency, outage, now())) return;
      open.delete(dependency);
      for (const { ended } of listeners) ended(dependency);
      log.warn(
        { code: 'outage_ended', dependency, ...lengthOf(outage, now()) },
        'what could not be reached is back',
      );
    },
  };
}

/** What our service leans on and may lose. */
export type Dependency = 'database' | 'file_storage' | 'mail';

/** One time during which a dependency could not be used, as this process met it. Moments in milliseconds. */
export interface Outage {
  began_at: number;
  last_met_at: number;
  /** How many calls met it. */
  calls: number;
}

/** A call met it: the first one begins it. */
export function outageMet(outage: Outage | undefined, now: number): Outage {
  if (!outage) return { began_at: now, last_met_at: now, calls: 1 };
  return { ...outage, last_met_at: now, calls: outage.calls + 1 };
}

/** Whether a success at this moment ends it. */
export function isOutageOver(dependency: Dependency, outage: Outage, now: number): boolean {
  return now - outage.last_met_at >= quietMs[dependency];
}

/** What the log says of it in the end. */
export function lengthOf({ began_at, calls }: Outage, now: number) {
  return { seconds: Math.round((now - began_at) / 100) / 10, calls };
}

/**
 * The dependency that a log line reports as unavailable. A refused connection may be that of an
 * owner's mailbox; so an error alone counts as the database's only where a statement of ours failed
 * with it, or while the database is known to be away.
 */
export function dependencyOf(
  { code, err, error_code, is_unanswered }: LineFacts,
  isAway: (dependency: Dependency) => boolean,
): Dependency | undefined {
  const causes = causesOf(err);
  if (is_unanswered === true || code === 'mail_server_silent' || causes.some(isUnanswered))
    return 'mail';
  if (causes.some((one) => one instanceof ObjectStoreUnavailable)) {
    return isStorageFull(err) ? undefined : 'file_storage';
  }
  if (error_code === 'database_unavailable') return 'database';
  if (!isDatabaseUnavailable(err)) return undefined;
  const isOurs = aboutDatabase.has(code) || causes.some(isFailedStatement) || isAway('database');
  return isOurs ? 'database' : undefined;
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let one = error; one instanceof Error && causes.length < 8; one = one.cause) {
    causes.push(one);
  }
  return causes;
}

function isUnanswered(error: Error): boolean {
  return error instanceof MailRefused && error.isUnanswered;
}

/** As the query builder says it. */
function isFailedStatement({ message }: Error): boolean {
  return message.startsWith('Failed query: ');
}

type Looked = keyof typeof pauseMs;

/** Notices the end of an outage without any request; that of a mail server shows with the next mail. */
export function probeUntilAvailable(
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

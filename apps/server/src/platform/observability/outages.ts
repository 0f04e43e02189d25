import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '../database/database-errors.ts';
import { ObjectStoreUnavailable } from '../file-storage/object-store.ts';
import { isStorageFull } from '../file-storage/storage-full.ts';
import { MailRefused } from '../mail/mail-transport.ts';

export type Dependency = 'database' | 'file_storage' | 'mail';

/** The fields of a log line. */
export type LogFields = Record<string, unknown>;

type IsUnavailable = (dependency: Dependency) => boolean;
type DependencyOf = (facts: LogFields, isUnavailable: IsUnavailable) => Dependency | undefined;

interface OutageListener {
  started(dependency: Dependency): void;
  ended(dependency: Dependency): void;
}

/** Tracks unavailable dependencies, so that the log reports an outage once instead of per call. */
export interface Outages {
  /** `started`: the first line about an outage; `known`: a further one; `pass`: any other line. */
  classify(
    facts: LogFields,
  ): { verdict: 'pass' | 'known' } | { verdict: 'started'; dependency: Dependency };
  /** To be called after a successful call of the dependency. */
  markAvailable(dependency: Dependency, log: Logger): void;
  isUnavailable: IsUnavailable;
  listen(listener: OutageListener): void;
}

export function createOutages(
  dependencyOf: DependencyOf,
  now: () => number = () => performance.now(),
): Outages {
  const open = new Map<Dependency, Outage>();
  const listeners: OutageListener[] = [];
  const isUnavailable = (dependency: Dependency) => open.has(dependency);
  return {
    isUnavailable,
    listen: (listener) => void listeners.push(listener),
    classify: (facts) => {
      const dependency = dependencyOf(facts, isUnavailable);
      if (!dependency) return { verdict: 'pass' };
      const known = open.get(dependency);
      open.set(dependency, withFailedCall(known, now()));
      if (known) return { verdict: 'known' };
      for (const { started } of listeners) started(dependency);
      return { verdict: 'started', dependency };
    },
    markAvailable: (dependency, log) => {
      const outage = open.get(dependency);
      if (!outage || !isOutageOver(dependency, outage, now())) return;
      open.delete(dependency);
      for (const { ended } of listeners) ended(dependency);
      log.warn(
        { code: 'outage_ended', dependency, ...summaryOf(outage, now()) },
        'a dependency is available again',
      );
    },
  };
}

/** Times in milliseconds. */
export interface Outage {
  started_at: number;
  last_failed_at: number;
  /** Number of failed calls. */
  calls: number;
}

export function withFailedCall(outage: Outage | undefined, now: number): Outage {
  if (!outage) return { started_at: now, last_failed_at: now, calls: 1 };
  return { ...outage, last_failed_at: now, calls: outage.calls + 1 };
}

/** Time without failed calls after which a success ends the outage. */
const quietMs: Record<Dependency, number> = {
  // While connections keep breaking, a single success does not mean the end.
  database: 2_000,
  file_storage: 2_000,
  // Not probed, and the next mail may be hours away.
  mail: 0,
};

export function isOutageOver(dependency: Dependency, outage: Outage, now: number): boolean {
  return now - outage.last_failed_at >= quietMs[dependency];
}

export function summaryOf({ started_at, calls }: Outage, now: number) {
  return { seconds: Math.round((now - started_at) / 100) / 10, calls };
}

/** Codes of log lines that are only about the database. */
const databaseCodes = new Set<unknown>([
  'database_unavailable',
  'database_connection_lost',
  'job_queue_failed',
  'rate_limits_in_memory',
  'mail_not_counted',
]);

/**
 * The dependency that a log line reports as unavailable. A refused connection may belong to an owner's
 * mailbox, so the error alone means the database only for a failed statement or during an outage.
 */
export function dependencyOf(
  { code, err, error_code, is_unanswered }: LogFields,
  isUnavailable: IsUnavailable,
): Dependency | undefined {
  const causes = causesOf(err);
  if (is_unanswered === true || code === 'mail_server_silent' || causes.some(isConnectionFailure))
    return 'mail';
  if (causes.some((one) => one instanceof ObjectStoreUnavailable)) {
    return isStorageFull(err) ? undefined : 'file_storage';
  }
  if (error_code === 'database_unavailable') return 'database';
  if (!isDatabaseUnavailable(err)) return undefined;
  const isOurs =
    databaseCodes.has(code) || causes.some(isFailedStatement) || isUnavailable('database');
  return isOurs ? 'database' : undefined;
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let one = error; one instanceof Error && causes.length < 8; one = one.cause) {
    causes.push(one);
  }
  return causes;
}

function isConnectionFailure(error: Error): boolean {
  return error instanceof MailRefused && error.isUnanswered;
}

/** Recognised by the message of the query builder. */
function isFailedStatement({ message }: Error): boolean {
  return message.startsWith('Failed query: ');
}

const probeIntervalMs = { database: 1_000, file_storage: 5_000 } as const;
type ProbedDependency = keyof typeof probeIntervalMs;

/** Detects the end of an outage without requests. Mail servers are not probed. */
export function probeUntilAvailable(
  outages: Outages,
  probes: Record<ProbedDependency, () => Promise<void>>,
  { log, signal }: { log: Logger; signal: AbortSignal },
): void {
  const probeLater = (dependency: ProbedDependency): void => {
    const timer = setTimeout(() => void probe(dependency), probeIntervalMs[dependency]);
    timer.unref();
  };
  const probe = async (dependency: ProbedDependency): Promise<void> => {
    if (signal.aborted || !outages.isUnavailable(dependency)) return;
    await probes[dependency]().then(
      () => outages.markAvailable(dependency, log),
      () => {},
    );
    if (outages.isUnavailable(dependency)) probeLater(dependency);
  };
  const started = (dependency: Dependency): void => {
    if (dependency !== 'mail') probeLater(dependency);
  };
  // Also probes the dependencies that are already unavailable.
  for (const dependency of Object.keys(probeIntervalMs) as ProbedDependency[]) {
    if (outages.isUnavailable(dependency)) probeLater(dependency);
  }
  outages.listen({ started, ended: () => {} });
}

import {
  type NotReadyReason,
  notReadyReasons,
  type setupErrors,
  type setupWarnings,
} from '@zavet/contract/service/service-endpoints';
import type { Context } from '../../../context.ts';
import type { Check as CheckToRun, Finding } from '../../../platform/doctor/finding.ts';

/** A running process, as its probes found it. */
export interface ProcessState {
  isStopping: boolean;
  hasStarted: boolean;
  isReady: boolean;
  hasMasterKey: boolean;
  database: 'works' | 'behind' | 'away';
  store: 'works' | 'full' | 'away';
  /** Lately, or now. */
  isStorageFull: boolean;
}

type SetupCode = (typeof setupErrors)[number] | (typeof setupWarnings)[number];

/** The doctor runs a check once it has this much: nothing, a configuration, a connection, our tables. */
type Stage = 'machine' | 'configuration' | 'connection' | 'tables';

interface Check {
  /** The heading of its findings in the doctor. `commands/doctor-checks.ts` runs it. */
  about?: string;
  stage?: Stage;
  /** Longer than usual for a check that runs others. */
  longestMs?: number;
  /** The code of a failure in /api/ready; `isOwn`: in /api/serving too, because no other process shares it. */
  ready?: NotReadyReason;
  isOwn?: true;
  /** The code of a failure in /api/setup. */
  setup?: SetupCode;
  fails?(state: ProcessState): boolean;
  isUnset?(ctx: Pick<Context, 'config' | 'captured'>): boolean;
}

/** Every check of the service, in the order of the doctor. Screens and probes show its codes. */
export const checks = {
  stopping: { ready: 'stopping', isOwn: true, fails: ({ isStopping }) => isStopping },
  starting: { ready: 'starting', isOwn: true, fails: ({ hasStarted }) => !hasStarted },
  queue: {
    ready: 'queue',
    fails: ({ hasStarted, isReady }) => hasStarted && !isReady,
  },
  node: { about: 'Node', stage: 'machine' },
  temporaryFiles: { about: 'Disk (temporary files)', stage: 'machine' },
  database: {
    about: 'Database',
    stage: 'configuration',
    // To connect, and then for the checks of the next stages.
    longestMs: 30_000,
    ready: 'database',
    setup: 'database_unreachable',
    fails: ({ database }) => database === 'away',
  },
  databaseServer: { about: 'Database', stage: 'connection' },
  migrations: {
    about: 'Migrations',
    stage: 'connection',
    ready: 'migrations',
    setup: 'migrations_missing',
    fails: ({ database }) => database === 'behind',
  },
  clock: { about: 'Clock', stage: 'connection' },
  jobs: { about: 'Jobs', stage: 'tables' },
  storeIdentity: { about: 'Store of the database', stage: 'tables' },
  backup: { about: 'Backup', stage: 'tables' },
  storedKeys: { about: 'Keys in the database', stage: 'tables' },
  masterKey: {
    about: 'Master key',
    stage: 'configuration',
    ready: 'key',
    isOwn: true,
    setup: 'master_key_missing',
    fails: ({ hasMasterKey }) => !hasMasterKey,
  },
  fileStorage: {
    about: 'File storage',
    stage: 'configuration',
    ready: 'object_store',
    setup: 'file_storage_unreachable',
    fails: ({ store }) => store !== 'works',
  },
  storageRoom: { setup: 'storage_full', fails: ({ isStorageFull }) => isStorageFull },
  objectStorage: {
    setup: 'object_storage_not_configured',
    isUnset: ({ config }) => config.fileStorage.kind !== 's3',
  },
  mail: {
    about: 'Mail',
    stage: 'configuration',
    setup: 'mail_not_configured',
    isUnset: ({ captured }) => captured !== undefined,
  },
  bounces: {
    about: 'Delivery reports',
    stage: 'configuration',
    setup: 'bounces_not_read',
    // Captured mail never bounces.
    isUnset: ({ config, captured }) => captured === undefined && !config.bounces,
  },
  bouncePort: { about: 'Delivery reports', stage: 'configuration' },
  payments: {
    about: 'Payments',
    stage: 'configuration',
    setup: 'payments_not_configured',
    isUnset: ({ config }) => config.payments?.kind !== 'yookassa',
  },
  assistant: {
    about: 'Assistant',
    stage: 'configuration',
    setup: 'assistant_not_configured',
    isUnset: ({ config }) => !config.assistant,
  },
  operator: {
    setup: 'operator_not_named',
    isUnset: ({ config }) => config.operator === undefined,
  },
  dataFolder: { about: 'Disk', stage: 'configuration' },
  publicAddress: { about: 'Public address', stage: 'configuration' },
  reverseProxy: { about: 'Reverse proxy', stage: 'configuration' },
} as const satisfies Record<string, Check>;

type Checks = typeof checks;

/** The checks that the doctor runs at a stage. */
type DoctorCheck<At extends Stage> = {
  [Id in keyof Checks]: Checks[Id] extends { stage: At } ? Id : never;
}[keyof Checks];

const all: readonly Check[] = Object.values(checks);

type Look<Input> = (input: Input, signal: AbortSignal) => Promise<Finding[]>;

/** The doctor's function for each check of its stages. */
export type DoctorChecks<At extends Stage, Input> = Record<DoctorCheck<At>, Look<Input>>;

/** In the order of the list. */
export function checksToRun<Input>(looks: Record<string, Look<Input>>, input: Input): CheckToRun[] {
  return Object.entries<Check>(checks).flatMap(([id, { about = id, longestMs }]) => {
    const look = looks[id];
    return look ? { about, longestMs, look: (signal) => look(input, signal) } : [];
  });
}

export function reasonsAgainstReady(state: ProcessState, isOwnOnly = false): NotReadyReason[] {
  const failed = all.filter((check) => check.fails?.(state) && (check.isOwn || !isOwnOnly));
  return notReadyReasons.filter((reason) => failed.some(({ ready }) => ready === reason));
}

export function setupCodes(
  state: ProcessState,
  ctx: Pick<Context, 'config' | 'captured'>,
): ReadonlySet<SetupCode> {
  const failed = all.filter((check) => check.fails?.(state) || check.isUnset?.(ctx));
  return new Set(failed.flatMap(({ setup }) => setup ?? []));
}

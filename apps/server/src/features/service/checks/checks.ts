import {
  type NotReadyReason,
  notReadyReasons,
  type setupErrors,
  type setupWarnings,
} from '@zavet/contract/service/service-endpoints';
import type { Context } from '../../../context.ts';
import type { Check as CheckToRun, Finding } from '../../../platform/doctor/finding.ts';

/** State of a process and its dependencies. */
export interface ProcessState {
  isStopping: boolean;
  hasStarted: boolean;
  isReady: boolean;
  hasMasterKey: boolean;
  database: 'works' | 'behind' | 'unscheduled' | 'away';
  store: 'works' | 'full' | 'away';
  /** The mail server postpones every mail. */
  isMailStuck: boolean;
  /** The storage is full, or was recently. */
  isStorageFull: boolean;
}

type SetupCode = (typeof setupErrors)[number] | (typeof setupWarnings)[number];

/** Prerequisite of a doctor check: none, a valid configuration, a database connection, our tables. */
type Stage = 'machine' | 'configuration' | 'connection' | 'tables';

interface Check {
  /** Heading in the output of `doctor`; `commands/doctor-checks.ts` contains the function. */
  about?: string;
  stage?: Stage;
  /** Timeout, if different from the default. */
  maxDurationMs?: number;
  /** Code in /api/ready. */
  ready?: NotReadyReason;
  /** True if the failure affects only this process; the code is then also in /api/live. */
  isOwn?: true;
  /** Code in /api/setup. */
  setup?: SetupCode;
  fails?(state: ProcessState): boolean;
  isUnset?(ctx: Pick<Context, 'config' | 'capturedMails'>): boolean;
}

/** All checks, in the order of the doctor. */
export const checks = {
  stopping: { ready: 'stopping', isOwn: true, fails: ({ isStopping }) => isStopping },
  starting: { ready: 'starting', isOwn: true, fails: ({ hasStarted }) => !hasStarted },
  queue: {
    ready: 'queue',
    fails: ({ hasStarted, isReady }) => hasStarted && !isReady,
  },
  schedules: { ready: 'schedules', fails: ({ database }) => database === 'unscheduled' },
  postponedMails: { ready: 'mail', fails: ({ isMailStuck }) => isMailStuck },
  node: { about: 'Node', stage: 'machine' },
  temporaryFiles: { about: 'Disk (temporary files)', stage: 'machine' },
  database: {
    about: 'Database',
    stage: 'configuration',
    // Includes the time for the checks of the later stages.
    maxDurationMs: 30_000,
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
  sentMails: { about: 'Mail', stage: 'tables' },
  storedKeys: { about: 'Keys in the database', stage: 'tables' },
  masterKey: {
    about: 'Master key',
    stage: 'configuration',
    ready: 'key',
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
    isUnset: ({ capturedMails }) => capturedMails !== undefined,
  },
  bounces: {
    about: 'Delivery reports',
    stage: 'configuration',
    setup: 'bounces_not_read',
    // Captured mail never bounces.
    isUnset: ({ config, capturedMails }) => capturedMails === undefined && !config.bounces,
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
    isUnset: ({ config }) => config.legalEntity === undefined,
  },
  dataFolder: { about: 'Disk', stage: 'configuration' },
  publicAddress: { about: 'Public address', stage: 'configuration' },
  reverseProxy: { about: 'Reverse proxy', stage: 'configuration' },
} as const satisfies Record<string, Check>;

type Checks = typeof checks;

type IdOfStage<At extends Stage> = {
  [Id in keyof Checks]: Checks[Id] extends { stage: At } ? Id : never;
}[keyof Checks];

const allChecks: readonly Check[] = Object.values(checks);

type DoctorCheck<Input> = (input: Input, signal: AbortSignal) => Promise<Finding[]>;

/** One function per check of a stage. A missing function does not compile. */
export type DoctorChecks<At extends Stage, Input> = Record<IdOfStage<At>, DoctorCheck<Input>>;

/** Binds the functions to their input, in the order of `checks`. */
export function checksToRun<Input>(
  functions: Record<string, DoctorCheck<Input>>,
  input: Input,
): CheckToRun[] {
  return Object.entries<Check>(checks).flatMap(([id, { about = id, maxDurationMs }]) => {
    const look = functions[id];
    return look ? { about, maxDurationMs, look: (signal) => look(input, signal) } : [];
  });
}

export function reasonsAgainstReady(state: ProcessState, isOwnOnly = false): NotReadyReason[] {
  const failed = allChecks.filter((check) => check.fails?.(state) && (check.isOwn || !isOwnOnly));
  return notReadyReasons.filter((reason) => failed.some(({ ready }) => ready === reason));
}

export function setupCodes(
  state: ProcessState,
  ctx: Pick<Context, 'config' | 'capturedMails'>,
): ReadonlySet<SetupCode> {
  const failed = allChecks.filter((check) => check.fails?.(state) || check.isUnset?.(ctx));
  return new Set(failed.flatMap(({ setup }) => setup ?? []));
}

import { hostname } from 'node:os';
import { type Configuration, readConfiguration } from './config/configuration.ts';
import { warnOfUnknownVariables } from './config/unknown-variables.ts';
import { openConfiguredDatabase } from './platform/database/open-database.ts';
import { loadMasterKeys } from './platform/encryption/master-keys.ts';
import { programVersion } from './platform/installation.ts';
import { createLogger } from './platform/observability/logger.ts';
import { createOutages, dependencyOf } from './platform/observability/outages.ts';
import {
  type Checkpoint,
  ConfigurationInvalid,
  noCheckpoint,
  runProcess,
} from './platform/process.ts';
import type { Role } from './run-product.ts';

export function runProgram(role: Role, checkpoint = noCheckpoint): void {
  runProcess((stopping) => start(role, stopping, checkpoint));
}

/** The product is imported while the database opens. */
async function start(
  role: Role,
  stopping: AbortSignal,
  checkpoint: Checkpoint,
): Promise<() => Promise<void>> {
  const configuration = configurationFor(role);
  const { log, outages, errors } = openLog(configuration, role);
  warnOfUnknownVariables(process.env, log);
  // Before the database, so that a data folder without its key stays untouched.
  const masterKeys = loadMasterKeys(configuration.masterKey);
  const [database, { runProduct }] = await Promise.all([
    openConfiguredDatabase(configuration, log),
    import('./run-product.ts'),
  ]);
  return runProduct({
    ...{ role, configuration, masterKeys, database, log, outages, errors, checkpoint, stopping },
  });
}

function configurationFor(role: Role): Configuration {
  const configuration = readConfiguration(process.env);
  if (role === 'server') return configuration;
  if (configuration.databaseUrl) return { ...configuration, runsJobs: true };
  throw new ConfigurationInvalid(
    'DATABASE_URL must be set for a worker of its own: the embedded database belongs to the server, which runs the jobs itself.',
  );
}

function openLog(configuration: Configuration, role: Role) {
  const { logLevel, isProduction, monitoring } = configuration;
  const outages = createOutages(dependencyOf);
  const errors = new Map<string, number>();
  const base = { pid: process.pid, host: hostname(), version: programVersion };
  const log = createLogger(logLevel, isProduction, undefined, { base, outages, errors });
  log.info(
    {
      code: 'process_starting',
      role,
      node: process.version,
      database: configuration.databaseUrl ? 'configured' : 'embedded',
      runs_jobs: configuration.runsJobs,
      files: configuration.fileStorage.kind,
      mail: configuration.smtpUrl ? 'smtp' : 'captured',
      reports: configuration.bounces !== undefined,
      payments: configuration.payments?.kind ?? 'off',
      assistant: configuration.assistant !== undefined,
      metrics: monitoring.listener ? 'port' : monitoring.token !== undefined ? 'path' : 'off',
      traces: configuration.tracing !== undefined,
    },
    `the ${role} starts`,
  );
  return { log, outages, errors };
}

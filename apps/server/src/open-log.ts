import { hostname } from 'node:os';
import type { Configuration } from './config/configuration.ts';
import { dependencyOf } from './platform/logging/dependency-of.ts';
import { createLogger } from './platform/logging/logger.ts';
import { createOutages } from './platform/logging/outages.ts';
import { programVersion } from './platform/program-version.ts';

/** The log of a process that runs for long, which begins with what this process is. */
export function openLog(configuration: Configuration, role: 'server' | 'worker') {
  const { logLevel, isProduction, watch } = configuration;
  const outages = createOutages(dependencyOf);
  const base = { pid: process.pid, host: hostname(), version: programVersion };
  const log = createLogger(logLevel, isProduction, undefined, { base, outages });
  log.info(
    {
      code: 'process_starting',
      role,
      node: process.version,
      database: configuration.databaseUrl ? 'configured' : 'embedded',
      runs_jobs: role === 'worker' || configuration.runsJobs,
      files: configuration.fileStorage.kind,
      mail: configuration.smtpUrl ? 'smtp' : 'captured',
      reports: configuration.bounces !== undefined,
      payments: configuration.payments?.kind ?? 'off',
      assistant: configuration.assistant !== undefined,
      metrics: watch.port !== undefined ? 'port' : watch.token !== undefined ? 'path' : 'off',
      traces: configuration.tracing !== undefined,
    },
    `the ${role} starts`,
  );
  return { log, outages };
}

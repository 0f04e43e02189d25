import type { Logger } from 'pino';
import { accountJobs } from '../features/account/account-jobs.ts';
import { createAccountParts } from '../features/account/account-parts.ts';
import { accountRoutes } from '../features/account/account-routes.ts';
import { identifyOwner } from '../features/account/session-cookies.ts';
import { profileRoutes, sessionRoutes } from '../features/account/session-routes.ts';
import { capturedMailRoutes } from '../features/captured-mail/captured-mail-routes.ts';
import { dashboardRoutes } from '../features/dashboard/dashboard-routes.ts';
import { setupRoutes } from '../features/setup/setup-routes.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { isDatabaseUnavailable } from '../platform/database/database-unavailable.ts';
import { knownMigrations } from '../platform/database/migrate.ts';
import type { MasterKey } from '../platform/encryption/master-key.ts';
import { createHttpApp, type HttpApp } from '../platform/http/http-server.ts';
import { createRateLimiter, sweepRateLimits } from '../platform/http/rate-limiter.ts';
import { type Job, job, jobName } from '../platform/jobs/job.ts';
import { createJobQueue, isQueueClosed, type JobQueue } from '../platform/jobs/job-queue.ts';
import type { Configuration } from './configuration.ts';
import { migrationsFolder, webRoot } from './folders.ts';
import { openMail } from './open-mail.ts';

/** All parts of the product, put together and not yet running. */
export interface Product {
  app: HttpApp;
  jobs: JobQueue;
  closeMail(): Promise<void>;
}

export function createProduct(
  configuration: Configuration,
  masterKey: MasterKey,
  database: Database,
  clock: Clock,
  log: Logger,
): Product {
  const mail = openMail(configuration, clock);
  const place = { publicUrl: configuration.publicUrl, supportEmail: configuration.supportEmail };
  const jobs = createJobQueue(database, log);
  const account = createAccountParts({ database, clock, jobs, log }, masterKey);
  jobs.register([...accountJobs(account, mail.transport, place), sweepLimits(database, clock)]);

  const app = createHttpApp({
    routes: [
      ...setupRoutes({
        database,
        knownMigrations: knownMigrations(migrationsFolder),
        masterKey,
        isMailConfigured: mail.captured === undefined,
        arePaymentsConfigured: configuration.payments === 'yookassa',
        isAssistantConfigured: configuration.aiBaseUrl !== undefined,
        isObjectStorageConfigured: configuration.s3Endpoint !== undefined,
      }),
      ...accountRoutes(account),
      ...sessionRoutes(account),
      ...profileRoutes(account),
      ...dashboardRoutes(database, configuration.maxTrustedContacts),
      ...capturedMailRoutes(mail.captured),
    ],
    identify: (cookies) => identifyOwner(account, cookies),
    rateLimiter: createRateLimiter(database, clock),
    clock,
    log,
    publicUrl: configuration.publicUrl,
    extraOrigins: configuration.isProduction ? [] : ['http://localhost:5173'],
    trustedProxies: configuration.trustedProxies,
    isProduction: configuration.isProduction,
    developerRoutesEnabled: mail.captured !== undefined,
    webRoot,
    isDatabaseUnavailable: (error) => isDatabaseUnavailable(error) || isQueueClosed(error),
  });
  return { app, jobs, closeMail: () => mail.transport.close() };
}

function sweepLimits(database: Database, clock: Clock): Job {
  return job(jobName<object>('sweep-rate-limits'), {
    retry: { limit: 3, firstPauseSeconds: 60, longestPauseSeconds: 600 },
    expireSeconds: 600,
    schedule: '40 4 * * *',
    run: () => sweepRateLimits(database, clock),
  });
}

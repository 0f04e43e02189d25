import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { timestamp } from '../fields.ts';

/** Codes only: reveals nothing about machines or versions. */
export const notReadyReasons = [
  'stopping',
  'starting',
  'database',
  'migrations',
  'key',
  'object_store',
  'queue',
  'schedules',
  'mail',
] as const;
export type NotReadyReason = (typeof notReadyReasons)[number];

export const healthEndpoints = {
  getLive: defineEndpoint({
    id: 'live',
    summary:
      'This process takes requests: 503 while starting or stopping. Checks nothing else; not rate limited.',
    route: 'GET /live',
    callers: 'anyone',
    output: z.object({ status: z.literal('live') }),
    errors: ['not_ready'],
  }),
  getReady: defineEndpoint({
    id: 'ready',
    summary:
      'Ready for work. Otherwise 503 with reasons: stopping, starting, database, migrations, key, object_store, queue, schedules, mail.',
    route: 'GET /ready',
    callers: 'anyone',
    output: z.object({ status: z.literal('ready') }),
    errors: ['not_ready'],
  }),
} as const;

/** Advances the clock, for testing renewals, warnings and expirations. */
export const timeTravelEndpoints = {
  passDays: defineEndpoint({
    id: 'pass-days',
    summary: 'Advance the clock day by day, with all due jobs.',
    route: 'POST /dev/days',
    callers: 'developer',
    body: z.object({
      days: z.int('invalid').min(1, 'invalid').max(1200, 'invalid'),
      /** Jobs run only on the last day, as after a downtime. */
      immediately: z.boolean('invalid').optional(),
    }),
    output: z.object({ now: timestamp }),
  }),
} as const;

export const setupErrors = [
  'database_unreachable',
  'migrations_missing',
  'master_key_missing',
  'storage_full',
] as const;

export const setupWarnings = [
  'mail_not_configured',
  'bounces_not_read',
  'payments_not_configured',
  'assistant_not_configured',
  'object_storage_not_configured',
  'operator_not_named',
  'file_storage_unreachable',
] as const;

const setupView = z.object({
  status: z.enum(['ready', 'setup_required']),
  errors: z.array(z.enum(setupErrors)),
  warnings: z.array(z.enum(setupWarnings)),
  /** Captured mail is shown at /dev/mailbox. */
  mailbox_available: z.boolean(),
  /** Payments are simulated at /mock-payment. */
  mock_payment_available: z.boolean(),
});
export type SetupView = z.output<typeof setupView>;

const versionView = z.object({
  /** Version as in the changelog. */
  version: z.string(),
  /** Git commit of the package; null in a source tree or without git. */
  commit: z.string().nullable(),
  /** The newest migration. */
  migration: z.string(),
});

export const setupEndpoints = {
  getVersion: defineEndpoint({
    id: 'version',
    summary: 'The running version. Checks nothing else.',
    route: 'GET /version',
    callers: 'anyone',
    output: versionView,
  }),
  checkSetup: defineEndpoint({
    id: 'check-setup',
    summary: 'Missing (errors) and optional (warnings) parts of the configuration.',
    route: 'GET /setup',
    callers: 'anyone',
    output: setupView,
  }),
} as const;

import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { timestamp } from '../fields.ts';

/** Why a process takes no work: words of the program, nothing about machines or versions. */
export const notReadyReasons = [
  'stopping',
  'starting',
  'database',
  'migrations',
  'key',
  'object_store',
  'queue',
] as const;

export const healthEndpoints = {
  getLive: defineEndpoint({
    id: 'live',
    summary: 'The process answers. Touches nothing else, and is not limited.',
    method: 'GET',
    path: '/live',
    callers: 'anyone',
    output: z.object({ status: z.literal('live') }),
  }),
  getReady: defineEndpoint({
    id: 'ready',
    summary:
      'Whether work can be done here. Otherwise 503 with reasons: stopping, starting, database, migrations, key, object_store, queue.',
    method: 'GET',
    path: '/ready',
    callers: 'anyone',
    output: z.object({ status: z.literal('ready') }),
    errors: ['not_ready'],
  }),
  getServing: defineEndpoint({
    id: 'serving',
    summary:
      'Whether this one of several servers takes requests: 503 with stopping, starting or key. What all of them share is not asked.',
    method: 'GET',
    path: '/serving',
    callers: 'anyone',
    output: z.object({ status: z.literal('serving') }),
    errors: ['not_ready'],
  }),
} as const;

/** Days that have not come yet, for trying what they bring: renewals, warnings, ends. */
export const timeTravelEndpoints = {
  passDays: defineEndpoint({
    id: 'pass-days',
    summary:
      'Let days pass on this server, one after another, with everything that comes with them.',
    method: 'POST',
    path: '/dev/days',
    callers: 'developer',
    body: z.object({
      days: z.int('invalid').min(1, 'invalid').max(1200, 'invalid'),
      /** As if the server had been off: only the last of them brings something. */
      at_once: z.boolean('invalid').optional(),
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
  /** Mail is captured and can be read at /dev/mailbox. */
  mailbox_available: z.boolean(),
  /** Payments are imitated at /mock-payment. */
  mock_payment_available: z.boolean(),
});
export type SetupView = z.output<typeof setupView>;

const versionView = z.object({
  /** Of the program, as its changelog names it. */
  version: z.string(),
  /** What it was packaged from; null where it runs in its project, or was packaged without git. */
  commit: z.string().nullable(),
  /** The newest migration that it brings. */
  migration: z.string(),
});

export const setupEndpoints = {
  getHealth: defineEndpoint({
    id: 'health',
    summary: 'The process answers. Touches nothing else.',
    method: 'GET',
    path: '/health',
    callers: 'anyone',
    output: z.object({ status: z.literal('ok') }),
  }),
  getVersion: defineEndpoint({
    id: 'version',
    summary: 'Which version answers. Touches nothing else.',
    method: 'GET',
    path: '/version',
    callers: 'anyone',
    output: versionView,
  }),
  checkSetup: defineEndpoint({
    id: 'check-setup',
    summary:
      'What is missing for the product to work (errors) and what is not configured (warnings).',
    method: 'GET',
    path: '/setup',
    callers: 'anyone',
    output: setupView,
  }),
} as const;
export type NotReadyReason = (typeof notReadyReasons)[number];

import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

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

export const setupView = z.object({
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
    errors: [],
  }),
  getVersion: defineEndpoint({
    id: 'version',
    summary: 'Which version answers. Touches nothing else.',
    method: 'GET',
    path: '/version',
    callers: 'anyone',
    output: versionView,
    errors: [],
  }),
  checkSetup: defineEndpoint({
    id: 'check-setup',
    summary:
      'What is missing for the product to work (errors) and what is not configured (warnings).',
    method: 'GET',
    path: '/setup',
    callers: 'anyone',
    output: setupView,
    errors: [],
  }),
} as const;

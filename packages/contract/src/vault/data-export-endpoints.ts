import { z } from 'zod';
import { defineEndpoint, hour } from '../endpoint.ts';
import { idParams, timestamp } from '../fields.ts';
import {
  archiveMaxBytes,
  exportStates,
  importFailures,
  importStates,
  skippedKinds,
  skippedReasons,
} from './data-export-values.ts';

const exportView = z.object({
  id: z.string(),
  state: z.enum(exportStates),
  created_at: timestamp,
  /** Progress: files added to the archive so far, and all files. */
  files_done: z.number().int(),
  files_total: z.number().int(),
  bytes_done: z.number().int(),
  bytes_total: z.number().int(),
  /** Size of the archive; null until it is ready. */
  size_bytes: z.number().int().nullable(),
  /** End of the download period. */
  expires_at: timestamp.nullable(),
});
export type ExportView = z.input<typeof exportView>;

const skippedItem = z.object({
  kind: z.enum(skippedKinds),
  name: z.string(),
  reason: z.enum(skippedReasons),
});
export type SkippedItem = z.output<typeof skippedItem>;

/** Result of an import. */
const importOutcome = z.object({
  contacts: z.number().int(),
  instructions: z.number().int(),
  files: z.number().int(),
  /** The settings for a start were imported. */
  has_rules: z.boolean(),
  left_out: z.array(skippedItem),
});
export type ImportOutcome = z.output<typeof importOutcome>;

const importView = z.object({
  id: z.string(),
  state: z.enum(importStates),
  created_at: timestamp,
  size_bytes: z.number().int(),
  files_done: z.number().int(),
  files_total: z.number().int(),
  failure: z
    .object({
      code: z.enum(importFailures),
      facts: z.record(z.string(), z.union([z.number(), z.string()])),
    })
    .nullable(),
  outcome: importOutcome.nullable(),
});
export type ImportView = z.input<typeof importView>;

export const dataExportEndpoints = {
  getDataExports: defineEndpoint({
    id: 'get-data-exports',
    summary: 'State of the latest export and import.',
    route: 'GET /data',
    callers: 'owner',
    output: z.object({
      export: exportView.nullable(),
      import: importView.nullable(),
      /** True if an import is possible: the account has neither contacts nor instructions. */
      is_empty: z.boolean(),
    }),
  }),
  startExport: defineEndpoint({
    id: 'request-export',
    summary: 'Export all own data as one ZIP. Returns a running export, if any.',
    route: 'POST /data/exports',
    callers: 'owner',
    proof: 'fresh',
    output: exportView,
    errors: ['too_many_exports'],
    limits: [{ per: 'account', max: 60, seconds: hour }],
  }),
  allowDownload: defineEndpoint({
    id: 'allow-export-download',
    summary: 'Allow this browser to download the export: sets a cookie for it.',
    route: 'POST /data/exports/{id}/ticket',
    callers: 'owner',
    proof: 'fresh',
    params: idParams,
    errors: ['not_found'],
    limits: [{ per: 'account', max: 60, seconds: hour }],
  }),
  downloadExport: defineEndpoint({
    id: 'download-export',
    summary: 'The ZIP, with byte ranges, for an allowed browser.',
    route: 'GET /data/exports/{id}/content',
    callers: 'owner',
    params: idParams,
    output: 'bytes',
    errors: ['not_found', 'download_not_allowed', 'content_unreadable', 'file_storage_unavailable'],
    limits: [{ per: 'account', max: 600, seconds: hour }],
  }),
  removeExport: defineEndpoint({
    id: 'remove-export',
    summary: 'Remove an export, also a running one.',
    route: 'DELETE /data/exports/{id}',
    callers: 'owner',
    proof: 'recent',
    params: idParams,
    errors: ['proof_required', 'not_found'],
  }),
  startImport: defineEndpoint({
    id: 'begin-import',
    summary: 'Announce an archive to import into an empty account.',
    route: 'POST /data/imports',
    callers: 'owner',
    proof: 'fresh',
    body: z.object({ size_bytes: z.number('invalid').int('invalid').positive('invalid') }),
    output: importView,
    errors: ['account_not_empty', 'archive_too_large', 'import_in_progress'],
    limits: [{ per: 'account', max: 30, seconds: hour }],
  }),
  uploadArchive: defineEndpoint({
    id: 'send-archive',
    summary: 'Upload the announced archive. The body is the ZIP, with a content length.',
    route: 'POST /data/imports/{id}/content',
    callers: 'owner',
    proof: 'recent',
    params: idParams,
    body: 'bytes',
    maxBodyBytes: archiveMaxBytes,
    output: importView,
    errors: [
      'not_found',
      'length_required',
      'archive_too_large',
      'file_too_large',
      'import_in_progress',
      'file_storage_unavailable',
    ],
    limits: [{ per: 'account', max: 30, seconds: hour }],
  }),
  dismissImport: defineEndpoint({
    id: 'dismiss-import',
    summary: 'Cancel an unread import, or dismiss the result of one.',
    route: 'DELETE /data/imports/{id}',
    callers: 'owner',
    proof: 'recent',
    params: idParams,
    errors: ['proof_required', 'not_found', 'import_in_progress'],
  }),
} as const;

import { z } from 'zod';
import { defineEndpoint, hour } from '../endpoint.ts';
import { idParams, nothing, timestamp } from '../fields.ts';
import {
  archiveMaxBytes,
  exportStates,
  importFailures,
  importStates,
  skippedKinds,
  skippedReasons,
} from './data-export-values.ts';

export const exportView = z.object({
  id: z.string(),
  state: z.enum(exportStates),
  created_at: timestamp,
  /** How far it is. */
  files_done: z.number().int(),
  files_total: z.number().int(),
  bytes_done: z.number().int(),
  bytes_total: z.number().int(),
  /** Of the whole archive, once it is ready. */
  size_bytes: z.number().int().nullable(),
  /** Until when it can be downloaded. */
  expires_at: timestamp.nullable(),
});
export type ExportView = z.input<typeof exportView>;

export const leftOut = z.object({
  kind: z.enum(skippedKinds),
  name: z.string(),
  reason: z.enum(skippedReasons),
});
export type LeftOut = z.output<typeof leftOut>;

/** What came of an archive. */
export const importOutcome = z.object({
  contacts: z.number().int(),
  instructions: z.number().int(),
  files: z.number().int(),
  /** The rules about the start of the protocol were taken over. */
  has_rules: z.boolean(),
  left_out: z.array(leftOut),
});
export type ImportOutcome = z.output<typeof importOutcome>;

export const importView = z.object({
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
  getOwnData: defineEndpoint({
    id: 'get-own-data',
    summary: 'How far the latest export and the latest import of the account are.',
    method: 'GET',
    path: '/own-data',
    callers: 'owner',
    output: z.object({
      export: exportView.nullable(),
      import: importView.nullable(),
      /** Whether an archive can be imported: there are neither contacts nor instructions. */
      is_empty: z.boolean(),
    }),
  }),
  orderExport: defineEndpoint({
    id: 'order-export',
    summary: 'Have all own data put together in one ZIP. One that is being made is gone on with.',
    method: 'POST',
    path: '/own-data/exports',
    callers: 'owner',
    proof: 'fresh',
    output: exportView,
    errors: ['too_many_exports'],
    limits: [{ per: 'account', max: 60, seconds: hour }],
  }),
  allowDownload: defineEndpoint({
    id: 'allow-export-download',
    summary:
      'Let this browser download the export while it is there: sets the cookie that the download asks for.',
    method: 'POST',
    path: '/own-data/exports/{id}/ticket',
    callers: 'owner',
    proof: 'fresh',
    params: idParams,
    output: nothing,
    errors: ['not_found'],
    limits: [{ per: 'account', max: 60, seconds: hour }],
  }),
  downloadExport: defineEndpoint({
    id: 'download-export',
    summary: 'The ZIP, from any byte on, for a browser that was allowed to.',
    method: 'GET',
    path: '/own-data/exports/{id}/content',
    callers: 'owner',
    params: idParams,
    output: 'bytes',
    errors: ['not_found', 'download_not_allowed', 'content_unreadable', 'file_storage_unavailable'],
    limits: [{ per: 'account', max: 600, seconds: hour }],
  }),
  removeExport: defineEndpoint({
    id: 'remove-export',
    summary: 'Remove an export, also one that is being made.',
    method: 'DELETE',
    path: '/own-data/exports/{id}',
    callers: 'owner',
    proof: 'recent',
    params: idParams,
    output: nothing,
    errors: ['proof_required', 'not_found'],
  }),
  beginImport: defineEndpoint({
    id: 'begin-import',
    summary: 'Announce an archive that will be imported into an empty account.',
    method: 'POST',
    path: '/own-data/imports',
    callers: 'owner',
    proof: 'fresh',
    body: z.object({ size_bytes: z.number('invalid').int('invalid').positive('invalid') }),
    output: importView,
    errors: ['account_not_empty', 'archive_too_large', 'import_under_way'],
    limits: [{ per: 'account', max: 30, seconds: hour }],
  }),
  sendArchive: defineEndpoint({
    id: 'send-archive',
    summary: 'Send the archive that was announced. The body is the ZIP, its length announced.',
    method: 'POST',
    path: '/own-data/imports/{id}/content',
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
      'import_under_way',
      'file_storage_unavailable',
    ],
    limits: [{ per: 'account', max: 30, seconds: hour }],
  }),
  dismissImport: defineEndpoint({
    id: 'dismiss-import',
    summary: 'Call off an archive that has not been read yet, or put the result of one away.',
    method: 'DELETE',
    path: '/own-data/imports/{id}',
    callers: 'owner',
    proof: 'recent',
    params: idParams,
    output: nothing,
    errors: ['proof_required', 'not_found', 'import_under_way'],
  }),
} as const;

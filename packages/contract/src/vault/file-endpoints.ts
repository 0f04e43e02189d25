import { z } from 'zod';
import { defineEndpoint, hour } from '../endpoint.ts';
import { idField, idParams } from '../fields.ts';
import { limits } from '../limits.ts';
import { fileMaxBytes } from './file-rules.ts';
import {
  expectedFilesInput,
  expectedFileView,
  fileNameHeader,
  fileView,
} from './instruction-schemas.ts';

export const storageView = z.object({
  plan: z.string(),
  used_mb: z.number(),
  limit_mb: z.number(),
  remaining_mb: z.number(),
  percent_used: z.number(),
});
export type StorageView = z.output<typeof storageView>;

export const storageEndpoints = {
  getStorage: defineEndpoint({
    id: 'get-storage-usage',
    summary: 'Used part of the own storage.',
    route: 'GET /storage',
    callers: 'owner',
    output: storageView,
  }),
  checkStorageLimit: defineEndpoint({
    id: 'check_storage_limit',
    summary: 'Whether files of this total size would fit.',
    route: 'POST /storage/check',
    callers: 'owner',
    body: z.object({
      /** Must be the id of the caller. */
      p_user_id: z.string('required').max(60, 'invalid'),
      p_new_size_mb: z.number('invalid').nonnegative('invalid').max(1_000_000, 'invalid'),
    }),
    output: z.boolean(),
    errors: ['not_found'],
  }),
} as const;

export const fileEndpoints = {
  attachFile: defineEndpoint({
    id: 'attach-file',
    summary: 'Attach a file to an instruction. The body is the file, with a content length.',
    route: 'POST /instructions/{id}/files',
    callers: 'owner',
    proof: 'recent',
    params: idParams,
    headers: fileNameHeader,
    body: 'bytes',
    maxBodyBytes: fileMaxBytes,
    output: fileView,
    errors: [
      'not_found',
      'instruction_closed',
      'length_required',
      'file_empty',
      'file_too_large',
      'file_type_unsupported',
      'file_content_mismatch',
      'file_already_attached',
      'file_limit_reached',
      'storage_limit_exceeded',
      'file_storage_unavailable',
    ],
    limits: [{ per: 'account', max: 3000, seconds: hour }],
  }),
  announceFiles: defineEndpoint({
    id: 'expect-files',
    summary: 'Announce files before uploading them.',
    route: 'POST /instructions/{id}/expected-files',
    callers: 'owner',
    proof: 'recent',
    params: idParams,
    body: z.object({
      expected_files: expectedFilesInput,
      /** Id of an expected file that the announced files replace. */
      instead_of: idField.optional(),
    }),
    output: z.object({ expected_files: z.array(expectedFileView) }),
    errors: ['not_found', 'instruction_closed', 'file_type_unsupported', 'file_limit_reached'],
    maxBodyBytes: limits.instructionBodyBytes,
    limits: [{ per: 'account', max: 3000, seconds: hour }],
  }),
  cancelExpectedFile: defineEndpoint({
    id: 'give-up-file',
    summary: 'Cancel an expected file; a running upload is refused.',
    route: 'DELETE /expected-files/{id}',
    callers: 'owner',
    proof: 'recent',
    params: idParams,
    errors: ['not_found', 'instruction_closed'],
  }),
  downloadFile: defineEndpoint({
    id: 'download-file',
    summary: 'The content of a file, always as a download.',
    route: 'GET /files/{id}/content',
    callers: 'owner',
    params: idParams,
    output: 'bytes',
    errors: ['not_found', 'content_unreadable', 'file_storage_unavailable'],
  }),
  downloadFiles: defineEndpoint({
    id: 'download-all-files',
    summary: 'All files of an instruction as one ZIP.',
    route: 'GET /instructions/{id}/files.zip',
    callers: 'owner',
    params: idParams,
    output: 'bytes',
    errors: ['not_found', 'content_unreadable', 'file_storage_unavailable'],
  }),
  deleteFile: defineEndpoint({
    id: 'delete-file',
    summary: 'Delete a file of an instruction in the outbox.',
    route: 'DELETE /files/{id}',
    callers: 'owner',
    proof: 'recent',
    params: idParams,
    errors: ['not_found', 'instruction_closed'],
  }),
} as const;

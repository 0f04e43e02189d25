import { z } from 'zod';
import { nothing } from '../account/fields.ts';
import { idField } from '../contacts/contact-schemas.ts';
import { defineEndpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { fileMaxBytes } from './file-rules.ts';
import { fileView } from './instruction-schemas.ts';

const byId = z.object({ id: idField });

/** Names travel percent-encoded in a header: an address line would end up in the logs of proxies. */
const fileNameHeader = z
  .string('required')
  .max(limits.fileNameMaxLength * 12, 'too_long')
  .transform((value, context) => {
    try {
      return decodeURIComponent(value).normalize('NFC');
    } catch {
      context.addIssue({ code: 'custom', message: 'file_name_invalid' });
      return z.NEVER;
    }
  })
  .refine((name) => name.trim().length > 0, 'required')
  .refine((name) => name.length <= limits.fileNameMaxLength, 'too_long')
  .refine(isPlainName, 'file_name_invalid');

export const fileEndpoints = {
  attachFile: defineEndpoint({
    id: 'attach-file',
    summary: 'Attach a file to an instruction. The body is the file, its length announced.',
    method: 'POST',
    path: '/instructions/{id}/files',
    callers: 'owner',
    params: byId,
    headers: z.object({ 'x-file-name': fileNameHeader }),
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
    limits: [{ per: 'account', max: 3000, seconds: 3600 }],
  }),
  downloadFile: defineEndpoint({
    id: 'download-file',
    summary: 'The bytes of a file, always as a download.',
    method: 'GET',
    path: '/files/{id}/content',
    callers: 'owner',
    params: byId,
    output: 'bytes',
    errors: ['not_found', 'content_unreadable', 'file_storage_unavailable'],
  }),
  downloadFiles: defineEndpoint({
    id: 'download-all-files',
    summary: 'All files of an instruction as one ZIP.',
    method: 'GET',
    path: '/instructions/{id}/files.zip',
    callers: 'owner',
    params: byId,
    output: 'bytes',
    errors: ['not_found', 'content_unreadable', 'file_storage_unavailable'],
  }),
  deleteFile: defineEndpoint({
    id: 'delete-file',
    summary: 'Delete a file of an instruction that is still in the outbox.',
    method: 'DELETE',
    path: '/files/{id}',
    callers: 'owner',
    params: byId,
    output: nothing,
    errors: ['not_found', 'instruction_closed'],
  }),
} as const;

/** No path and no control characters, unpaired halves included. */
function isPlainName(name: string): boolean {
  return (
    !/[/\\\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u.test(name) && !/^\.+$/.test(name)
  );
}

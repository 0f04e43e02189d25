import { ApiError } from '@zavet/contract/client';
import type { ErrorCode } from '@zavet/contract/errors';

/** What the same file will be answered again, however often it is sent. */
const lasting: readonly ErrorCode[] = [
  'file_type_unsupported',
  'file_content_mismatch',
  'file_too_large',
  'file_empty',
  'file_already_attached',
  'file_limit_reached',
  'document_limit_reached',
  'review_closed',
  'instruction_closed',
  'invalid_input',
  'not_found',
];

/** Whether sending the same file again can succeed. */
export function canRetry(error: unknown): boolean {
  return !(error instanceof ApiError && lasting.includes(error.code));
}

import { bytesPerMb } from './file-rules.ts';

/** `waiting` in the queue, `making`, then `ready` until it expires; or `failed`. */
export const exportStates = ['waiting', 'making', 'ready', 'failed'] as const;
export type ExportState = (typeof exportStates)[number];

/**
 * `expected`: not uploaded yet. `waiting` in the queue, `reading`, then `done`; or `failed`,
 * without any change.
 */
export const importStates = [
  'expected',
  'uploading',
  'waiting',
  'reading',
  'done',
  'failed',
] as const;
export type ImportState = (typeof importStates)[number];

export const dataExportTerms = {
  /** Hours during which an export can be downloaded. */
  exportHours: 24,
  exportsPerDay: 3,
  /** Days during which the result of an import is shown. */
  importShownDays: 30,
  /** Allowance for the texts, the page and the log in an archive, in addition to its files. */
  archiveAllowanceMb: 300,
  /** Maximum size of an archive on any server. */
  archiveMaxMb: 4096,
} as const;

export const archiveMaxBytes = dataExportTerms.archiveMaxMb * bytesPerMb;

/** Items that an import can skip. */
export const skippedKinds = ['contact', 'instruction', 'file', 'protocol_rules'] as const;

/**
 * `own_address`: address of this account. `invalid`: refused by the forms. `unreadable`, `missing`:
 * already in the source. `content_mismatch`: not the type of its name. `weaker`: would protect less
 * than now.
 */
export const skippedReasons = [
  'own_address',
  'invalid',
  'unreadable',
  'missing',
  'content_mismatch',
  'duplicate',
  'weaker',
] as const;

/** Reasons of a failed import; also used as error codes in the locales. */
export const importFailures = [
  'archive_not_zip',
  'archive_foreign',
  'archive_version',
  'archive_damaged',
  'archive_encrypted',
  'archive_too_complex',
  'archive_given_up',
  'archive_too_large',
  'archive_contacts_exceeded',
  'archive_storage_exceeded',
  'instruction_limit_reached',
  'file_limit_reached',
  'text_limit_reached',
  'account_not_empty',
  'internal_error',
] as const;
export type ImportFailure = (typeof importFailures)[number];

export function isImportFailure(code: string): code is ImportFailure {
  return importFailures.some((known) => known === code);
}

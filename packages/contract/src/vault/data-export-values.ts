import { bytesPerMb } from './file-rules.ts';

/** `waiting` for its turn, `making`, then `ready` until it runs out; or `failed`. */
export const exportStates = ['waiting', 'making', 'ready', 'failed'] as const;
export type ExportState = (typeof exportStates)[number];

/**
 * `expected`: the archive may be sent. `uploading`: it is arriving. `waiting` for its turn,
 * `reading`, then `done`; or `failed`, and nothing was imported.
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
  /** How long an export can be downloaded. */
  exportHours: 24,
  exportsPerDay: 3,
  /** How long the result of an import is shown. */
  importShownDays: 30,
  /** So much more than its files an archive may hold: texts, the page, the log. */
  archiveAllowanceMb: 300,
  /** The largest archive that any server takes. */
  archiveMaxMb: 4096,
} as const;

export const archiveMaxBytes = dataExportTerms.archiveMaxMb * bytesPerMb;

/** What an import can leave out. */
export const skippedKinds = ['contact', 'instruction', 'file', 'protocol_rules'] as const;

/**
 * Why. `own_address`: it is the address of this account. `invalid`: the forms would not take it.
 * `unreadable`, `missing`: it was already so where it comes from. `content_mismatch`: it is not what
 * its name says. `duplicate`: it is there already. `weaker`: it would protect less than what holds.
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

/** Why an archive was not imported; the locales say it as they say errors. */
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

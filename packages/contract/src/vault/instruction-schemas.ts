import { z } from 'zod';
import { emailField, idField, timestamp } from '../fields.ts';
import { limits } from '../limits.ts';
import { fileMaxBytes } from './file-rules.ts';
import {
  fileRemovalReasons,
  instructionCategories,
  instructionPriorities,
  instructionStatuses,
} from './instruction-values.ts';

/** File name in NFC. */
export const fileNameField = z
  .string('required')
  // Letters in decomposed form take several code units until normalized.
  .max(limits.fileNameMaxLength * 4, 'too_long')
  .transform((name) => name.normalize('NFC'))
  .refine((name) => name.trim().length > 0, 'required')
  .refine((name) => name.length <= limits.fileNameMaxLength, 'too_long')
  .refine(isPlainName, 'file_name_invalid');

/** Percent-encoded in a header, because proxies log request lines. */
const encodedFileName = z
  .string('required')
  .max(limits.fileNameMaxLength * 12, 'too_long')
  .transform((value, context) => {
    try {
      return decodeURIComponent(value);
    } catch {
      context.addIssue({ code: 'custom', message: 'file_name_invalid' });
      return z.NEVER;
    }
  })
  .pipe(fileNameField);

export const fileNameHeader = z.object({ 'x-file-name': encodedFileName });

const text = (maxLength: number) =>
  z
    .string('required')
    .refine((value) => value.trim().length > 0, 'required')
    .max(maxLength, 'too_long');

/** An instruction as the form sends it. */
export const instructionInput = z.object({
  title: text(limits.instructionTitleMaxLength).transform((value) => value.trim()),
  category: z.enum(instructionCategories, 'required'),
  priority: z.enum(instructionPriorities, 'required'),
  content: text(limits.instructionTextMaxLength),
  recipient_name: z.string('invalid').trim().max(limits.nameMaxLength, 'too_long'),
  /** Empty if only the trusted contacts receive the instruction. */
  recipient_email: z.union([z.literal(''), emailField], { error: () => 'email_invalid' }),
  trusted_contact_ids: z
    .array(idField, 'contact_required')
    .min(1, 'contact_required')
    .max(1000, 'invalid')
    .transform((ids) => [...new Set(ids)]),
});
export type InstructionInput = z.output<typeof instructionInput>;

/** Announced files, expected until they arrive or are cancelled. */
export const expectedFilesInput = z
  .array(
    z.object({
      file_name: fileNameField,
      size_bytes: z
        .number('invalid')
        .int('invalid')
        .positive('invalid')
        .max(fileMaxBytes, 'invalid'),
    }),
    'invalid',
  )
  .max(limits.expectedFilesAtOnce, 'invalid');

export type ExpectedFileInput = z.output<typeof expectedFilesInput>[number];

/** Saved together with the text, so that no file is lost in between. */
const withFiles = { expected_files: expectedFilesInput.optional() };

/** The browser generates `draft_id`, which makes a repeated call idempotent. */
export const newInstructionInput = instructionInput.extend({
  draft_id: idField,
  ...withFiles,
});

/** `version`: the version that was opened. A newer version is not overwritten. */
export const changedInstructionInput = instructionInput.extend({
  version: z.number('invalid').int('invalid').positive('invalid'),
  ...withFiles,
});

export const fileView = z.object({
  id: z.string(),
  instruction_id: z.string(),
  file_name: z.string(),
  file_size_mb: z.number(),
  size_bytes: z.number().int(),
  mime_type: z.string(),
  created_at: timestamp,
});
export type FileView = z.input<typeof fileView>;

/** An announced file that has not arrived. */
export const expectedFileView = z.object({
  id: z.string(),
  file_name: z.string(),
  size_bytes: z.number().int(),
  expected_since: timestamp,
  /** The upload is running. */
  is_arriving: z.boolean(),
});
export type ExpectedFileView = z.input<typeof expectedFileView>;

/** A file that no longer exists: removed for lack of space, or lost by the file storage. */
const removedFileView = z.object({
  id: z.string(),
  file_name: z.string(),
  reason: z.enum(fileRemovalReasons),
  removed_on: z.iso.date(),
});
export type RemovedFileView = z.output<typeof removedFileView>;

export const instructionSummary = z.object({
  id: z.string(),
  title: z.string(),
  category: z.enum(instructionCategories),
  priority: z.enum(instructionPriorities),
  /** First words of the text, at most 100 characters. */
  preview: z.string(),
  recipient_name: z.string().nullable(),
  recipient_email: z.string().nullable(),
  /**
   * Empty after all contacts of the instruction were removed. It then reaches only the further
   * recipient, if there is one.
   */
  trusted_contact_ids: z.array(z.string()),
  status: z.enum(instructionStatuses),
  /** Time at which an activation queued the instruction, which can no longer be changed. */
  queued_at: timestamp.nullable(),
  version: z.number().int(),
  reviewed_at: timestamp,
  created_at: timestamp,
  updated_at: timestamp,
  files: z.array(fileView),
  expected_files: z.array(expectedFileView),
  /** Files to be removed for lack of space unless a plan is paid; null if none. */
  files_to_remove: z.object({ on: z.iso.date(), file_ids: z.array(z.string()) }).nullable(),
  removed_files: z.array(removedFileView),
  /** The record is damaged and its texts are empty. */
  is_unreadable: z.boolean(),
});
export type InstructionSummary = z.input<typeof instructionSummary>;

/** A deleted instruction, in the bin until `kept_until`. */
export const binnedInstruction = z.object({
  id: z.string(),
  title: z.string(),
  category: z.enum(instructionCategories),
  priority: z.enum(instructionPriorities),
  preview: z.string(),
  recipient_name: z.string().nullable(),
  recipient_email: z.string().nullable(),
  /** Contacts of the instruction that still exist. */
  trusted_contact_ids: z.array(z.string()),
  files: z.array(z.object({ id: z.string(), file_name: z.string(), size_bytes: z.number().int() })),
  deleted_at: timestamp,
  /** Time of the permanent deletion. */
  kept_until: timestamp,
  /** The record is damaged and its texts are empty. */
  is_unreadable: z.boolean(),
});
export type BinnedInstruction = z.input<typeof binnedInstruction>;

export const instructionView = instructionSummary.extend({ content: z.string() });
export type InstructionView = z.input<typeof instructionView>;

/** No path, no control characters, no unpaired surrogates. */
function isPlainName(name: string): boolean {
  return (
    !/[/\\\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u.test(name) && !/^\.+$/.test(name)
  );
}

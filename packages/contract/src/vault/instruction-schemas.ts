import { z } from 'zod';
import { emailField, idField, timestamp } from '../fields.ts';
import { limits } from '../limits.ts';
import { fileMaxBytes } from './file-rules.ts';
import {
  instructionCategories,
  instructionPriorities,
  instructionStatuses,
} from './instruction-values.ts';

/** The name of a file, in the one way its letters can be written. */
export const fileNameField = z
  .string('required')
  // Written apart, a letter with its marks takes several characters.
  .max(limits.fileNameMaxLength * 4, 'too_long')
  .transform((name) => name.normalize('NFC'))
  .refine((name) => name.trim().length > 0, 'required')
  .refine((name) => name.length <= limits.fileNameMaxLength, 'too_long')
  .refine(isPlainName, 'file_name_invalid');

/** Names travel percent-encoded in a header: an address line would end up in the logs of proxies. */
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

/** An instruction as its form sends it. */
export const instructionInput = z.object({
  title: text(limits.instructionTitleMaxLength).transform((value) => value.trim()),
  category: z.enum(instructionCategories, 'required'),
  priority: z.enum(instructionPriorities, 'required'),
  content: text(limits.instructionTextMaxLength),
  recipient_name: z.string('invalid').trim().max(limits.nameMaxLength, 'too_long'),
  /** Empty: nobody besides the trusted contacts. */
  recipient_email: z.union([z.literal(''), emailField], { error: () => 'email_invalid' }),
  trusted_contact_ids: z
    .array(idField, 'contact_required')
    .min(1, 'contact_required')
    .max(1000, 'invalid')
    .transform((ids) => [...new Set(ids)]),
});
export type InstructionInput = z.output<typeof instructionInput>;

/** Files that are about to be sent. They are expected until they arrive or are given up. */
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

/** Kept in the same step as the text, so that no file is forgotten between the two. */
const alongWithFiles = { expected_files: expectedFilesInput.optional() };

/** `draft_id` is made by the browser, so that a repeated call does not make a second instruction. */
export const newInstructionInput = instructionInput.extend({
  draft_id: idField,
  ...alongWithFiles,
});

/** `version` is the one that was opened: a newer one is not written over. */
export const changedInstructionInput = instructionInput.extend({
  version: z.number('invalid').int('invalid').positive('invalid'),
  ...alongWithFiles,
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

/** A file that was meant to be attached and has not arrived. */
export const expectedFileView = z.object({
  id: z.string(),
  file_name: z.string(),
  size_bytes: z.number().int(),
  expected_since: timestamp,
  /** Its bytes are on their way at this moment. */
  is_arriving: z.boolean(),
});
export type ExpectedFileView = z.input<typeof expectedFileView>;

/** A file that went for lack of space. */
export const removedFileView = z.object({
  id: z.string(),
  file_name: z.string(),
  removed_on: z.iso.date(),
});
export type RemovedFileView = z.output<typeof removedFileView>;

export const instructionSummary = z.object({
  id: z.string(),
  title: z.string(),
  category: z.enum(instructionCategories),
  priority: z.enum(instructionPriorities),
  /** The first words of the text, at most 100 characters. */
  preview: z.string(),
  recipient_name: z.string().nullable(),
  recipient_email: z.string().nullable(),
  /** Empty when every contact it was meant for is gone: then it would reach only the recipient, or nobody. */
  trusted_contact_ids: z.array(z.string()),
  status: z.enum(instructionStatuses),
  /** Queued for delivery by an activation: from then on it cannot be changed. */
  queued_at: timestamp.nullable(),
  version: z.number().int(),
  reviewed_at: timestamp,
  created_at: timestamp,
  updated_at: timestamp,
  files: z.array(fileView),
  expected_files: z.array(expectedFileView),
  /** Which files go on that day for lack of space, unless a plan is paid for; null where none do. */
  files_leaving: z.object({ on: z.iso.date(), file_ids: z.array(z.string()) }).nullable(),
  removed_files: z.array(removedFileView),
  /** The record is damaged: its texts are left out, the others are shown all the same. */
  is_unreadable: z.boolean(),
});
export type InstructionSummary = z.input<typeof instructionSummary>;

export const instructionView = instructionSummary.extend({ content: z.string() });
export type InstructionView = z.input<typeof instructionView>;

/** No path and no control characters, unpaired halves included. */
function isPlainName(name: string): boolean {
  return (
    !/[/\\\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u.test(name) && !/^\.+$/.test(name)
  );
}

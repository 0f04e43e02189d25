import { z } from 'zod';
import { timestamp } from '../account/fields.ts';
import { contactStatuses } from '../contacts/contact-values.ts';
import {
  instructionCategories,
  instructionPriorities,
} from '../instructions/instruction-values.ts';
import { nobodyReasons, withheldReasons } from './protocol-values.ts';

const named = z.object({
  instruction_id: z.string(),
  /** Empty where the record is damaged. */
  title: z.string(),
  is_unreadable: z.boolean(),
});

/** A letter that a contact would get. */
export const previewedLetter = named.extend({
  category: z.enum(instructionCategories),
  priority: z.enum(instructionPriorities),
  preview: z.string(),
  written_at: timestamp,
  file_count: z.number().int(),
  /** Meant for them as the recipient that the instruction names, not as a contact. */
  is_as_recipient: z.boolean(),
  /** Null: it would reach them at once. */
  withheld: z.enum(withheldReasons).nullable(),
});
export type PreviewedLetter = z.input<typeof previewedLetter>;

/** What would happen for a contact if the protocol were started now. */
export const wouldReceive = z.object({
  contact: z.object({
    id: z.string(),
    name: z.string(),
    status: z.enum(contactStatuses),
  }),
  /** In the order in which the contact would find them: the oldest first. */
  letters: z.array(previewedLetter),
  /** Of all instructions, those that would reach nobody at once. */
  nobody: z.array(named.extend({ reason: z.enum(nobodyReasons) })),
});
export type WouldReceive = z.input<typeof wouldReceive>;

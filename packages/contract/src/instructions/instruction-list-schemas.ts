import { z } from 'zod';
import { idField } from '../contacts/contact-schemas.ts';
import { limits } from '../limits.ts';
import { instructionSummary } from './instruction-schemas.ts';
import {
  instructionCategories,
  instructionOrders,
  instructionPriorities,
  instructionStates,
  instructionStatuses,
} from './instruction-values.ts';

/** Which of the own instructions are asked for, in which order, and from where on. */
export const instructionListQuery = z.object({
  category: z.enum(instructionCategories, 'invalid').optional(),
  /** A contact it is addressed to. */
  contact: idField.optional(),
  priority: z.enum(instructionPriorities, 'invalid').optional(),
  state: z.enum(instructionStates, 'invalid').optional(),
  /** The folder of Mail. */
  status: z.enum(instructionStatuses, 'invalid').optional(),
  sort: z.enum(instructionOrders, 'invalid').default('newest'),
  /** Where the last page of the same order ended: its `next_cursor`. */
  cursor: z.string('invalid').max(200, 'too_long').optional(),
  limit: z.coerce
    .number('invalid')
    .int('invalid')
    .min(1, 'invalid')
    .max(limits.mostInstructionsOnPage, 'invalid')
    .default(limits.instructionsOnPage),
});
export type InstructionListQuery = z.output<typeof instructionListQuery>;

export const instructionSearchInput = instructionListQuery.extend({
  query: z.string('required').trim().min(1, 'required').max(limits.searchMaxLength, 'too_long'),
});
export type InstructionSearchInput = z.output<typeof instructionSearchInput>;

const count = z.number().int();

/** How many of all own instructions are what; `review` counts some that another state counts too. */
export const instructionCounts = z.object({
  total: count,
  priority: z.record(z.enum(instructionPriorities), count),
  category: z.record(z.enum(instructionCategories), count),
  state: z.record(z.enum(instructionStates), count),
  status: z.record(z.enum(instructionStatuses), count),
});
export type InstructionCounts = z.output<typeof instructionCounts>;

/** A page of instructions. */
export const instructionPage = z.object({
  instructions: z.array(instructionSummary),
  /** Null where nothing follows. */
  next_cursor: z.string().nullable(),
  /** How many there are on all pages. */
  total: count,
});
export type InstructionPage = z.input<typeof instructionPage>;

/** A page of the list, with the figures of everything the owner has written. */
export const instructionList = instructionPage.extend({ counts: instructionCounts });
export type InstructionList = z.input<typeof instructionList>;

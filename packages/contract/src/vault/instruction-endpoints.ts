import { z } from 'zod';
import { defineEndpoint, hour, minute } from '../endpoint.ts';
import { idField, idParams, pageField, timestamp } from '../fields.ts';
import { limits } from '../limits.ts';
import * as schema from './instruction-schemas.ts';
import { instructionSummary } from './instruction-schemas.ts';
import {
  instructionCategories,
  instructionOrders,
  instructionPriorities,
  instructionStates,
  instructionStatuses,
} from './instruction-values.ts';

/** Filters, order and page. */
const instructionListQuery = z.object({
  category: z.enum(instructionCategories, 'invalid').optional(),
  /** Id of a contact that the instructions are addressed to. */
  contact: idField.optional(),
  priority: z.enum(instructionPriorities, 'invalid').optional(),
  state: z.enum(instructionStates, 'invalid').optional(),
  /** Folder in Mail. */
  status: z.enum(instructionStatuses, 'invalid').optional(),
  sort: z.enum(instructionOrders, 'invalid').default('newest'),
  /** Value of `next_cursor` on the previous page in the same order. */
  cursor: z.string('invalid').max(200, 'too_long').optional(),
  /** Page number instead of a cursor; earlier pages are skipped. */
  page: pageField.optional(),
  limit: z.coerce
    .number('invalid')
    .int('invalid')
    .min(1, 'invalid')
    .max(limits.mostInstructionsOnPage, 'invalid')
    .default(limits.instructionsOnPage),
  /** Adds the counts of all instructions, which take longer than the page. */
  counts: z.literal('true', 'invalid').optional(),
});
export type InstructionListQuery = z.output<typeof instructionListQuery>;

const instructionSearchInput = instructionListQuery.omit({ counts: true }).extend({
  query: z.string('required').trim().min(1, 'required').max(limits.searchMaxLength, 'too_long'),
});
export type InstructionSearchInput = z.output<typeof instructionSearchInput>;

const count = z.number().int();

/** Counts of all own instructions; `review` overlaps with other states. */
const instructionCounts = z.object({
  total: count,
  priority: z.record(z.enum(instructionPriorities), count),
  category: z.record(z.enum(instructionCategories), count),
  state: z.record(z.enum(instructionStates), count),
  status: z.record(z.enum(instructionStatuses), count),
});
export type InstructionCounts = z.output<typeof instructionCounts>;

const instructionPage = z.object({
  instructions: z.array(instructionSummary),
  /** Null on the last page. */
  next_cursor: z.string().nullable(),
  /** Number of instructions on all pages. */
  total: count,
});
export type InstructionPage = z.input<typeof instructionPage>;

/** A page of the list, with the counts of all instructions if requested. */
const instructionList = instructionPage.extend({ counts: instructionCounts.optional() });
export type InstructionList = z.input<typeof instructionList>;

const writeLimits = {
  maxBodyBytes: limits.instructionBodyBytes,
  limits: [{ per: 'account', max: 600, seconds: hour }],
} as const;

export const instructionEndpoints = {
  listInstructions: defineEndpoint({
    id: 'list-instructions',
    summary: 'A page of own instructions with files and text previews; counts by kind on request.',
    route: 'GET /instructions',
    callers: 'owner',
    query: instructionListQuery,
    output: instructionList,
    errors: ['content_unreadable'],
  }),
  getInstruction: defineEndpoint({
    id: 'get-instruction',
    summary: 'One instruction with its full text.',
    route: 'GET /instructions/{id}',
    callers: 'owner',
    params: idParams,
    output: schema.instructionView,
    errors: ['not_found', 'content_unreadable'],
  }),
  createInstruction: defineEndpoint({
    id: 'create-instruction',
    summary: 'Create an instruction. Idempotent by draft_id.',
    route: 'POST /instructions',
    callers: 'owner',
    proof: 'recent',
    body: schema.newInstructionInput,
    output: schema.instructionView,
    errors: [
      'instruction_limit_reached',
      'text_limit_reached',
      'file_type_unsupported',
      'file_limit_reached',
    ],
    ...writeLimits,
  }),
  updateInstruction: defineEndpoint({
    id: 'update-instruction',
    summary: 'Save a changed instruction, unless a newer version exists.',
    route: 'PUT /instructions/{id}',
    callers: 'owner',
    proof: 'recent',
    params: idParams,
    body: schema.changedInstructionInput,
    output: schema.instructionView,
    errors: [
      'not_found',
      'version_conflict',
      'instruction_closed',
      'text_limit_reached',
      'file_type_unsupported',
      'file_limit_reached',
    ],
    ...writeLimits,
  }),
  reviewInstruction: defineEndpoint({
    id: 'review-instruction',
    summary: 'Confirm that an instruction is still valid.',
    route: 'POST /instructions/{id}/review',
    callers: 'owner',
    proof: 'recent',
    params: idParams,
    output: z.object({ reviewed_at: timestamp }),
    errors: ['not_found', 'instruction_closed'],
  }),
  deleteInstruction: defineEndpoint({
    id: 'delete-instruction',
    summary: 'Move an instruction of the outbox with its files to the bin, for 30 days.',
    route: 'DELETE /instructions/{id}',
    callers: 'owner',
    proof: 'recent',
    params: idParams,
    errors: ['not_found', 'not_in_outbox'],
  }),
  searchInstructions: defineEndpoint({
    id: 'search-instructions',
    summary:
      'A page of own instructions that contain the words in title, text, recipient or file names.',
    route: 'POST /instructions/search',
    callers: 'owner',
    body: instructionSearchInput,
    output: instructionPage,
    errors: ['content_unreadable'],
    limits: [{ per: 'account', max: 60, seconds: minute }],
  }),
} as const;

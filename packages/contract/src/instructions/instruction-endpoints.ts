import { z } from 'zod';
import { nothing, timestamp } from '../account/fields.ts';
import { idField } from '../contacts/contact-schemas.ts';
import { defineEndpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import {
  instructionList,
  instructionListQuery,
  instructionPage,
  instructionSearchInput,
} from './instruction-list-schemas.ts';
import * as schema from './instruction-schemas.ts';

const hour = 3600;
const instructionId = z.object({ id: idField });
const writing = {
  maxBodyBytes: limits.instructionBodyBytes,
  limits: [{ per: 'account', max: 600, seconds: hour }],
} as const;

export const instructionEndpoints = {
  listInstructions: defineEndpoint({
    id: 'list-instructions',
    summary:
      'A page of the own instructions with their files, texts as a short preview; and how many of all there are of each kind.',
    method: 'GET',
    path: '/instructions',
    callers: 'owner',
    query: instructionListQuery,
    output: instructionList,
    errors: ['content_unreadable'],
  }),
  getInstruction: defineEndpoint({
    id: 'get-instruction',
    summary: 'One instruction with its whole text.',
    method: 'GET',
    path: '/instructions/{id}',
    callers: 'owner',
    params: instructionId,
    output: schema.instructionView,
    errors: ['not_found', 'content_unreadable'],
  }),
  createInstruction: defineEndpoint({
    id: 'create-instruction',
    summary: 'Write an instruction. Repeated with the same draft_id it answers with the first one.',
    method: 'POST',
    path: '/instructions',
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
    ...writing,
  }),
  updateInstruction: defineEndpoint({
    id: 'update-instruction',
    summary: 'Save a changed instruction, unless a newer version was saved meanwhile.',
    method: 'PUT',
    path: '/instructions/{id}',
    callers: 'owner',
    proof: 'recent',
    params: instructionId,
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
    ...writing,
  }),
  reviewInstruction: defineEndpoint({
    id: 'review-instruction',
    summary: 'Confirm that an instruction still holds.',
    method: 'POST',
    path: '/instructions/{id}/review',
    callers: 'owner',
    proof: 'recent',
    params: instructionId,
    output: z.object({ reviewed_at: timestamp }),
    errors: ['not_found', 'instruction_closed'],
  }),
  deleteInstruction: defineEndpoint({
    id: 'delete-instruction',
    summary: 'Delete an instruction and its files. Only from the outbox.',
    method: 'DELETE',
    path: '/instructions/{id}',
    callers: 'owner',
    proof: 'recent',
    params: instructionId,
    output: nothing,
    errors: ['not_found', 'not_in_outbox'],
  }),
  searchInstructions: defineEndpoint({
    id: 'search-instructions',
    summary:
      'A page of the own instructions whose title, text, recipient or files contain the words.',
    method: 'POST',
    path: '/instructions/search',
    callers: 'owner',
    body: instructionSearchInput,
    output: instructionPage,
    errors: ['content_unreadable'],
    limits: [{ per: 'account', max: 60, seconds: 60 }],
  }),
} as const;

import { z } from 'zod';
import { defineEndpoint, hour } from '../endpoint.ts';
import { idField, idParams, pageField, timestamp } from '../fields.ts';
import { limits } from '../limits.ts';
import { binnedInstruction, instructionView } from './instruction-schemas.ts';

/** Instructions that one call changes, either all of them or none. */
const instructionIds = z
  .array(idField, 'required')
  .min(1, 'required')
  .max(limits.instructionsAtOnce, 'invalid')
  .transform((ids) => [...new Set(ids)]);

const manyInstructions = z.object({ ids: instructionIds });
const changedCount = z.object({ count: z.number().int() });

/** Changes of several instructions in one transaction. */
export const batchEndpoints = {
  readdressInstructions: defineEndpoint({
    id: 'readdress-instructions',
    summary:
      'Replace the trusted contacts of several instructions. Further recipients stay. All or none.',
    route: 'POST /instructions/addressees',
    callers: 'owner',
    proof: 'recent',
    body: manyInstructions.extend({
      trusted_contact_ids: z
        .array(idField, 'contact_required')
        .min(1, 'contact_required')
        .max(1000, 'invalid')
        .transform((ids) => [...new Set(ids)]),
    }),
    output: changedCount,
    errors: ['not_found', 'instruction_closed'],
    limits: [{ per: 'account', max: 600, seconds: hour }],
  }),
  deleteInstructions: defineEndpoint({
    id: 'delete-instructions',
    summary: 'Move several instructions of the outbox to the bin. All or none.',
    route: 'POST /instructions/deletion',
    callers: 'owner',
    proof: 'recent',
    body: manyInstructions,
    output: changedCount,
    errors: ['not_found', 'not_in_outbox', 'instruction_closed'],
    limits: [{ per: 'account', max: 600, seconds: hour }],
  }),
} as const;

const binPage = z.object({
  instructions: z.array(binnedInstruction),
  /** Number of entries on all pages. */
  total: z.number().int(),
  /** Size of all files in the bin; they count towards the storage. */
  files_mb: z.number(),
});
export type BinPage = z.input<typeof binPage>;

/** Deleted instructions. They are never released, and not listed, counted or searched elsewhere. */
export const binEndpoints = {
  listBin: defineEndpoint({
    id: 'list-bin',
    summary:
      'A page of the bin, last deleted first. Its files count towards the storage until they are deleted.',
    route: 'GET /bin',
    callers: 'owner',
    query: z.object({ page: pageField.default(1) }),
    output: binPage,
    errors: ['content_unreadable'],
  }),
  getBinnedInstruction: defineEndpoint({
    id: 'get-binned-instruction',
    summary: 'A deleted instruction with its full text.',
    route: 'GET /bin/{id}',
    callers: 'owner',
    params: idParams,
    output: binnedInstruction.extend({ content: z.string() }),
    errors: ['not_found', 'content_unreadable'],
  }),
  restoreInstructions: defineEndpoint({
    id: 'restore-instructions',
    summary:
      'Move instructions of the bin back to the outbox, with files, former texts and the addressees that still exist. All or none.',
    route: 'POST /bin/restoration',
    callers: 'owner',
    proof: 'recent',
    body: manyInstructions,
    output: changedCount,
    errors: ['not_found', 'instruction_limit_reached', 'text_limit_reached'],
    limits: [{ per: 'account', max: 600, seconds: hour }],
  }),
  deletePermanently: defineEndpoint({
    id: 'delete-permanently',
    summary: 'Delete instructions of the bin permanently, with their files. All or none.',
    route: 'POST /bin/deletion',
    callers: 'owner',
    proof: 'recent',
    body: manyInstructions,
    output: changedCount,
    errors: ['not_found'],
    limits: [{ per: 'account', max: 600, seconds: hour }],
  }),
  emptyBin: defineEndpoint({
    id: 'empty-bin',
    summary: 'Delete everything in the bin permanently.',
    route: 'DELETE /bin',
    callers: 'owner',
    proof: 'recent',
    output: changedCount,
  }),
} as const;

export const formerText = z.object({
  id: z.string(),
  title: z.string(),
  /** First words of the text. */
  preview: z.string(),
  /** Time at which this text was saved. */
  saved_at: timestamp,
  /** The record is damaged and its texts are empty. */
  is_unreadable: z.boolean(),
});
export type FormerText = z.input<typeof formerText>;

const formerTextParams = idParams.extend({ text_id: idField });

/** Former titles and texts, for the owner alone. */
export const formerTextEndpoints = {
  listFormerTexts: defineEndpoint({
    id: 'list-former-texts',
    summary:
      'The last ten former texts of an instruction, newest first. A text that is replaced within ten minutes is not kept.',
    route: 'GET /instructions/{id}/former-texts',
    callers: 'owner',
    params: idParams,
    output: z.object({ former_texts: z.array(formerText) }),
    errors: ['not_found'],
  }),
  getFormerText: defineEndpoint({
    id: 'get-former-text',
    summary: 'A former title and text.',
    route: 'GET /instructions/{id}/former-texts/{text_id}',
    callers: 'owner',
    params: formerTextParams,
    output: formerText.extend({ content: z.string() }),
    errors: ['not_found', 'content_unreadable'],
  }),
  restoreFormerText: defineEndpoint({
    id: 'restore-former-text',
    summary:
      'Save a former title and text as the newest, and keep the replaced ones as a former text. Everything else stays.',
    route: 'POST /instructions/{id}/former-texts/{text_id}/restoration',
    callers: 'owner',
    proof: 'recent',
    params: formerTextParams,
    body: z.object({
      /** The version of the instruction as opened; a newer one is not overwritten. */
      version: z.number('invalid').int('invalid').positive('invalid'),
    }),
    output: instructionView,
    errors: [
      'not_found',
      'version_conflict',
      'instruction_closed',
      'text_limit_reached',
      'content_unreadable',
    ],
    limits: [{ per: 'account', max: 600, seconds: hour }],
  }),
} as const;

import { z } from 'zod';
import { defineEndpoint, hour } from '../endpoint.ts';
import { idParams, linkTokenField, timestamp } from '../fields.ts';
import { activationStatuses } from './protocol-values.ts';

/** Token of a mailed link, or the paper code. */
const vetoInput = z.union([
  z.object({ token: linkTokenField }),
  z.object({ code: z.string('required').min(1, 'required').max(100, 'veto_code_unknown') }),
]);
export type VetoInput = z.output<typeof vetoInput>;

/** Present state of an owner's protocol. Names only owner and contacts. */
export const vetoView = z.object({
  owner_name: z.string(),
  /** Starts that can be vetoed now, oldest first. */
  attempts: z.array(
    z.object({
      contact_name: z.string().nullable(),
      status: z.enum(activationStatuses),
      started_at: timestamp,
      release_at: timestamp.nullable(),
      /** Postponed beyond the waiting period by an interruption of the service. */
      is_postponed: z.boolean(),
      /** Nothing is released before an operator decides. */
      doubt: z.object({ decided_by: timestamp }).nullable(),
    }),
  ),
  /** Letters are released, so a veto is not possible any more. */
  is_released: z.boolean(),
  /** A mailed link cannot veto an approval by death certificate, and a used code cannot veto. */
  needs_sign_in: z.boolean(),
  is_code_used: z.boolean(),
  /** Vetoed with this link or code, or the start that the link names was vetoed in another way. */
  is_vetoed: z.boolean(),
});
export type VetoView = z.input<typeof vetoView>;

/** Vetoes of the owner, and actions after a release. */
export const vetoEndpoints = {
  describeVeto: defineEndpoint({
    id: 'describe-veto',
    summary: 'Describe the effect of a mailed link or paper code. Changes nothing.',
    route: 'POST /protocol/veto/description',
    callers: 'anyone',
    body: vetoInput,
    output: vetoView,
    errors: ['link_invalid', 'veto_code_unknown'],
    limits: [{ per: 'address', max: 30, seconds: hour }],
  }),
  vetoProtocol: defineEndpoint({
    id: 'veto-protocol',
    summary: 'Veto starts with a mailed link or paper code.',
    route: 'POST /protocol/veto',
    callers: 'anyone',
    body: vetoInput,
    output: vetoView,
    errors: [
      'link_invalid',
      'veto_code_unknown',
      'veto_code_used',
      'nothing_to_veto',
      'sign_in_to_veto',
    ],
    limits: [{ per: 'address', max: 30, seconds: hour }],
  }),
  vetoOwnProtocol: defineEndpoint({
    id: 'veto-own-protocol',
    summary: 'Veto starts as the signed-in owner.',
    route: 'POST /protocol/own-veto',
    callers: 'owner',
    errors: ['nothing_to_veto'],
    limits: [{ per: 'account', max: 60, seconds: hour }],
  }),
  decideOnVetoedContact: defineEndpoint({
    id: 'decide-on-vetoed-contact',
    summary: 'After a veto: allow the contact to start again, or ask them by mail.',
    route: 'POST /protocol/vetoed-contacts/{id}',
    callers: 'owner',
    proof: 'fresh',
    params: idParams,
    body: z.object({ decision: z.enum(['keep', 'question'], 'invalid') }),
    errors: ['contact_not_found'],
    limits: [{ per: 'account', max: 30, seconds: hour }],
  }),
  closeLetters: defineEndpoint({
    id: 'close-letters',
    summary: 'Recall all unopened letters.',
    route: 'POST /protocol/letters/closing',
    callers: 'owner',
    proof: 'fresh',
    output: z.object({ closed: z.number().int() }),
    errors: ['protocol_not_active'],
    limits: [{ per: 'account', max: 30, seconds: hour }],
  }),
  rearmProtocol: defineEndpoint({
    id: 'rearm',
    summary: 'End the present activation and make the protocol ready for another start.',
    route: 'POST /protocol/arming',
    callers: 'owner',
    proof: 'fresh',
    errors: ['protocol_not_active'],
    limits: [{ per: 'account', max: 10, seconds: hour }],
  }),
} as const;

import { z } from 'zod';
import { defineEndpoint, hour } from '../endpoint.ts';
import { idParams, linkTokenField, nothing, timestamp } from '../fields.ts';
import { activationStatuses } from './protocol-values.ts';

/** The token of a mailed link, or the code on paper. */
const vetoInput = z.union([
  z.object({ token: linkTokenField }),
  z.object({ code: z.string('required').min(1, 'required').max(100, 'stop_code_unknown') }),
]);
export type VetoInput = z.output<typeof vetoInput>;

/** The present state of an owner's protocol. Names only owner and contacts. */
export const vetoView = z.object({
  owner_name: z.string(),
  /** What can be stopped at this moment, oldest first; empty when there is nothing. */
  attempts: z.array(
    z.object({
      contact_name: z.string().nullable(),
      status: z.enum(activationStatuses),
      started_at: timestamp,
      release_at: timestamp.nullable(),
      /** Later than the owner's waiting time alone, because of an interruption of the service. */
      is_postponed: z.boolean(),
      /** A contact doubts it; nothing is released until an operator has decided. */
      doubt: z.object({ decided_by: timestamp }).nullable(),
    }),
  ),
  /** Letters have left already: nothing can be stopped any more. */
  is_released: z.boolean(),
  /** A mailed link cannot veto an approval by death certificate, nor can a used code veto anything. */
  needs_sign_in: z.boolean(),
  is_code_spent: z.boolean(),
  /** The owner has vetoed with this link or code, or vetoed the start that the link was about. */
  is_stopped: z.boolean(),
});
export type VetoView = z.input<typeof vetoView>;

/** How a living owner stops what somebody has begun, and what follows after letters have left. */
export const vetoEndpoints = {
  describeVeto: defineEndpoint({
    id: 'describe-stop',
    summary: 'What a mailed link or a code on paper would stop. Changes nothing.',
    method: 'POST',
    path: '/protocol/stop/description',
    callers: 'anyone',
    body: vetoInput,
    output: vetoView,
    errors: ['link_invalid', 'stop_code_unknown'],
    limits: [{ per: 'address', max: 30, seconds: hour }],
  }),
  vetoProtocol: defineEndpoint({
    id: 'stop-protocol',
    summary: 'Stop what somebody has begun, with a mailed link or the code on paper.',
    method: 'POST',
    path: '/protocol/stop',
    callers: 'anyone',
    body: vetoInput,
    output: vetoView,
    errors: [
      'link_invalid',
      'stop_code_unknown',
      'stop_code_spent',
      'nothing_to_stop',
      'sign_in_to_stop',
    ],
    limits: [{ per: 'address', max: 30, seconds: hour }],
  }),
  vetoOwnProtocol: defineEndpoint({
    id: 'stop-own-protocol',
    summary: 'Stop what somebody has begun, as the signed-in owner.',
    method: 'POST',
    path: '/protocol/own-stop',
    callers: 'owner',
    output: nothing,
    errors: ['nothing_to_stop'],
    limits: [{ per: 'account', max: 60, seconds: hour }],
  }),
  decideOnContact: defineEndpoint({
    id: 'decide-on-stopped-contact',
    summary: 'After a stop: let the contact start again, or ask them by mail what happened.',
    method: 'POST',
    path: '/protocol/stopped-contacts/{id}',
    callers: 'owner',
    proof: 'fresh',
    params: idParams,
    body: z.object({ decision: z.enum(['keep', 'question'], 'invalid') }),
    output: nothing,
    errors: ['contact_not_found'],
    limits: [{ per: 'account', max: 30, seconds: hour }],
  }),
  closeLetters: defineEndpoint({
    id: 'close-letters',
    summary: 'Take back every letter that nobody has opened.',
    method: 'POST',
    path: '/protocol/letters/closing',
    callers: 'owner',
    proof: 'fresh',
    output: z.object({ closed: z.number().int() }),
    errors: ['protocol_not_active'],
    limits: [{ per: 'account', max: 30, seconds: hour }],
  }),
  rearmProtocol: defineEndpoint({
    id: 'arm-again',
    summary: 'End what was started, and keep the protocol ready for another start.',
    method: 'POST',
    path: '/protocol/arming',
    callers: 'owner',
    proof: 'fresh',
    output: nothing,
    errors: ['protocol_not_active'],
    limits: [{ per: 'account', max: 10, seconds: hour }],
  }),
} as const;

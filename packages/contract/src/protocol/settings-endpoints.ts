import { z } from 'zod';
import { defineEndpoint, hour } from '../endpoint.ts';
import { emailField, nothing, timestamp } from '../fields.ts';
import { linkInput } from '../identity/account-schemas.ts';
import { waitingChoices } from './release-rules.ts';

const waitingField = z.literal(waitingChoices, 'invalid');

export const protocolRulesInput = z.object({
  waiting_hours: waitingField,
  needs_second: z.boolean('invalid'),
});
export type ProtocolRulesInput = z.output<typeof protocolRulesInput>;

export const protocolRulesView = z.object({
  /** What holds today. */
  waiting_hours: waitingField,
  needs_second: z.boolean(),
  /** A weaker choice that holds from a later moment on. */
  pending: protocolRulesInput.extend({ from: timestamp }).nullable(),
  /** Whether the owner has ever chosen. */
  is_chosen: z.boolean(),
  second_address: z
    .object({ email: z.string(), is_confirmed: z.boolean(), asked_at: timestamp })
    .nullable(),
  /** When the printed code was made that stops the protocol; null where there is none. */
  stop_code_made_at: timestamp.nullable(),
  /** The confirmed contacts, oldest first. Blocked: vetoed, and the owner has not decided yet. */
  contacts: z.array(z.object({ id: z.string(), name: z.string(), is_blocked: z.boolean() })),
  /** When letters would leave if the protocol were started and paid for at this moment. */
  release_at: timestamp,
});
export type ProtocolRulesView = z.input<typeof protocolRulesView>;

/** What an owner decides about the start of the protocol, and how it can be stopped. */
export const rulesEndpoints = {
  getProtocolRules: defineEndpoint({
    id: 'get-protocol-rules',
    summary: 'What the owner decided about the start of the protocol.',
    method: 'GET',
    path: '/protocol/rules',
    callers: 'owner',
    output: protocolRulesView,
  }),
  setProtocolRules: defineEndpoint({
    id: 'set-protocol-rules',
    summary: 'Choose waiting time and second contact. What protects less holds later.',
    method: 'PUT',
    path: '/protocol/rules',
    callers: 'owner',
    proof: 'fresh',
    body: protocolRulesInput,
    output: protocolRulesView,
    limits: [{ per: 'account', max: 60, seconds: hour }],
  }),
  setSecondAddress: defineEndpoint({
    id: 'set-second-address',
    summary: 'Name a second address for warnings; a mail asks it to confirm.',
    method: 'PUT',
    path: '/protocol/second-address',
    callers: 'owner',
    proof: 'fresh',
    body: z.object({ email: emailField }),
    output: protocolRulesView,
    errors: ['second_address_taken'],
    limits: [{ per: 'account', max: 10, seconds: hour }],
  }),
  removeSecondAddress: defineEndpoint({
    id: 'remove-second-address',
    summary: 'Remove the second address.',
    method: 'DELETE',
    path: '/protocol/second-address',
    callers: 'owner',
    proof: 'fresh',
    output: protocolRulesView,
    errors: ['not_found'],
    limits: [{ per: 'account', max: 10, seconds: hour }],
  }),
  describeSecondAddress: defineEndpoint({
    id: 'describe-second-address',
    summary: 'Whose second address is to be confirmed by the link.',
    method: 'POST',
    path: '/protocol/second-address/description',
    callers: 'anyone',
    body: linkInput,
    output: z.object({ owner_name: z.string(), email: z.string(), is_confirmed: z.boolean() }),
    errors: ['link_invalid', 'link_expired'],
    limits: [{ per: 'address', max: 120, seconds: hour }],
  }),
  confirmSecondAddress: defineEndpoint({
    id: 'confirm-second-address',
    summary: 'Confirm the second address with the token of its link.',
    method: 'POST',
    path: '/protocol/second-address/confirmation',
    callers: 'anyone',
    body: linkInput,
    output: nothing,
    errors: ['link_invalid', 'link_expired', 'second_address_taken'],
    limits: [{ per: 'address', max: 60, seconds: hour }],
  }),
  createPaperCode: defineEndpoint({
    id: 'make-stop-code',
    summary: 'Make the code on paper that stops the protocol; a former one ends.',
    method: 'POST',
    path: '/protocol/stop-code',
    callers: 'owner',
    proof: 'fresh',
    output: z.object({ code: z.string() }),
    limits: [{ per: 'account', max: 10, seconds: hour }],
  }),
  removePaperCode: defineEndpoint({
    id: 'remove-stop-code',
    summary: 'End the code on paper.',
    method: 'DELETE',
    path: '/protocol/stop-code',
    callers: 'owner',
    proof: 'fresh',
    output: nothing,
    errors: ['not_found'],
    limits: [{ per: 'account', max: 10, seconds: hour }],
  }),
} as const;

import { z } from 'zod';
import { defineEndpoint, hour } from '../endpoint.ts';
import { emailField, timestamp } from '../fields.ts';
import { linkInput, mailedLink } from '../identity/account-schemas.ts';
import { waitingChoices } from './release-rules.ts';

const waitingField = z.literal(waitingChoices, 'invalid');

export const protocolRulesInput = z.object({
  waiting_hours: waitingField,
  needs_second: z.boolean('invalid'),
});
export type ProtocolRulesInput = z.output<typeof protocolRulesInput>;

export const protocolRulesView = z.object({
  waiting_hours: waitingField,
  needs_second: z.boolean(),
  /** A choice of weaker protection that applies later. */
  pending: protocolRulesInput.extend({ from: timestamp }).nullable(),
  /** True if the owner has chosen the settings before. */
  is_chosen: z.boolean(),
  second_address: z
    .object({ email: z.string(), is_confirmed: z.boolean(), asked_at: timestamp })
    .nullable(),
  /** Creation time of the paper code; null if there is none. */
  veto_code_created_at: timestamp.nullable(),
  /** Confirmed contacts, oldest first. Blocked: vetoed, and the owner has not decided yet. */
  contacts: z.array(z.object({ id: z.string(), name: z.string(), is_blocked: z.boolean() })),
  /** Release time of a start paid now. */
  release_at: timestamp,
});
export type ProtocolRulesView = z.input<typeof protocolRulesView>;

/** Owner's settings for a start and for vetoes. */
export const settingsEndpoints = {
  getProtocolRules: defineEndpoint({
    id: 'get-protocol-rules',
    summary: "The owner's settings for a start.",
    route: 'GET /protocol/rules',
    callers: 'owner',
    output: protocolRulesView,
  }),
  setProtocolRules: defineEndpoint({
    id: 'set-protocol-rules',
    summary: 'Choose the waiting period and the second contact. Weaker protection applies later.',
    route: 'PUT /protocol/rules',
    callers: 'owner',
    proof: 'fresh',
    body: protocolRulesInput,
    output: protocolRulesView,
    limits: [{ per: 'account', max: 60, seconds: hour }],
  }),
  setSecondAddress: defineEndpoint({
    id: 'set-second-address',
    summary: 'Set a second address for warnings; it gets a mail to confirm.',
    route: 'PUT /protocol/second-address',
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
    route: 'DELETE /protocol/second-address',
    callers: 'owner',
    proof: 'fresh',
    output: protocolRulesView,
    errors: ['not_found'],
    limits: [{ per: 'account', max: 10, seconds: hour }],
  }),
  describeSecondAddress: defineEndpoint({
    id: 'describe-second-address',
    summary: 'Describe the second address to be confirmed by the link.',
    route: 'POST /protocol/second-address/description',
    callers: 'anyone',
    body: linkInput,
    output: z.object({ owner_name: z.string(), email: z.string(), is_confirmed: z.boolean() }),
    errors: ['link_invalid', 'link_expired'],
    limits: [{ per: 'address', max: 120, seconds: hour }],
  }),
  confirmSecondAddress: defineEndpoint({
    ...mailedLink,
    id: 'confirm-second-address',
    summary: 'Confirm the second address with the token of its link.',
    route: 'POST /protocol/second-address/confirmation',
    errors: ['link_invalid', 'link_expired', 'second_address_taken'],
  }),
  createPaperCode: defineEndpoint({
    id: 'make-veto-code',
    summary: 'Create a printed code for vetoes; the previous one becomes invalid.',
    route: 'POST /protocol/veto-code',
    callers: 'owner',
    proof: 'fresh',
    output: z.object({ code: z.string() }),
    limits: [{ per: 'account', max: 10, seconds: hour }],
  }),
  removePaperCode: defineEndpoint({
    id: 'remove-veto-code',
    summary: 'Remove the printed code.',
    route: 'DELETE /protocol/veto-code',
    callers: 'owner',
    proof: 'fresh',
    errors: ['not_found'],
    limits: [{ per: 'account', max: 10, seconds: hour }],
  }),
} as const;

import { z } from 'zod';
import { defineEndpoint, hour } from '../endpoint.ts';
import { idParams, nothing, timestamp } from '../fields.ts';
import {
  activationInput,
  activationView,
  agreementInput,
  correctedAddress,
  deliveryProgress,
  legacyView,
  receivedInstruction,
} from './legacy-schemas.ts';
import { activationStatuses, deliveryStates, undeliveredReasons } from './protocol-values.ts';

/** One delivery, as the owner sees it. */
const ownDelivery = z.object({
  id: z.string(),
  instruction_id: z.string(),
  /** Null where the record is damaged. */
  title: z.string().nullable(),
  recipient_name: z.string().nullable(),
  recipient_email: z.string().nullable(),
  state: z.enum(deliveryStates),
  queued_at: timestamp,
  accepted_at: timestamp.nullable(),
  /** When a mail server last said no, at once or later. */
  refused_at: timestamp.nullable(),
  /** When a mail server further on said that a mail does not arrive that was taken before. */
  bounced_at: timestamp.nullable(),
  opened_at: timestamp.nullable(),
  downloaded_at: timestamp.nullable(),
  corrected_at: timestamp.nullable(),
});

/** A contact who is paying for the start of the owner's protocol at this moment. */
const payingContact = z.object({
  activation_id: z.string(),
  contact_id: z.string(),
  name: z.string(),
  email: z.string(),
  started_at: timestamp,
});

/** Something a contact has begun, which the owner can stop. */
export const ownAttempt = z.object({
  activation_id: z.string(),
  status: z.enum(activationStatuses),
  contact_id: z.string().nullable(),
  contact_name: z.string().nullable(),
  /** As the owner wrote it down. */
  contact_phone: z.string().nullable(),
  started_at: timestamp,
  /** When letters leave, while it waits. */
  release_at: timestamp.nullable(),
  /** Later than the owner's waiting time alone, because of an interruption of the service. */
  is_postponed: z.boolean(),
  /** Contacts who doubt it; nothing is released until an operator has decided. */
  doubt: z.object({ decided_by: timestamp, names: z.array(z.string()) }).nullable(),
});

/** A start that took effect before the protocol was armed again. */
export const pastProtocol = z.object({
  activation_id: z.string(),
  contact_name: z.string().nullable(),
  activated_at: timestamp,
  armed_at: timestamp,
  progress: deliveryProgress.omit({ opened: true }),
  /** Letters that somebody opened. */
  opened: z.number().int(),
});

export const vetoedContact = z.object({
  id: z.string(),
  name: z.string(),
  stopped_at: timestamp,
});

/** What happened to the owner's own protocol, once it is started. */
export const ownProtocol = z.object({
  status: z.enum(activationStatuses),
  started_at: timestamp,
  activated_at: timestamp.nullable(),
  activated_by: z.object({ name: z.string(), email: z.string() }).nullable(),
  progress: deliveryProgress,
  /** Letters that nobody has opened: these can be taken back. */
  unopened: z.number().int(),
  deliveries: z.array(ownDelivery),
  /** Instructions that are still in the outbox, and why. */
  left: z.array(z.object({ instruction_id: z.string(), reason: z.enum(undeliveredReasons) })),
});

/** What a trusted contact may do, and what an owner sees of it. */
export const legacyEndpoints = {
  listLegacies: defineEndpoint({
    id: 'list-legacies',
    summary: 'The owners who named the caller and whom the caller confirmed.',
    method: 'GET',
    path: '/legacies',
    callers: 'owner',
    output: z.object({ legacies: z.array(legacyView) }),
  }),
  startActivation: defineEndpoint({
    id: 'create-activation-payment',
    summary: 'Begin to pay for the activation of an owner’s protocol.',
    method: 'POST',
    path: '/activations',
    callers: 'owner',
    proof: 'fresh',
    body: activationInput,
    output: z.object({ confirmation_url: z.string(), payment_id: z.string() }),
    errors: [
      'legacy_not_found',
      'protocol_already_active',
      'protocol_waiting',
      'contact_stopped',
      'review_required',
      'agreement_required',
      'start_doubted',
      'start_too_soon',
      'nothing_to_deliver',
      'pin_required',
      'wrong_pin',
      'pin_locked',
      'payment_mismatch',
      'payments_unavailable',
      'payment_outcome_unknown',
      'payment_refused',
    ],
    limits: [{ per: 'account', max: 30, seconds: hour }],
  }),
  requestAgreement: defineEndpoint({
    id: 'ask-for-agreement',
    summary:
      'Ask the other contacts to agree that the protocol is started, where the owner wants it.',
    method: 'POST',
    path: '/activations/agreement',
    callers: 'owner',
    proof: 'fresh',
    body: agreementInput,
    output: z.object({ activation_id: z.string() }),
    errors: [
      'legacy_not_found',
      'protocol_already_active',
      'protocol_waiting',
      'contact_stopped',
      'review_required',
      'agreement_not_needed',
      'start_too_soon',
      'nothing_to_deliver',
      'pin_required',
      'wrong_pin',
      'pin_locked',
    ],
    limits: [{ per: 'account', max: 30, seconds: hour }],
  }),
  answerAgreement: defineEndpoint({
    id: 'answer-agreement',
    summary:
      'Agree, as another confirmed contact, that the protocol is started, or doubt it: a doubt holds the start back until an operator has decided.',
    method: 'POST',
    path: '/activations/{id}/agreement',
    callers: 'owner',
    proof: 'fresh',
    proofUnless: { agrees: false },
    params: idParams,
    body: z.object({ agrees: z.boolean('invalid') }),
    output: nothing,
    errors: [
      'not_found',
      'contact_stopped',
      'agreement_not_needed',
      'start_doubted',
      'nothing_to_doubt',
      'doubt_decided',
    ],
    limits: [{ per: 'account', max: 60, seconds: hour }],
  }),
  withdrawDoubt: defineEndpoint({
    id: 'withdraw-doubt',
    summary: 'Withdraw a doubt of the caller’s; the start continues as if it had not been doubted.',
    method: 'DELETE',
    path: '/activations/{id}/doubt',
    callers: 'owner',
    proof: 'fresh',
    params: idParams,
    output: nothing,
    errors: ['not_found', 'nothing_to_doubt'],
    // Each doubt and each withdrawal is mailed to the owner and to the other contacts.
    limits: [{ per: 'account', max: 5, seconds: 24 * hour }],
  }),
  cancelActivation: defineEndpoint({
    id: 'give-up-activation-payment',
    summary: 'Take back an activation that the caller has begun, until letters leave.',
    method: 'POST',
    path: '/activations/{id}/giving-up',
    callers: 'owner',
    params: idParams,
    output: nothing,
    errors: ['not_found', 'protocol_already_active'],
    limits: [{ per: 'account', max: 60, seconds: hour }],
  }),
  getActivation: defineEndpoint({
    id: 'get-activation',
    summary: 'How far an activation that the caller paid for is, and whom no mail reaches.',
    method: 'GET',
    path: '/activations/{id}',
    callers: 'owner',
    params: idParams,
    output: activationView,
    errors: ['not_found'],
  }),
  correctAddress: defineEndpoint({
    id: 'correct-delivery-address',
    summary: 'Fix the address of a recipient whom no mail reaches, for all letters to them; once.',
    method: 'PUT',
    path: '/activations/envelopes/{id}/address',
    callers: 'owner',
    proof: 'fresh',
    params: idParams,
    body: correctedAddress,
    output: activationView,
    errors: ['not_found', 'address_not_correctable', 'delivery_under_way', 'no_changes'],
    limits: [{ per: 'account', max: 60, seconds: hour }],
  }),
  listReceivedInstructions: defineEndpoint({
    id: 'list-received-instructions',
    summary: 'The instructions that came to the caller as this trusted contact.',
    method: 'GET',
    path: '/legacies/{id}/instructions',
    callers: 'owner',
    params: idParams,
    output: z.object({ instructions: z.array(receivedInstruction) }),
    errors: ['legacy_not_found'],
  }),
  openReceivedInstruction: defineEndpoint({
    id: 'open-received-instruction',
    summary: 'Open a delivery to the caller without the mailed link; then it is read at /delivery.',
    method: 'POST',
    path: '/legacies/deliveries/{id}/opening',
    callers: 'owner',
    proof: 'recent',
    params: idParams,
    output: z.object({ delivery_id: z.string() }),
    errors: ['not_found', 'link_expired', 'letter_taken_back'],
  }),
  getOwnProtocol: defineEndpoint({
    id: 'get-own-protocol',
    summary:
      'What happens to the own protocol: who pays for it now, who started it, how far it is.',
    method: 'GET',
    path: '/protocol',
    callers: 'owner',
    output: z.object({
      protocol: ownProtocol.nullable(),
      paying: z.array(payingContact),
      /** What the owner can stop at this moment, oldest first. */
      attempts: z.array(ownAttempt),
      /** What took effect before the protocol was armed again, newest first. */
      past: z.array(pastProtocol),
      /** Contacts whose start the owner stopped, until the owner decides about them. */
      stopped_contacts: z.array(vetoedContact),
    }),
  }),
} as const;
export type OwnDelivery = z.input<typeof ownDelivery>;
export type PayingContact = z.input<typeof payingContact>;
export type OwnAttempt = z.input<typeof ownAttempt>;
export type PastProtocol = z.input<typeof pastProtocol>;
export type VetoedContact = z.input<typeof vetoedContact>;
export type OwnProtocol = z.input<typeof ownProtocol>;

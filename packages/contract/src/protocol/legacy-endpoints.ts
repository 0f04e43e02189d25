import { z } from 'zod';
import { paymentErrors } from '../billing/payment-values.ts';
import { defineEndpoint, hour } from '../endpoint.ts';
import { idParams, timestamp } from '../fields.ts';
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

/** A delivery as shown to the owner. */
const ownDelivery = z.object({
  id: z.string(),
  instruction_id: z.string(),
  /** Null if the record is damaged. */
  title: z.string().nullable(),
  recipient_name: z.string().nullable(),
  recipient_email: z.string().nullable(),
  state: z.enum(deliveryStates),
  queued_at: timestamp,
  accepted_at: timestamp.nullable(),
  /** Time of the last refusal by a mail server, including bounces. */
  refused_at: timestamp.nullable(),
  /** Bounced after a mail server had accepted it. */
  bounced_at: timestamp.nullable(),
  opened_at: timestamp.nullable(),
  downloaded_at: timestamp.nullable(),
  corrected_at: timestamp.nullable(),
});
export type OwnDelivery = z.input<typeof ownDelivery>;

/** A contact who is paying for a start of the owner's protocol. */
const payingContact = z.object({
  activation_id: z.string(),
  contact_id: z.string(),
  name: z.string(),
  email: z.string(),
  started_at: timestamp,
});
export type PayingContact = z.input<typeof payingContact>;

/** A start that the owner can veto. */
export const ownAttempt = z.object({
  activation_id: z.string(),
  status: z.enum(activationStatuses),
  contact_id: z.string().nullable(),
  contact_name: z.string().nullable(),
  /** Phone number that the owner has noted. */
  contact_phone: z.string().nullable(),
  started_at: timestamp,
  /** Planned time of the release, during the waiting period. */
  release_at: timestamp.nullable(),
  /** Postponed beyond the waiting period by an interruption of the service. */
  is_postponed: z.boolean(),
  /** Doubts of contacts; nothing is released before an operator decides. */
  doubt: z.object({ decided_by: timestamp, names: z.array(z.string()) }).nullable(),
});
export type OwnAttempt = z.input<typeof ownAttempt>;

/** A former activation, before the protocol was armed again. */
export const pastProtocol = z.object({
  activation_id: z.string(),
  contact_name: z.string().nullable(),
  activated_at: timestamp,
  armed_at: timestamp,
  progress: deliveryProgress.omit({ opened: true }),
  opened: z.number().int(),
});
export type PastProtocol = z.input<typeof pastProtocol>;

export const vetoedContact = z.object({
  id: z.string(),
  name: z.string(),
  vetoed_at: timestamp,
});
export type VetoedContact = z.input<typeof vetoedContact>;

/** State of the owner's own protocol after a start. */
export const ownProtocol = z.object({
  status: z.enum(activationStatuses),
  started_at: timestamp,
  activated_at: timestamp.nullable(),
  activated_by: z.object({ name: z.string(), email: z.string() }).nullable(),
  progress: deliveryProgress,
  /** Number of unopened letters, which the owner can recall. */
  unopened: z.number().int(),
  deliveries: z.array(ownDelivery),
  /** Instructions still in the outbox, with the reason. */
  left: z.array(z.object({ instruction_id: z.string(), reason: z.enum(undeliveredReasons) })),
});
export type OwnProtocol = z.input<typeof ownProtocol>;

const startErrors = [
  'legacy_not_found',
  'protocol_already_active',
  'protocol_waiting',
  'contact_vetoed',
  'review_required',
  'start_too_soon',
  'nothing_to_deliver',
  'pin_required',
  'wrong_pin',
  'pin_locked',
] as const;

/** Actions of trusted contacts, and the owner's view of them. */
export const legacyEndpoints = {
  listLegacies: defineEndpoint({
    id: 'list-legacies',
    summary: 'Owners who named the caller and whose invitation the caller has accepted.',
    route: 'GET /legacies',
    callers: 'owner',
    output: z.object({ legacies: z.array(legacyView) }),
  }),
  startActivation: defineEndpoint({
    id: 'create-activation-payment',
    summary: "Start a payment for the activation of an owner's protocol.",
    route: 'POST /activations',
    callers: 'owner',
    proof: 'fresh',
    body: activationInput,
    output: z.object({ confirmation_url: z.string(), payment_id: z.string() }),
    errors: [...startErrors, 'agreement_required', 'start_doubted', ...paymentErrors],
    limits: [{ per: 'account', max: 30, seconds: hour }],
  }),
  requestAgreement: defineEndpoint({
    id: 'ask-for-agreement',
    summary: 'Ask the other contacts to agree to a start, if the owner requires it.',
    route: 'POST /activations/agreement',
    callers: 'owner',
    proof: 'fresh',
    body: agreementInput,
    output: z.object({ activation_id: z.string() }),
    errors: [...startErrors, 'agreement_not_needed'],
    limits: [{ per: 'account', max: 30, seconds: hour }],
  }),
  answerAgreement: defineEndpoint({
    id: 'answer-agreement',
    summary:
      'Agree to a start as another confirmed contact, or doubt it. A doubt puts the start on hold until an operator decides.',
    route: 'POST /activations/{id}/agreement',
    callers: 'owner',
    proof: 'fresh',
    proofUnless: { agrees: false },
    params: idParams,
    body: z.object({ agrees: z.boolean('invalid') }),
    errors: [
      'not_found',
      'contact_vetoed',
      'agreement_not_needed',
      'start_doubted',
      'nothing_to_doubt',
      'doubt_decided',
    ],
    limits: [{ per: 'account', max: 60, seconds: hour }],
  }),
  withdrawDoubt: defineEndpoint({
    id: 'withdraw-doubt',
    summary: 'Withdraw an own doubt. The start continues as if never doubted.',
    route: 'DELETE /activations/{id}/doubt',
    callers: 'owner',
    proof: 'fresh',
    params: idParams,
    errors: ['not_found', 'nothing_to_doubt'],
    // Each doubt and withdrawal is mailed to the owner and the other contacts.
    limits: [{ per: 'account', max: 5, seconds: 24 * hour }],
  }),
  cancelActivation: defineEndpoint({
    id: 'give-up-activation-payment',
    summary: 'Cancel an own activation before the release.',
    route: 'POST /activations/{id}/giving-up',
    callers: 'owner',
    params: idParams,
    errors: ['not_found', 'protocol_already_active'],
    limits: [{ per: 'account', max: 60, seconds: hour }],
  }),
  getActivation: defineEndpoint({
    id: 'get-activation',
    summary: 'Progress of an activation paid by the caller, with unreached recipients.',
    route: 'GET /activations/{id}',
    callers: 'owner',
    params: idParams,
    output: activationView,
    errors: ['not_found'],
  }),
  correctAddress: defineEndpoint({
    id: 'correct-delivery-address',
    summary: 'Correct the address of an unreached recipient, once, for all their letters.',
    route: 'PUT /activations/envelopes/{id}/address',
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
    summary: 'Instructions delivered to the caller as this trusted contact.',
    route: 'GET /legacies/{id}/instructions',
    callers: 'owner',
    params: idParams,
    output: z.object({ instructions: z.array(receivedInstruction) }),
    errors: ['legacy_not_found'],
  }),
  openReceivedInstruction: defineEndpoint({
    id: 'open-received-instruction',
    summary: 'Open a delivery to the caller without the mailed link, to read it at /delivery.',
    route: 'POST /legacies/deliveries/{id}/opening',
    callers: 'owner',
    proof: 'recent',
    params: idParams,
    output: z.object({ delivery_id: z.string() }),
    errors: ['not_found', 'link_expired', 'letter_recalled'],
  }),
  getOwnProtocol: defineEndpoint({
    id: 'get-own-protocol',
    summary: 'State of the own protocol: payments in progress, starts, deliveries.',
    route: 'GET /protocol',
    callers: 'owner',
    output: z.object({
      protocol: ownProtocol.nullable(),
      paying: z.array(payingContact),
      /** Starts that the owner can veto now, oldest first. */
      attempts: z.array(ownAttempt),
      /** Former activations, newest first. */
      past: z.array(pastProtocol),
      /** Contacts whose start the owner vetoed and has not decided about yet. */
      vetoed_contacts: z.array(vetoedContact),
    }),
  }),
} as const;

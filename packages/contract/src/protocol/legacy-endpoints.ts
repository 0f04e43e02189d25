import { z } from 'zod';
import { nothing } from '../account/fields.ts';
import { idField } from '../contacts/contact-schemas.ts';
import { defineEndpoint } from '../endpoint.ts';
import {
  activationInput,
  activationView,
  correctedAddress,
  legacyView,
  ownProtocol,
  payingContact,
  receivedInstruction,
} from './protocol-schemas.ts';

const byId = z.object({ id: idField });

/** What a trusted contact may do, and what an owner sees of it. */
export const legacyEndpoints = {
  listLegacies: defineEndpoint({
    id: 'list-legacies',
    summary: 'The owners who named the caller and whom the caller confirmed.',
    method: 'GET',
    path: '/legacies',
    callers: 'owner',
    output: z.object({ legacies: z.array(legacyView) }),
    errors: [],
  }),
  startActivation: defineEndpoint({
    id: 'create-activation-payment',
    summary: 'Begin to pay for the activation of an owner’s protocol.',
    method: 'POST',
    path: '/activations',
    callers: 'owner',
    body: activationInput,
    output: z.object({ confirmation_url: z.string(), payment_id: z.string() }),
    errors: [
      'legacy_not_found',
      'protocol_already_active',
      'nothing_to_deliver',
      'pin_required',
      'wrong_pin',
      'pin_locked',
      'payment_mismatch',
      'payments_unavailable',
      'payment_outcome_unknown',
      'payment_refused',
    ],
    limits: [{ per: 'account', max: 30, seconds: 3600 }],
  }),
  giveUpActivation: defineEndpoint({
    id: 'give-up-activation-payment',
    summary: 'Take back an activation that the caller has begun to pay for.',
    method: 'POST',
    path: '/activations/{id}/giving-up',
    callers: 'owner',
    params: byId,
    output: nothing,
    errors: ['not_found', 'protocol_already_active'],
    limits: [{ per: 'account', max: 60, seconds: 3600 }],
  }),
  getActivation: defineEndpoint({
    id: 'get-activation',
    summary: 'How far an activation that the caller paid for is, and whom no mail reaches.',
    method: 'GET',
    path: '/activations/{id}',
    callers: 'owner',
    params: byId,
    output: activationView,
    errors: ['not_found'],
  }),
  correctAddress: defineEndpoint({
    id: 'correct-delivery-address',
    summary: 'Fix the address of a recipient whom no mail reaches; once per delivery.',
    method: 'PUT',
    path: '/activations/deliveries/{id}/address',
    callers: 'owner',
    params: byId,
    body: correctedAddress,
    output: activationView,
    errors: ['not_found', 'address_not_correctable', 'delivery_under_way', 'no_changes'],
    limits: [{ per: 'account', max: 60, seconds: 3600 }],
  }),
  listReceivedInstructions: defineEndpoint({
    id: 'list-received-instructions',
    summary: 'The instructions that came to the caller as this trusted contact.',
    method: 'GET',
    path: '/legacies/{id}/instructions',
    callers: 'owner',
    params: byId,
    output: z.object({ instructions: z.array(receivedInstruction) }),
    errors: ['legacy_not_found'],
  }),
  openReceivedInstruction: defineEndpoint({
    id: 'open-received-instruction',
    summary: 'Open a delivery to the caller without the mailed link; then it is read at /delivery.',
    method: 'POST',
    path: '/legacies/deliveries/{id}/opening',
    callers: 'owner',
    params: byId,
    output: z.object({ delivery_id: z.string() }),
    errors: ['not_found', 'link_expired'],
  }),
  getOwnProtocol: defineEndpoint({
    id: 'get-own-protocol',
    summary:
      'What happens to the own protocol: who pays for it now, who started it, how far it is.',
    method: 'GET',
    path: '/protocol',
    callers: 'owner',
    output: z.object({ protocol: ownProtocol.nullable(), paying: z.array(payingContact) }),
    errors: [],
  }),
} as const;

import { legacyEndpoints } from '@zavet/contract/protocol/legacy-endpoints';
import { type Route, route } from '../../../platform/http/route.ts';
import type { PaymentParts } from '../../payments/payments-face.ts';
import { giveUpActivation } from '../activation/give-up-activation.ts';
import { startActivation } from '../activation/start-activation.ts';
import { correctAddress } from '../delivery/correct-address.ts';
import { openAsContact } from '../portal/open-link.ts';
import type { ProtocolParts } from '../protocol-parts.ts';
import { listLegacies } from './list-legacies.ts';
import { listReceived, readActivation } from './read-activation.ts';
import { readOwnProtocol } from './read-own-protocol.ts';

/** What trusted contacts do, and what owners see of it. */
export function legacyRoutes(parts: ProtocolParts, payments: PaymentParts): Route[] {
  return [
    route(legacyEndpoints.listLegacies, async ({ owner }) => ({
      legacies: await listLegacies(parts, owner.user_id),
    })),
    route(legacyEndpoints.startActivation, ({ owner, body }) =>
      startActivation(parts, payments, owner, body),
    ),
    route(legacyEndpoints.giveUpActivation, async ({ owner, params }) => {
      await giveUpActivation(parts, payments, owner, params.id);
      return {};
    }),
    route(legacyEndpoints.getActivation, ({ owner, params }) =>
      readActivation(parts, owner, params.id),
    ),
    route(legacyEndpoints.correctAddress, async ({ owner, params, body }) => {
      const id = await correctAddress(parts, owner, params.id, body.recipient_email);
      return readActivation(parts, owner, id);
    }),
    route(legacyEndpoints.listReceivedInstructions, async ({ owner, params }) => ({
      instructions: await listReceived(parts, owner, params.id),
    })),
    route(legacyEndpoints.openReceivedInstruction, async ({ owner, params, cookies }) => {
      const { delivery_id } = await openAsContact(parts, owner, params.id, cookies);
      return { delivery_id };
    }),
    route(legacyEndpoints.getOwnProtocol, ({ owner }) => readOwnProtocol(parts, owner)),
  ];
}

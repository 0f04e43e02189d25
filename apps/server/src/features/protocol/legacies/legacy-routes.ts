import { legacyEndpoints } from '@zavet/contract/protocol/legacy-endpoints';
import { type Route, route } from '../../../platform/http/route.ts';
import type { PaymentDeps } from '../../billing/payments/index.ts';
import { giveUpActivation } from '../activation/give-up-activation.ts';
import { startActivation } from '../activation/start-activation.ts';
import { agreeToActivation } from '../agreement/answer-agreement.ts';
import { askForAgreement } from '../agreement/ask-agreement.ts';
import { correctAddress } from '../delivery/correct-address.ts';
import { openAsContact } from '../delivery/open-link.ts';
import { raiseDoubt } from '../doubts/raise-doubt.ts';
import { withdrawDoubt } from '../doubts/withdraw-doubt.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { listLegacies } from './list-legacies.ts';
import { listReceived, readActivation } from './read-activation.ts';
import { readOwnProtocol } from './read-own-protocol.ts';

/** What trusted contacts do, and what owners see of it. */
export function legacyRoutes(deps: ProtocolDeps, payments: PaymentDeps): Route[] {
  return [
    route(legacyEndpoints.listLegacies, async ({ owner }) => ({
      legacies: await listLegacies(deps, owner.user_id),
    })),
    route(legacyEndpoints.startActivation, ({ owner, body }) =>
      startActivation(deps, payments, owner, body),
    ),
    route(legacyEndpoints.askForAgreement, ({ owner, body }) => askForAgreement(deps, owner, body)),
    route(legacyEndpoints.answerAgreement, async ({ owner, params, body }) => {
      await (body.agrees ? agreeToActivation : raiseDoubt)(deps, owner, params.id);
      return {};
    }),
    route(legacyEndpoints.withdrawDoubt, async ({ owner, params }) => {
      await withdrawDoubt(deps, owner, params.id);
      return {};
    }),
    route(legacyEndpoints.giveUpActivation, async ({ owner, params }) => {
      await giveUpActivation(deps, payments, owner, params.id);
      return {};
    }),
    route(legacyEndpoints.getActivation, ({ owner, params }) =>
      readActivation(deps, owner, params.id),
    ),
    route(legacyEndpoints.correctAddress, async ({ owner, params, body }) => {
      const id = await correctAddress(deps, owner, params.id, body.recipient_email);
      return readActivation(deps, owner, id);
    }),
    route(legacyEndpoints.listReceivedInstructions, async ({ owner, params }) => ({
      instructions: await listReceived(deps, owner, params.id),
    })),
    route(legacyEndpoints.openReceivedInstruction, async ({ owner, params, cookies }) => {
      const { delivery_id } = await openAsContact(deps, owner, params.id, cookies);
      return { delivery_id };
    }),
    route(legacyEndpoints.getOwnProtocol, ({ owner }) => readOwnProtocol(deps, owner)),
  ];
}

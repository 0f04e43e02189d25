import { contactCardEndpoints } from '@zavet/contract/people/contact-endpoints';
import { reconfirmationEndpoints } from '@zavet/contract/people/invitation-endpoints';
import { legacyEndpoints } from '@zavet/contract/protocol/legacy-endpoints';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { type Owner, type Route, route } from '../../../platform/http/route.ts';
import { openCardByContactId, reconfirmAsContact } from '../../people/contacts/index.ts';
import { agreeToActivation, requestAgreement } from '../activation/ask-agreement.ts';
import { raiseDoubt, withdrawDoubt } from '../activation/doubts.ts';
import { cancelActivation } from '../activation/end-activation.ts';
import { startActivation } from '../activation/start-activation.ts';
import { correctAddress } from '../letters/correct-address.ts';
import { openLetterAsContact } from '../recipient-page/recipient-session.ts';
import { isOwnContactEntry } from './legacy-repository.ts';
import { listLegacies } from './list-legacies.ts';
import { listReceivedInstructions, readActivation, readOwnProtocol } from './read-protocol.ts';

export function legacyRoutes(ctx: Context): Route[] {
  const requireOwnEntry = async ({ user_id }: Owner, contactId: string) => {
    if (!(await isOwnContactEntry(ctx.database, user_id, contactId))) fail('legacy_not_found');
  };
  return [
    route(legacyEndpoints.listLegacies, async ({ owner }) => ({
      legacies: await listLegacies(ctx, owner.user_id),
    })),
    route(legacyEndpoints.startActivation, ({ owner, body }) => startActivation(ctx, owner, body)),
    route(legacyEndpoints.requestAgreement, ({ owner, body }) =>
      requestAgreement(ctx, owner, body),
    ),
    route(legacyEndpoints.answerAgreement, async ({ owner, params, body }) => {
      await (body.agrees ? agreeToActivation : raiseDoubt)(ctx, owner, params.id);
      return {};
    }),
    route(legacyEndpoints.withdrawDoubt, async ({ owner, params }) => {
      await withdrawDoubt(ctx, owner, params.id);
      return {};
    }),
    route(legacyEndpoints.cancelActivation, async ({ owner, params }) => {
      await cancelActivation(ctx, owner, params.id);
      return {};
    }),
    route(legacyEndpoints.getActivation, ({ owner, params }) =>
      readActivation(ctx, owner, params.id),
    ),
    route(legacyEndpoints.correctAddress, async ({ owner, params, body }) => {
      const id = await correctAddress(ctx, owner, params.id, body.recipient_email);
      return readActivation(ctx, owner, id);
    }),
    route(legacyEndpoints.listReceivedInstructions, async ({ owner, params }) => ({
      instructions: await listReceivedInstructions(ctx, owner, params.id),
    })),
    route(legacyEndpoints.openReceivedInstruction, async ({ owner, params, cookies }) => {
      const { delivery_id } = await openLetterAsContact(ctx, owner, params.id, cookies);
      return { delivery_id };
    }),
    route(legacyEndpoints.getOwnProtocol, ({ owner }) => readOwnProtocol(ctx, owner)),
    route(contactCardEndpoints.getContactCard, async ({ owner, params }) => {
      await requireOwnEntry(owner, params.id);
      return openCardByContactId(ctx, params.id);
    }),
    route(reconfirmationEndpoints.reconfirmAsContact, async ({ owner, params }) => {
      await requireOwnEntry(owner, params.id);
      await reconfirmAsContact(ctx, params.id);
      return {};
    }),
  ];
}

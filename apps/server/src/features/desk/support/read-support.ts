import type { SupportView } from '@zavet/contract/desk/support-endpoints';
import { supportTerms, supportTierOf } from '@zavet/contract/desk/support-values';
import type { Context } from '../../../context.ts';
import { readStorage } from '../../vault/storage/index.ts';
import { listMessages } from './message-repository.ts';
import { openMessages } from './open-messages.ts';
import { openListed, requestViewOf } from './open-request.ts';
import { listSupportRequests } from './support-repository.ts';

const latestRequests = 20;

/** What the support promises an owner today, and what they wrote to it. */
export async function readSupport(
  ctx: Context,
  userId: string,
  most = latestRequests,
): Promise<SupportView> {
  const { database, vault } = ctx;
  const { plan } = await readStorage(database, userId);
  const tier = supportTierOf(plan);
  const rows = await listSupportRequests(database, userId, most);
  const ids = rows.map(({ request }) => request.id);
  const messages = Map.groupBy(await listMessages(database, ids), (one) => one.request_id);
  return {
    support_email: ctx.mailer.site.supportEmail,
    tier,
    answer_hours: supportTerms.answerHours[tier],
    requests: rows.map(({ request, key: wrapped }) => {
      const key = vault.open(userId, wrapped);
      const texts = openListed(ctx, key, request);
      return requestViewOf(request, texts, openMessages(ctx, key, messages.get(request.id) ?? []));
    }),
  };
}

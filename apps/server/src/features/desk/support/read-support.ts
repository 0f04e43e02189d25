import type { SupportView } from '@zavet/contract/support/support-endpoints';
import { supportTerms, supportTierOf } from '@zavet/contract/support/support-terms';
import { readStorage } from '../../vault/storage/index.ts';
import { listMessages } from './message-repository.ts';
import { openMessages } from './open-messages.ts';
import { openListed, requestViewOf } from './open-request.ts';
import type { SupportDeps } from './support-deps.ts';
import { listSupportRequests } from './support-repository.ts';

const latestRequests = 20;

/** What the support promises an owner today, and what they wrote to it. */
export async function readSupport(
  deps: SupportDeps,
  userId: string,
  most = latestRequests,
): Promise<SupportView> {
  const { database, place, vault } = deps;
  const { plan } = await readStorage(database, userId);
  const tier = supportTierOf(plan);
  const rows = await listSupportRequests(database, userId, most);
  const ids = rows.map(({ request }) => request.id);
  const messages = Map.groupBy(await listMessages(database, ids), (one) => one.request_id);
  return {
    support_email: place.supportEmail,
    tier,
    answer_hours: supportTerms.answerHours[tier],
    requests: rows.map(({ request, key: wrapped }) => {
      const key = vault.open(userId, wrapped);
      const texts = openListed(deps, key, request);
      return requestViewOf(request, texts, openMessages(deps, key, messages.get(request.id) ?? []));
    }),
  };
}

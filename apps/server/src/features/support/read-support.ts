import type { SupportRequestView, SupportView } from '@zavet/contract/support/support-endpoints';
import { supportTerms, supportTierOf } from '@zavet/contract/support/support-terms';
import type { WrappedOwnerKey } from '../../platform/encryption/owner-key.ts';
import { SealBroken } from '../../platform/encryption/sealed-text.ts';
import { readStorage } from '../storage/public.ts';
import { openTexts, requestViewOf } from './open-request.ts';
import type { SupportDeps } from './support-deps.ts';
import { listSupportRequests, type SupportRequest } from './support-repository.ts';

const latestRequests = 20;

/** What the support promises an owner today, and what they wrote to it. */
export async function readSupport(deps: SupportDeps, userId: string): Promise<SupportView> {
  const { database, place } = deps;
  const { plan } = await readStorage(database, userId);
  const tier = supportTierOf(plan);
  const rows = await listSupportRequests(database, userId, latestRequests);
  return {
    support_email: place.supportEmail,
    tier,
    answer_hours: supportTerms.answerHours[tier],
    requests: rows.map(({ request, key }) => openListed(deps, request, key)),
  };
}

/** One that is damaged is shown without its texts, and does not hide the others. */
function openListed(
  { vault, log }: SupportDeps,
  request: SupportRequest,
  key: WrappedOwnerKey,
): SupportRequestView {
  try {
    return requestViewOf(request, openTexts(vault.open(request.user_id, key), request));
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    log.error(
      { code: 'support_request_damaged', request_id: request.id },
      'a support request does not open',
    );
    return requestViewOf(request, { subject: '', message: '' });
  }
}

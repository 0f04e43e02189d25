import { addYears, daysAfter } from '@zavet/contract/days';
import { isActive } from '@zavet/contract/protocol/protocol-values';
import { retention } from '@zavet/contract/service-terms';
import type { Context } from '../../../context.ts';
import type { RemovalCounts } from '../../../platform/database/batches.ts';
import { findLastSeen, lockUser } from '../../identity/account/index.ts';
import { appendAudit } from '../../identity/audit/index.ts';
import { findActivation } from '../activation/activation-repository.ts';
import { mailOwner } from '../emails/owner-mail.ts';
import { lettersClosed } from '../emails/rearming-mails.ts';
import { countDeliveries } from '../letters/delivery-repository.ts';
import {
  claimContactDeletion,
  deleteContactsOf,
  deleteDeliveries,
  deleteInstructions,
  type HandoverRef,
  isHandoverComplete,
  listCompleteHandovers,
  listExpiredContacts,
  markHandoverEnded,
} from './handover-repository.ts';
import { countOpened } from './rearming-repository.ts';

export function findCompleteHandovers(
  { database, clock }: Context,
  after: HandoverRef | undefined,
  limit: number,
): Promise<HandoverRef[]> {
  const now = clock.now();
  const releasedBefore = addYears(now, -retention.afterActivationYears);
  return listCompleteHandovers(database, releasedBefore, now, after, limit);
}

/**
 * Ends a handover: a year after the release, once no link is valid and no letter is queued, deletes
 * letters, links, addresses and instructions. If the owner was active since the release, the
 * instructions are kept and the owner is notified. Runs in the caller's transaction.
 */
export async function endHandover(
  ctx: Context,
  { id, owner_id }: HandoverRef,
): Promise<RemovalCounts> {
  const { database, clock } = ctx;
  if (!(await lockUser(database, owner_id))) return {};
  const now = clock.now();
  const releasedBefore = addYears(now, -retention.afterActivationYears);
  if (!(await isHandoverComplete(database, id, releasedBefore, now))) return {};
  const activation = await findActivation(database, id);
  if (!activation) return {};
  const wasOwnerActive = await wasOwnerSeen(ctx, owner_id, activation.activated_at ?? now);
  const past_letters = {
    progress: await countDeliveries(database, id),
    opened: await countOpened(database, id),
  };
  const { deliveries, instruction_ids } = await deleteDeliveries(database, id);
  const deleted = await deleteInstructions(database, wasOwnerActive ? [] : instruction_ids);
  const removed = { deliveries, ...deleted };
  const contacts_kept_until = wasOwnerActive ? null : daysAfter(now, retention.trustedPersonDays);
  await markHandoverEnded(database, id, now, { past_letters, contacts_kept_until });
  await appendAudit(ctx, {
    actor: { kind: 'system' },
    act: 'handover_ended',
    owner_id,
    subject_id: id,
    facts: { ...removed, owner_lives: wasOwnerActive },
  });
  // After rearming, no mail is sent.
  const isInEffect = isActive(activation.status);
  if (wasOwnerActive && isInEffect) {
    await mailOwner(ctx, owner_id, lettersClosed, { owner_id, change: 'ended' });
  }
  return removed;
}

async function wasOwnerSeen(
  { database, clock }: Context,
  ownerId: string,
  since: Date,
): Promise<boolean> {
  const seen = await findLastSeen(database, ownerId, clock.now());
  return seen !== undefined && seen > since;
}

export function findExpiredContacts(
  { database, clock }: Context,
  after: HandoverRef | undefined,
  limit: number,
): Promise<HandoverRef[]> {
  return listExpiredContacts(database, clock.now(), after, limit);
}

/**
 * Some days after the end of a handover, deletes the owner's contacts, unless the owner was active since
 * the release. Runs in the caller's transaction.
 */
export async function deleteHandoverContacts(
  ctx: Context,
  { id, owner_id }: HandoverRef,
): Promise<RemovalCounts> {
  const { database } = ctx;
  if (!(await lockUser(database, owner_id))) return {};
  const activation = await findActivation(database, id);
  if (!activation || !(await claimContactDeletion(database, id))) return {};
  if (await wasOwnerSeen(ctx, owner_id, activation.activated_at ?? activation.created_at)) {
    return {};
  }
  const trusted_contacts = await deleteContactsOf(database, owner_id);
  await appendAudit(ctx, {
    actor: { kind: 'system' },
    act: 'contacts_deleted',
    owner_id,
    subject_id: id,
    facts: { contacts: trusted_contacts },
  });
  return { trusted_contacts };
}

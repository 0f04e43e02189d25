import { addYears, daysAfter } from '@zavet/contract/days';
import { retention } from '@zavet/contract/legal/service-terms';
import { isActive } from '@zavet/contract/protocol/protocol-values';
import type { Context } from '../../../context.ts';
import type { Removed } from '../../../platform/database/removal.ts';
import { findLastSeen, lockUser } from '../../identity/account/index.ts';
import { appendAudit } from '../../identity/audit/index.ts';
import { findActivation } from '../activation/activation-repository.ts';
import { countDeliveries } from '../delivery/delivery-repository.ts';
import { handoverEnded } from '../emails/ending-mails.ts';
import { mailOwner } from '../emails/owner-mail.ts';
import { countRead } from '../rearming/letters-repository.ts';
import {
  deleteDeliveries,
  deleteInstructions,
  type HandoverRef,
  isHandoverOver,
  listOverHandovers,
  markHandoverEnded,
} from './ending-repository.ts';

export function findOverHandovers(
  { database, clock }: Context,
  after: HandoverRef | undefined,
  limit: number,
): Promise<HandoverRef[]> {
  const now = clock.now();
  const before = addYears(now, -retention.afterActivationYears);
  return listOverHandovers(database, before, now, after, limit);
}

/**
 * A year after the release, once its last link has expired and no letter is queued, deletes what was
 * handed over: letters, links, addresses, and the instructions themselves. An owner who has checked in
 * since keeps the instructions and the contacts, and is notified. In the caller's transaction.
 */
export async function endHandover(ctx: Context, { id, owner_id }: HandoverRef): Promise<Removed> {
  const { database, clock } = ctx;
  if (!(await lockUser(database, owner_id))) return {};
  const now = clock.now();
  const before = addYears(now, -retention.afterActivationYears);
  if (!(await isHandoverOver(database, id, before, now))) return {};
  const activation = await findActivation(database, id);
  if (!activation) return {};
  const lives = await isOwnerThere(ctx, owner_id, activation.activated_at ?? now);
  const letters = {
    progress: await countDeliveries(database, id),
    opened: await countRead(database, id),
  };
  const { deliveries, instruction_ids } = await deleteDeliveries(database, id);
  const handed = await deleteInstructions(database, lives ? [] : instruction_ids);
  const removed = { deliveries, ...handed };
  const contactsKeptUntil = lives ? null : daysAfter(now, retention.trustedPersonDays);
  await markHandoverEnded(database, id, now, { letters, contactsKeptUntil });
  await appendAudit(ctx, {
    actor: { kind: 'system' },
    act: 'handover_ended',
    owner_id,
    subject_id: id,
    facts: { ...removed, owner_lives: lives },
  });
  // One who has armed the protocol again has no use for it.
  const isTold = lives && isActive(activation.status);
  if (isTold) await mailOwner(ctx, owner_id, handoverEnded, { owner_id });
  return removed;
}

/** Whether the owner gave a sign of life after that moment. */
export async function isOwnerThere(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  ownerId: string,
  since: Date,
): Promise<boolean> {
  const seen = await findLastSeen(database, ownerId, clock.now());
  return seen !== undefined && seen > since;
}

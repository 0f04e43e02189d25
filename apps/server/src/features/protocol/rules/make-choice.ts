import { afterChoice, isWeaker, rulesAt } from '@zavet/contract/protocol/release-rules';
import type {
  ProtocolRulesInput,
  ProtocolRulesView,
} from '@zavet/contract/protocol/settings-endpoints';
import type { Context } from '../../../context.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { recordSecurityEvent } from '../../identity/account/index.ts';
import { protocolRulesWeakened } from '../emails/settings-mails.ts';
import { listOwnerAddresses } from './address-repository.ts';
import { lockOwner } from './lock-owner.ts';
import { findRulesRecord, saveRules } from './rules-repository.ts';
import { readRules } from './rules-view.ts';

/**
 * Chooses waiting time and second contact. What protects the owner less asks for the password and is
 * told to all of the owner's addresses; it can be taken back by choosing again what holds today.
 */
export function changeRules(
  ctx: Context,
  owner: Owner,
  choice: ProtocolRulesInput,
  caller: Caller,
): Promise<ProtocolRulesView> {
  const { database, clock } = ctx;
  const { user_id } = owner;
  return database.transaction(async () => {
    await lockOwner(ctx, user_id);
    const now = clock.now();
    const { kept, chosen_at } = await findRulesRecord(database, user_id);
    const today = rulesAt(kept, now);
    const next = afterChoice(kept, choice, now);
    const isLess = isWeaker(choice, today);
    const isMore = isWeaker(today, choice);
    const hasPending = kept.pending !== null && kept.pending.from > now;
    // The same choice waits already, or nothing else was chosen than what holds.
    const isAsBefore = next === kept || !(isLess || isMore || hasPending);
    if (isAsBefore && chosen_at !== null) return readRules(ctx, user_id);
    await saveRules(database, user_id, next, now);
    await recordSecurityEvent(database, user_id, 'protocol_rules_changed', caller, now);
    if (isLess) await orderWarnings(ctx, user_id, choice, now, next.pending?.from ?? now);
    return readRules(ctx, user_id);
  });
}

async function orderWarnings(
  ctx: Context,
  user_id: string,
  { waiting_hours, needs_second }: ProtocolRulesInput,
  now: Date,
  from: Date,
): Promise<void> {
  const chosen = { waiting_hours, needs_second, at: now.toISOString(), from: from.toISOString() };
  for (const { address } of await listOwnerAddresses(ctx.database, user_id)) {
    await enqueueMail(ctx, protocolRulesWeakened, { user_id, address, ...chosen });
  }
}

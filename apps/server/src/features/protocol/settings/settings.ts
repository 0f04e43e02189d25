import type { OutputOf } from '@zavet/contract/endpoint';
import {
  applyChoice,
  formatPaperCode,
  isWeaker,
  type ReleaseRules,
  releaseAt,
  rulesAt,
  type WaitingHours,
  waitingHoursOf,
} from '@zavet/contract/protocol/release-rules';
import type {
  ProtocolRulesInput,
  ProtocolRulesView,
  settingsEndpoints,
} from '@zavet/contract/protocol/settings-endpoints';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { listInterruptionsAfter } from '../../../platform/downtime/interruption-repository.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUser, recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { digestOfPaperCode, newPaperCode } from '../activation/veto-codes.ts';
import { releaseAfterInterruptions } from '../activation/waiting-rules.ts';
import { protocolSettingsChanged } from '../emails/settings-mails.ts';
import {
  findSecondAddress,
  listConfirmedContacts,
  listOwnerAddresses,
} from './address-repository.ts';
import {
  deletePaperCode,
  findRulesRecord,
  savePaperCode,
  saveRules,
} from './settings-repository.ts';

/** The owner's settings and their effect today. */
export async function readRules(
  { database, clock }: Context,
  ownerId: string,
): Promise<ProtocolRulesView> {
  const now = clock.now();
  const { kept, chosen_at, veto_code_made_at } = await findRulesRecord(database, ownerId);
  const second = await findSecondAddress(database, { user_id: ownerId });
  const today = rulesAt(kept, now);
  const { pending } = kept;
  const isPending = pending !== null && pending.from > now;
  return {
    ...choiceOf(today),
    pending: isPending ? { ...choiceOf(pending), from: pending.from } : null,
    is_chosen: chosen_at !== null,
    second_address: second
      ? {
          email: second.email,
          is_confirmed: second.confirmed_at !== null,
          asked_at: second.asked_at,
        }
      : null,
    veto_code_made_at,
    contacts: await listConfirmedContacts(database, ownerId),
    release_at: await releaseIfStarted(database, today, now),
  };
}

/** The release of a start paid now. */
async function releaseIfStarted(database: Database, rules: ReleaseRules, now: Date): Promise<Date> {
  const waitingHours = waitingHoursOf(rules, false);
  if (waitingHours === 0) return now;
  const known = await listInterruptionsAfter(database, now);
  return releaseAfterInterruptions(releaseAt(now, waitingHours), known);
}

/** The contract's schema admits only these hours. */
function choiceOf({ waiting_hours, needs_second }: ReleaseRules) {
  return { waiting_hours: waiting_hours as WaitingHours, needs_second };
}

/**
 * Chooses waiting period and second contact. A weaker choice is mailed to all addresses of the owner
 * and applies later; choosing the present rules again takes it back.
 */
export function changeRules(
  ctx: Context,
  { user_id }: Owner,
  choice: ProtocolRulesInput,
  caller: Caller,
): Promise<ProtocolRulesView> {
  const { database } = ctx;
  return withLockedOwner(ctx, user_id, async (now) => {
    const { kept, chosen_at } = await findRulesRecord(database, user_id);
    const today = rulesAt(kept, now);
    const next = applyChoice(kept, choice, now);
    const isLess = isWeaker(choice, today);
    const isMore = isWeaker(today, choice);
    const hasPending = kept.pending !== null && kept.pending.from > now;
    const isUnchanged = next === kept || !(isLess || isMore || hasPending);
    if (isUnchanged && chosen_at !== null) return readRules(ctx, user_id);
    await saveRules(database, user_id, next, now);
    await recordSecurityEvent(database, user_id, 'protocol_rules_changed', caller, now);
    if (isLess) await enqueueWarnings(ctx, user_id, choice, now, next.pending?.from ?? now);
    return readRules(ctx, user_id);
  });
}

async function enqueueWarnings(
  ctx: Context,
  user_id: string,
  { waiting_hours, needs_second }: ProtocolRulesInput,
  now: Date,
  from: Date,
): Promise<void> {
  const chosen = {
    ...({ change: 'rules', waiting_hours, needs_second } as const),
    ...{ at: now.toISOString(), from: from.toISOString() },
  };
  for (const { address } of await listOwnerAddresses(ctx.database, user_id)) {
    await enqueueMail(ctx, protocolSettingsChanged, { user_id, address, ...chosen });
  }
}

/** Imports a choice unless it is weaker; true where it was imported. The owner must be locked. */
export async function importReleaseRules(
  { database, clock }: Context,
  userId: string,
  choice: ReleaseRules,
): Promise<boolean> {
  const now = clock.now();
  const { kept } = await findRulesRecord(database, userId);
  if (isWeaker(choice, rulesAt(kept, now))) return false;
  await saveRules(database, userId, { ...choice, pending: null }, now);
  await recordSecurityEvent(database, userId, 'protocol_rules_changed', systemActor, now);
  return true;
}

/** Runs a transaction with the owner locked: settings of one owner change one after another. */
export function withLockedOwner<Result>(
  { database, clock }: Context,
  ownerId: string,
  change: (now: Date) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async () => {
    // The account may have been deleted since the session was looked up.
    if (!(await lockUser(database, ownerId))) fail('session_missing');
    return change(clock.now());
  });
}

/** Creates the code on paper that vetoes a start. Shown once; only its digest is stored. */
export function createPaperCode(
  ctx: Context,
  { user_id }: Owner,
  caller: Caller,
): Promise<OutputOf<typeof settingsEndpoints.createPaperCode>> {
  const { database, serviceKey } = ctx;
  return withLockedOwner(ctx, user_id, async (now) => {
    const code = newPaperCode();
    await savePaperCode(database, user_id, digestOfPaperCode(serviceKey, code), now);
    await recordSecurityEvent(database, user_id, 'veto_code_made', caller, now);
    await enqueueMail(ctx, protocolSettingsChanged, {
      ...{ user_id, change: 'code_made', at: now.toISOString() },
    });
    return { code: formatPaperCode(code) };
  });
}

export function removePaperCode(ctx: Context, { user_id }: Owner, caller: Caller): Promise<void> {
  const { database } = ctx;
  return withLockedOwner(ctx, user_id, async (now) => {
    if (!(await deletePaperCode(database, user_id))) fail('not_found');
    await recordSecurityEvent(database, user_id, 'veto_code_removed', caller, now);
    await enqueueMail(ctx, protocolSettingsChanged, {
      ...{ user_id, change: 'code_removed', at: now.toISOString() },
    });
  });
}

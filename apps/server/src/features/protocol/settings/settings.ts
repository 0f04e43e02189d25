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

/** The owner's settings, and the release time of a start paid now. */
export async function readRules(
  { database, clock }: Context,
  ownerId: string,
): Promise<ProtocolRulesView> {
  const now = clock.now();
  const { stored, chosen_at, veto_code_created_at } = await findRulesRecord(database, ownerId);
  const second = await findSecondAddress(database, { user_id: ownerId });
  const today = rulesAt(stored, now);
  const { pending } = stored;
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
    veto_code_created_at,
    contacts: await listConfirmedContacts(database, ownerId),
    release_at: await releaseIfStarted(database, today, now),
  };
}

/** The release time of a start paid now. */
async function releaseIfStarted(database: Database, rules: ReleaseRules, now: Date): Promise<Date> {
  const waitingHours = waitingHoursOf(rules, false);
  if (waitingHours === 0) return now;
  const known = await listInterruptionsAfter(database, now);
  return releaseAfterInterruptions(releaseAt(now, waitingHours), known);
}

/** The cast is safe: the contract's schema admits only these hours. */
function choiceOf({ waiting_hours, needs_second }: ReleaseRules) {
  return { waiting_hours: waiting_hours as WaitingHours, needs_second };
}

/**
 * Changes the waiting period and the requirement of a second contact. A weaker choice is mailed to
 * all addresses of the owner and applies later; choosing the current rules again reverts it.
 */
export function changeRules(
  ctx: Context,
  { user_id }: Owner,
  choice: ProtocolRulesInput,
  caller: Caller,
): Promise<ProtocolRulesView> {
  const { database } = ctx;
  return withLockedOwner(ctx, user_id, async (now) => {
    const { stored, chosen_at } = await findRulesRecord(database, user_id);
    const today = rulesAt(stored, now);
    const next = applyChoice(stored, choice, now);
    const isWeakening = isWeaker(choice, today);
    const isStrengthening = isWeaker(today, choice);
    const hasPending = stored.pending !== null && stored.pending.from > now;
    const isUnchanged = next === stored || !(isWeakening || isStrengthening || hasPending);
    if (isUnchanged && chosen_at !== null) return readRules(ctx, user_id);
    await saveRules(database, user_id, next, now);
    await recordSecurityEvent(database, user_id, 'protocol_rules_changed', caller, now);
    if (isWeakening) await enqueueWarnings(ctx, user_id, choice, now, next.pending?.from ?? now);
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

/** Imports a choice unless it is weaker; true if it was imported. The owner must be locked. */
export async function importReleaseRules(
  { database, clock }: Context,
  userId: string,
  choice: ReleaseRules,
): Promise<boolean> {
  const now = clock.now();
  const { stored } = await findRulesRecord(database, userId);
  if (isWeaker(choice, rulesAt(stored, now))) return false;
  await saveRules(database, userId, { ...choice, pending: null }, now);
  await recordSecurityEvent(database, userId, 'protocol_rules_changed', systemActor, now);
  return true;
}

/** Runs a transaction with the owner locked, to serialize changes of the owner's settings. */
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

/**
 * Creates and returns the paper code that vetoes a start. Only its hash is stored, so the code can
 * be shown only once.
 */
export function createPaperCode(
  ctx: Context,
  { user_id }: Owner,
  caller: Caller,
): Promise<OutputOf<typeof settingsEndpoints.createPaperCode>> {
  const { database, serviceKey } = ctx;
  return withLockedOwner(ctx, user_id, async (now) => {
    const code = newPaperCode();
    await savePaperCode(database, user_id, digestOfPaperCode(serviceKey, code), now);
    await recordSecurityEvent(database, user_id, 'veto_code_created', caller, now);
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

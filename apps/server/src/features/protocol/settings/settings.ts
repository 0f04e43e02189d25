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
  rulesEndpoints,
} from '@zavet/contract/protocol/settings-endpoints';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { listInterruptionsAfter } from '../../../platform/downtime/interruption-repository.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUser, recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { newVetoCode, vetoCodeDigest } from '../activation/veto-codes.ts';
import { releaseAfterInterruptions } from '../activation/waiting-rules.ts';
import { protocolRulesWeakened, stopCodeMade, stopCodeRemoved } from '../emails/settings-mails.ts';
import {
  findSecondAddress,
  listConfirmedContacts,
  listOwnerAddresses,
} from './address-repository.ts';
import { deleteVetoCode, findRulesRecord, saveRules, saveVetoCode } from './settings-repository.ts';

/** What an owner decided about the start of the protocol, and what follows from it today. */
export async function readRules(
  { database, clock }: Context,
  ownerId: string,
): Promise<ProtocolRulesView> {
  const now = clock.now();
  const { kept, chosen_at, stop_code_made_at } = await findRulesRecord(database, ownerId);
  const second = await findSecondAddress(database, { user_id: ownerId });
  const today = rulesAt(kept, now);
  const { pending } = kept;
  const isAhead = pending !== null && pending.from > now;
  return {
    ...choiceOf(today),
    pending: isAhead ? { ...choiceOf(pending), from: pending.from } : null,
    is_chosen: chosen_at !== null,
    second_address: second
      ? {
          email: second.email,
          is_confirmed: second.confirmed_at !== null,
          asked_at: second.asked_at,
        }
      : null,
    stop_code_made_at,
    contacts: await listConfirmedContacts(database, ownerId),
    release_at: await releaseIfStarted(database, today, now),
  };
}

/** When letters would leave that were paid for now. */
async function releaseIfStarted(database: Database, rules: ReleaseRules, now: Date): Promise<Date> {
  const waitingHours = waitingHoursOf(rules, false);
  if (waitingHours === 0) return now;
  const known = await listInterruptionsAfter(database, now);
  return releaseAfterInterruptions(releaseAt(now, waitingHours), known);
}

/** Only what the contract offers is ever kept. */
function choiceOf({ waiting_hours, needs_second }: ReleaseRules) {
  return { waiting_hours: waiting_hours as WaitingHours, needs_second };
}

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
    const next = applyChoice(kept, choice, now);
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

/**
 * Imports an owner's choice unless it protects less than the current one; true where it did. Part of
 * a transaction in which the owner is locked.
 */
export async function importReleaseRules(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
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

/** Choices of one owner come one after another. */
export async function lockOwner(
  { database }: Pick<Context, 'database'>,
  ownerId: string,
): Promise<void> {
  // The account was deleted since the session was looked up.
  if (!(await lockUser(database, ownerId))) fail('session_missing');
}

/** Makes the code on paper that stops the protocol. It is answered once; only its digest is kept. */
export function makeVetoCode(
  ctx: Context,
  owner: Owner,
  caller: Caller,
): Promise<OutputOf<typeof rulesEndpoints.createPaperCode>> {
  const { database, clock, serviceKey } = ctx;
  const { user_id } = owner;
  return database.transaction(async () => {
    await lockOwner(ctx, user_id);
    const code = newVetoCode();
    const now = clock.now();
    await saveVetoCode(database, user_id, vetoCodeDigest(serviceKey, code), now);
    await recordSecurityEvent(database, user_id, 'stop_code_made', caller, now);
    await enqueueMail(ctx, stopCodeMade, { user_id, at: now.toISOString() });
    return { code: formatPaperCode(code) };
  });
}

/** Ends the code on paper. */
export function removeVetoCode(ctx: Context, owner: Owner, caller: Caller): Promise<void> {
  const { database, clock } = ctx;
  const { user_id } = owner;
  return database.transaction(async () => {
    await lockOwner(ctx, user_id);
    if (!(await deleteVetoCode(database, user_id))) fail('not_found');
    const now = clock.now();
    await recordSecurityEvent(database, user_id, 'stop_code_removed', caller, now);
    await enqueueMail(ctx, stopCodeRemoved, { user_id, at: now.toISOString() });
  });
}

import { limits } from '@zavet/contract/limits';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { lockUser, pins, recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { activationPinLocked } from '../emails/end-mails.ts';
import { mailOwner } from '../emails/owner-mail.ts';
import { retryAllowedFrom } from '../requests/request-rules.ts';
import {
  type Activation,
  type ContactStateRow,
  findContactState,
  findEffectiveActivation,
  findStartedActivation,
} from './activation-repository.ts';
import { hasTakenPart, isConfirmedContact, mayActivate } from './activation-rules.ts';
import { lockPinTries, type PinTries, savePinTries } from './contact-veto-repository.ts';
import { findLastUpheld } from './doubt-repository.ts';
import { afterWrongPin, isLocked, noWrongTries } from './start-rules.ts';

/** A checked start, with the PIN hash that its PIN was verified against. */
export interface StartRequest {
  owner_id: string;
  contact_id: string;
  initiator_id: string;
  pin_hash: string | null;
}

/**
 * Checks that the contact may start, and the PIN. Strangers cannot find out if an owner exists or
 * has a PIN; their PIN attempts are not counted.
 */
export async function checkStart(
  ctx: Context,
  initiator: Owner,
  named: { deceased_user_id: string; trusted_contact_id: string },
  pin: string | undefined,
): Promise<StartRequest> {
  const ids = {
    owner_id: named.deceased_user_id,
    contact_id: named.trusted_contact_id,
    initiator_id: initiator.user_id,
  };
  const contactState = await findContactState(ctx.database, ids);
  await failUnlessAllowed(ctx, ids.owner_id, contactState);
  const pin_hash = requiredPinHash(contactState);
  if (pin_hash) await requirePin(ctx, { ...ids, pin_hash }, pin);
  return { ...ids, pin_hash };
}

/** Repeats the checks while both accounts are locked. */
export async function recheckStart(
  ctx: Context,
  request: StartRequest,
): Promise<Pick<Activation, 'approval_basis'>> {
  const { database, clock } = ctx;
  const contactState = await findContactState(database, request);
  await failUnlessAllowed(ctx, request.owner_id, contactState);
  // The same pause as after a rejected request.
  const upheldAt = await findLastUpheld(database, request.contact_id);
  const from = retryAllowedFrom(upheldAt, clock.now());
  if (from) fail('start_too_soon', { facts: { from } });
  if (requiredPinHash(contactState) !== request.pin_hash) {
    fail('pin_required', { fields: { pin: 'pin_required' } });
  }
  return { approval_basis: contactState?.approved_basis ?? null };
}

async function failUnlessAllowed(
  ctx: Context,
  ownerId: string,
  contactState: ContactStateRow | undefined,
): Promise<void> {
  await failUnlessConfirmed(ctx, ownerId, contactState);
  if (!mayActivate(contactState)) fail('contact_vetoed');
  if (ctx.config.activationMode === 'verified' && !contactState?.is_approved)
    fail('review_required');
}

/**
 * Fails for strangers as if the owner did not exist; contacts who took part in a release may know
 * about it.
 */
export async function failUnlessConfirmed(
  { database }: Context,
  ownerId: string,
  contactState: ContactStateRow | undefined,
): Promise<void> {
  if (isConfirmedContact(contactState)) return;
  if (hasTakenPart(contactState) && (await findEffectiveActivation(database, ownerId))) {
    fail('protocol_already_active');
  }
  fail('legacy_not_found');
}

/** Fails while an activation of the owner is in its waiting period or in effect. */
export async function failIfStarted(database: Database, ownerId: string): Promise<void> {
  const started = await findStartedActivation(database, ownerId);
  if (started) fail(started.status === 'waiting' ? 'protocol_waiting' : 'protocol_already_active');
}

/**
 * The hash of the PIN that a start requires; null without a PIN, or if an operator has approved the
 * contact.
 */
export function requiredPinHash(contactState: ContactStateRow | undefined): string | null {
  return contactState?.is_approved ? null : (contactState?.pin_hash ?? null);
}

interface PinCheck {
  owner_id: string;
  contact_id: string;
  pin_hash: string;
}

interface PinAttempt {
  isRight: boolean;
  /** False while the contact is locked out: nothing was compared or counted. */
  isCompared: boolean;
  tries: PinTries;
}

async function requirePin(ctx: Context, proof: PinCheck, pin: string | undefined): Promise<void> {
  if (pin === undefined) fail('pin_required', { fields: { pin: 'pin_required' } });
  // Fails outside of the transaction, which would otherwise roll back the count.
  const { isRight, tries } = await tryPin(ctx, proof, pin);
  if (isRight) return;
  if (tries.locked_until) {
    fail('pin_locked', { facts: { until: tries.locked_until } });
  }
  fail('wrong_pin', {
    fields: { pin: 'wrong_pin' },
    facts: { tries_left: limits.pinTries - tries.failures },
  });
}

/** Compares a PIN and counts the attempt. Attempts of one contact run one after another. */
export function tryPin(
  ctx: Context,
  { owner_id, contact_id, pin_hash }: PinCheck,
  pin: string,
): Promise<PinAttempt> {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    await lockUser(database, owner_id);
    const tries = await lockPinTries(database, contact_id);
    if (!tries) return fail('legacy_not_found');
    const now = clock.now();
    if (isLocked(tries, now)) return { isRight: false, isCompared: false, tries };
    const isRight = await pins(ctx).matches(pin_hash, pin);
    const next = isRight ? noWrongTries : afterWrongPin(tries, now);
    await savePinTries(database, contact_id, next);
    if (next.locked_until) {
      await recordSecurityEvent(database, owner_id, 'activation_pin_locked', systemActor, now);
      await mailOwner(ctx, owner_id, activationPinLocked, { contact_id });
    }
    return { isRight, isCompared: true, tries: next };
  });
}

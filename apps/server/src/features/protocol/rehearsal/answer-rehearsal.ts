import type { RehearsalAnswerView } from '@zavet/contract/protocol/rehearsal-endpoints';
import { rehearsalPinTries } from '@zavet/contract/protocol/rehearsal-values';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { mailedLink } from '../../../platform/mail/mailed-link.ts';
import { findProfile, hasPin, lockUser } from '../../identity/account/index.ts';
import {
  findNamedOwner,
  ownersProtocol,
  recordImpliedReconfirmation,
} from '../../people/contacts/index.ts';
import { tryPin } from '../index.ts';
import { endIfComplete } from './end-rehearsal.ts';
import {
  findParticipant,
  type Participant,
  type ParticipantContact,
  type ParticipantUpdate,
  type Rehearsal,
  updateParticipant,
} from './rehearsal-repository.ts';
import { asksForPin } from './rehearsal-rules.ts';
import { openAddress } from './rehearsal-view.ts';

interface Answerer {
  participant: Participant;
  rehearsal: Rehearsal;
  contact: ParticipantContact;
}

/**
 * The link of a rehearsal mail is valid only while its recipient is a contact with the same
 * address.
 */
const rehearsalLink = mailedLink<Context, Answerer>({
  find: async ({ database, vault }, digest) => {
    const found = await findParticipant(database, { digest });
    if (!found?.contact) return undefined;
    const { participant, rehearsal, contact } = found;
    const isContact = contact.status === 'confirmed' || contact.status === 'activated';
    const email = openAddress(await vault.keyOf(participant.user_id), participant);
    return isContact && contact.email === email ? { participant, rehearsal, contact } : undefined;
  },
  lock: ({ database }, { participant }) => lockUser(database, participant.user_id),
});

export async function openRehearsal(ctx: Context, token: string): Promise<RehearsalAnswerView> {
  return viewOf(ctx, await rehearsalLink.open(ctx, token));
}

/**
 * Confirms that the mail arrived, which also counts as a reconfirmation. A repeated call changes
 * nothing.
 */
export function answerRehearsal(ctx: Context, token: string): Promise<RehearsalAnswerView> {
  const { database, clock } = ctx;
  return updateByLink(ctx, token, async ({ participant, rehearsal, contact }) => {
    if (participant.state === 'answered' || (await isOver(ctx, rehearsal))) return undefined;
    await recordImpliedReconfirmation(ctx, participant.user_id, contact.id);
    const pin = (await hasPin(database, participant.user_id)) ? 'asked' : 'not_asked';
    return { state: 'answered', pin, answered_at: clock.now() };
  });
}

/**
 * Compares the PIN and stores the result, never the PIN itself. Attempts count towards the same
 * limit as at a start.
 */
export async function tryRehearsalPin(
  ctx: Context,
  token: string,
  pin: string,
): Promise<RehearsalAnswerView> {
  // Throws after the transaction, which must commit the attempt.
  let lockedUntil: Date | null = null;
  const view = await updateByLink(ctx, token, async (answerer) => {
    const { participant, contact } = answerer;
    const pin_hash = await requirePinHash(ctx, answerer);
    const proof = { owner_id: participant.user_id, contact_id: contact.id, pin_hash };
    const { isRight, isCompared, tries } = await tryPin(ctx, proof, pin);
    if (!isRight) lockedUntil = tries.locked_until;
    if (!isCompared) return undefined;
    return { pin: isRight ? 'right' : 'wrong', pin_tries: participant.pin_tries + 1 };
  });
  if (lockedUntil) fail('pin_locked', { facts: { until: lockedUntil as Date } });
  return view;
}

export function skipRehearsalPin(ctx: Context, token: string): Promise<RehearsalAnswerView> {
  return updateByLink(ctx, token, async (answerer) => {
    if (answerer.participant.pin === 'not_known') return undefined;
    await requirePinHash(ctx, answerer);
    return { pin: 'not_known' };
  });
}

async function requirePinHash(ctx: Context, { participant, rehearsal }: Answerer): Promise<string> {
  const { pin_hash } = (await findProfile(ctx.database, participant.user_id)) ?? {};
  const isAsked = pin_hash && asksForPin(participant, true) && !(await isOver(ctx, rehearsal));
  return isAsked ? pin_hash : fail('rehearsal_pin_not_asked');
}

function updateByLink(
  ctx: Context,
  token: string,
  decide: (answerer: Answerer) => Promise<ParticipantUpdate | undefined>,
): Promise<RehearsalAnswerView> {
  return rehearsalLink.act(ctx, token, async (answerer) => {
    const changes = await decide(answerer);
    if (changes) {
      await updateParticipant(ctx.database, answerer.participant, changes);
      await endIfComplete(ctx, answerer.participant.user_id);
    }
    return viewOf(ctx, await rehearsalLink.open(ctx, token));
  });
}

async function isOver(ctx: Context, rehearsal: Rehearsal): Promise<boolean> {
  if (rehearsal.ended_at || rehearsal.ends_at <= ctx.clock.now()) return true;
  return ownersProtocol(ctx).isUnderWay(rehearsal.user_id);
}

async function viewOf(
  ctx: Context,
  { participant, rehearsal, contact }: Answerer,
): Promise<RehearsalAnswerView> {
  const owner = await findNamedOwner(ctx, { id: contact.id, user_id: participant.user_id });
  if (!owner) return fail('link_invalid');
  const is_over = await isOver(ctx, rehearsal);
  const has_pin = await hasPin(ctx.database, participant.user_id);
  return {
    ...owner,
    contact_name: contact.name,
    preferred_language: contact.preferred_language,
    state: participant.state === 'answered' ? 'answered' : is_over ? 'over' : 'asked',
    asks_for_pin: !is_over && asksForPin(participant, has_pin),
    pin: participant.pin,
    pin_tries_left: rehearsalPinTries - participant.pin_tries,
  };
}

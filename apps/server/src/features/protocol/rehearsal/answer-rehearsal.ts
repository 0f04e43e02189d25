import type { RehearsalAnswerView } from '@zavet/contract/rehearsal/rehearsal-schemas';
import { rehearsalPinTries } from '@zavet/contract/rehearsal/rehearsal-values';
import { fail } from '../../../platform/failure.ts';
import { findProfile, hasPin, lockUser } from '../../identity/account/index.ts';
import { countAsStillHere, findNamedOwner } from '../../people/contacts/index.ts';
import { tryPin } from '../index.ts';
import { endIfComplete } from './end-rehearsal.ts';
import type { RehearsalDeps } from './rehearsal-deps.ts';
import {
  type ContactOfPart,
  changePart,
  findPart,
  type Part,
  type PartChanges,
  type Rehearsal,
} from './rehearsal-repository.ts';
import { asksForPin } from './rehearsal-rules.ts';
import { openAddress } from './rehearsal-view.ts';

interface AskedContact {
  part: Part;
  rehearsal: Rehearsal;
  contact: ContactOfPart;
}

/** What the contact who holds this link is asked. */
export async function openRehearsal(
  deps: RehearsalDeps,
  token: string,
): Promise<RehearsalAnswerView> {
  return viewOf(deps, await findByToken(deps, token));
}

/** The mail has arrived. Saying it again changes nothing. */
export function answerRehearsal(deps: RehearsalDeps, token: string): Promise<RehearsalAnswerView> {
  const { database, clock } = deps;
  return change(deps, token, async ({ part, rehearsal, contact }) => {
    if (part.state === 'answered' || (await isOver(deps, rehearsal))) return undefined;
    await countAsStillHere(deps.contacts, part.user_id, contact.id);
    const pin = (await hasPin(database, part.user_id)) ? 'asked' : 'not_asked';
    return { state: 'answered', pin, answered_at: clock.now() };
  });
}

/** Right or wrong is kept, the PIN is not. The try counts like one at a start. */
export async function tryRehearsalPin(
  deps: RehearsalDeps,
  token: string,
  pin: string,
): Promise<RehearsalAnswerView> {
  // Decided after the transaction: a failure inside it would take the counting back.
  let lockedUntil: Date | null = null;
  const view = await change(deps, token, async (asked) => {
    const { part, contact } = asked;
    const pin_hash = await pinAskedOf(deps, asked);
    const proof = { owner_id: part.user_id, contact_id: contact.id, pin_hash };
    const { isRight, isCompared, tries } = await tryPin(deps.protocol, proof, pin);
    if (!isRight) lockedUntil = tries.locked_until;
    if (!isCompared) return undefined;
    return { pin: isRight ? 'right' : 'wrong', pin_tries: part.pin_tries + 1 };
  });
  if (lockedUntil) fail('pin_locked', { facts: { until: (lockedUntil as Date).toISOString() } });
  return view;
}

/** The contact does not know the PIN. */
export function skipRehearsalPin(deps: RehearsalDeps, token: string): Promise<RehearsalAnswerView> {
  return change(deps, token, async (asked) => {
    if (asked.part.pin === 'not_known') return undefined;
    await pinAskedOf(deps, asked);
    return { pin: 'not_known' };
  });
}

async function pinAskedOf(deps: RehearsalDeps, { part, rehearsal }: AskedContact): Promise<string> {
  const { pin_hash } = (await findProfile(deps.database, part.user_id)) ?? {};
  const isAsked = pin_hash && asksForPin(part, true) && !(await isOver(deps, rehearsal));
  return isAsked ? pin_hash : fail('rehearsal_pin_not_asked');
}

/** Account first, as everywhere; read again, since everything may have changed while waiting. */
function change(
  deps: RehearsalDeps,
  token: string,
  decide: (asked: AskedContact) => Promise<PartChanges | undefined>,
): Promise<RehearsalAnswerView> {
  const { database } = deps;
  return database.transaction(async () => {
    const { part } = await findByToken(deps, token);
    await lockUser(database, part.user_id);
    const asked = await findByToken(deps, token);
    const changes = await decide(asked);
    if (changes) {
      await changePart(database, asked.part, changes);
      await endIfComplete(deps, part.user_id);
    }
    return viewOf(deps, await findByToken(deps, token));
  });
}

/** A link answers for the address it was mailed to, and only while its person is a contact. */
async function findByToken(deps: RehearsalDeps, token: string): Promise<AskedContact> {
  const { database, linkTokens, vault } = deps;
  const found = await findPart(database, { digest: linkTokens.digestOf(token) });
  if (!found?.contact) return fail('link_invalid');
  const { part, rehearsal, contact } = found;
  const isContact = contact.status === 'confirmed' || contact.status === 'activated';
  const email = openAddress(await vault.keyOf(part.user_id), part);
  if (!isContact || contact.email !== email) return fail('link_invalid');
  return { part, rehearsal, contact };
}

async function isOver({ contacts, clock }: RehearsalDeps, rehearsal: Rehearsal): Promise<boolean> {
  if (rehearsal.ended_at || rehearsal.ends_at <= clock.now()) return true;
  return contacts.protocol.isUnderWay(rehearsal.user_id);
}

async function viewOf(
  deps: RehearsalDeps,
  { part, rehearsal, contact }: AskedContact,
): Promise<RehearsalAnswerView> {
  const owner = await findNamedOwner(deps.contacts, { id: contact.id, user_id: part.user_id });
  if (!owner) return fail('link_invalid');
  const is_over = await isOver(deps, rehearsal);
  const has_pin = await hasPin(deps.database, part.user_id);
  return {
    ...owner,
    contact_name: contact.name,
    preferred_language: contact.preferred_language,
    state: part.state === 'answered' ? 'answered' : is_over ? 'over' : 'asked',
    asks_for_pin: !is_over && asksForPin(part, has_pin),
    pin: part.pin,
    pin_tries_left: rehearsalPinTries - part.pin_tries,
  };
}

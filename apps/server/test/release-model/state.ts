import type { ContactStatus } from '@zavet/contract/people/contact-rules';
import type { ActivationMode } from '@zavet/contract/protocol/protocol-values';
import {
  defaultReleaseRules,
  type ReleaseRules,
  releaseTimings,
  rulesAt,
  type StoredReleaseRules,
} from '@zavet/contract/protocol/release-rules';
import {
  isConfirmedContact,
  mayActivate,
  type Standing,
} from '../../src/features/protocol/activation/activation-rules.ts';
import type { Agreement } from '../../src/features/protocol/activation/start-rules.ts';

/** A time span that has begun; its length does not matter to the rules. */
export type Span = 'runs' | 'over';

/** A contact in the owner's list and the account behind it. */
export interface ModelContact {
  status: ContactStatus | 'removed';
  hasAccount: boolean;
  /** Took part in an activation and deleted the account afterwards. */
  isAccountGone: boolean;
  isLinkLive: boolean;
  /** After a veto of the owner, or an approval by an operator. */
  standing: 'none' | 'stopped' | 'approved' | 'certified';
  /** A request was rejected, or a doubt about a start upheld, less than a day ago. */
  isPaused: false | 'request' | 'start';
  pinLock: Span | null;
  open: 'requested' | 'approved' | 'agreement_pending' | 'agreed' | 'payment_pending' | null;
  /** The account that started the activation was deleted. */
  isPayerGone: boolean;
  /** Agreements, also of former activations. */
  asked: Span | null;
  seconded: Span | null;
  secondedBy: number | 'operator' | null;
  isAlone: boolean;
  /** Has an open doubt about the starts of other contacts. */
  doubts: boolean;
}

/** An owner with contacts. Times are only before or after the relevant ones. */
export interface ModelState {
  mode: ActivationMode;
  kept: StoredReleaseRules;
  hasPin: boolean;
  /** Recipients of the instructions: none, the contacts, or an address in the instruction. */
  letters: 'none' | 'contacts' | 'named';
  /** `isInterrupted`: the service was down and the activation has not been processed since. */
  waiting: { by: number; isPayerGone: boolean; span: Span; isInterrupted: boolean } | null;
  isReleased: boolean;
  /** An open doubt of a removed contact. */
  isDoubtLeft: boolean;
  contacts: readonly ModelContact[];
}

/** The current time in every state. */
export const now = new Date('2026-11-16T12:00:00Z');
const hour = 60 * 60 * 1000;
export const momentOf = (span: Span) => new Date(now.getTime() + (span === 'runs' ? hour : 0));
const startedAt = (span: Span, lengthMs: number) =>
  new Date(now.getTime() - (span === 'runs' ? lengthMs - hour : lengthMs));

/** A contact that the owner has just added. */
export const invited: ModelContact = {
  status: 'pending',
  hasAccount: false,
  isAccountGone: false,
  isLinkLive: true,
  standing: 'none',
  isPaused: false,
  pinLock: null,
  open: null,
  isPayerGone: false,
  asked: null,
  seconded: null,
  secondedBy: null,
  isAlone: false,
  doubts: false,
};

export function firstState(
  contacts: number,
  first = invited,
  mode: ActivationMode = 'direct',
): ModelState {
  return {
    mode,
    kept: defaultReleaseRules,
    hasPin: false,
    letters: 'contacts',
    waiting: null,
    isReleased: false,
    isDoubtLeft: false,
    contacts: Array.from({ length: contacts }, () => first),
  };
}

export function contactOf({ contacts }: ModelState, index: number): ModelContact {
  const contact = contacts[index];
  if (!contact) throw new Error(`no contact ${index}`);
  return contact;
}

export function withContact(
  state: ModelState,
  index: number,
  changes: Partial<ModelContact>,
): ModelState {
  const contacts = state.contacts.map((one, at) => (at === index ? { ...one, ...changes } : one));
  return { ...state, contacts };
}

export function rulesNow({ kept }: ModelState): ReleaseRules {
  return rulesAt(kept, now);
}

/** Mirrors the facts about owner and contact that the use cases read. */
export function standingOf(contact: ModelContact, isPersonGone = false): Standing {
  const { status, standing, hasAccount } = contact;
  if (status === 'removed') return nobody;
  return {
    contact_status: status,
    is_vetoed: standing === 'stopped',
    bound_user_id: hasAccount ? 'person' : null,
    initiator_id: hasAccount && !isPersonGone ? 'person' : null,
  };
}

const nobody = {
  contact_status: null,
  is_vetoed: false,
  bound_user_id: null,
  initiator_id: 'person',
};

export const mayStart = (contact: ModelContact) => mayActivate(standingOf(contact));

/** An operator approved a request, and the owner has not acted since. */
export const isApproved = ({ standing }: ModelContact) =>
  standing === 'approved' || standing === 'certified';

/** Confirmed and not blocked: such contacts can agree. */
const isThere = ({ status, standing }: ModelContact) =>
  status === 'confirmed' && standing !== 'stopped';

export function othersOf({ contacts }: ModelState, index: number): number[] {
  return contacts.flatMap((one, at) => (at !== index && isThere(one) ? at : []));
}

/** Mirrors `countOthers`: a blocked contact makes an agreement necessary and cannot give it. */
export function countOthers({ contacts }: ModelState, index: number): number {
  return contacts.filter(({ status }, at) => at !== index && status === 'confirmed').length;
}

/** A doubt of another contact holds this contact's start. */
export function isDoubted({ contacts, isDoubtLeft }: ModelState, index: number): boolean {
  return isDoubtLeft || contacts.some(({ doubts }, at) => at !== index && doubts);
}

export function agreementOf(state: ModelState, index: number): Agreement {
  const { asked, seconded, secondedBy, isAlone } = contactOf(state, index);
  return {
    asked_at: asked && startedAt(asked, releaseTimings.agreement),
    seconded_at: seconded && startedAt(seconded, releaseTimings.agreementValidity),
    is_second_there:
      secondedBy === 'operator' ||
      (secondedBy !== null && othersOf(state, index).includes(secondedBy)),
    is_alone: isAlone,
    is_doubted: isDoubted(state, index),
  };
}

export function hasSomethingToDeliver({ letters, contacts }: ModelState): boolean {
  if (letters === 'contacts') return contacts.some(({ status }) => status === 'confirmed');
  return letters === 'named';
}

/** Interruptions as the job sees them: the service has just resumed. */
export function interruptionsIn({ isInterrupted }: { isInterrupted: boolean }) {
  return isInterrupted ? [{ started_at: new Date(now.getTime() - hour), ended_at: now }] : [];
}

/** Facts that are read when a waiting period ends or a contact is removed. */
export function foundWhileWaiting(
  state: ModelState,
  { by, isPayerGone }: { by: number; isPayerGone: boolean },
) {
  return {
    initiator_user_id: isPayerGone ? null : 'person',
    standing: standingOf(contactOf(state, by), isPayerGone),
    hasSomethingToDeliver: hasSomethingToDeliver(state),
  };
}

/** Confirmed, or with a pending invitation. */
export function isReachable(contact: ModelContact): boolean {
  if (contact.status === 'removed' || contact.status === 'activated') return false;
  return isConfirmedContact(standingOf({ ...contact, hasAccount: true })) || contact.isLinkLive;
}

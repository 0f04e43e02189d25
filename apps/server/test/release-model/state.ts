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

/** Whether a span of time that began still runs; how long it is does not matter to the rules. */
export type Span = 'runs' | 'over';

/** One trusted contact: what the owner's list says, and the person behind it. */
export interface ModelContact {
  status: ContactStatus | 'removed';
  hasAccount: boolean;
  /** Took part in an activation, and closed the account afterwards. */
  isAccountGone: boolean;
  isLinkLive: boolean;
  /** After a stop of the owner's, or after documents that an operator has seen. */
  standing: 'none' | 'stopped' | 'approved' | 'certified';
  /** Less than a day ago a request was turned down, or a doubt about a start was upheld. */
  isPaused: false | 'request' | 'start';
  pinLock: Span | null;
  open: 'requested' | 'approved' | 'agreement_pending' | 'agreed' | 'payment_pending' | null;
  /** Who began it has closed the account since. */
  isPayerGone: boolean;
  /** What is known of an agreement, also of a former try. */
  asked: Span | null;
  seconded: Span | null;
  secondedBy: number | 'operator' | null;
  isAlone: boolean;
  /** Doubts the starts of the others, and neither took it back nor was answered. */
  doubts: boolean;
}

/** An owner with contacts. Times are before or after the moments that count. */
export interface ModelState {
  mode: ActivationMode;
  kept: StoredReleaseRules;
  hasPin: boolean;
  /** For whom there are instructions: nobody, the contacts, or somebody named in them. */
  letters: 'none' | 'contacts' | 'named';
  /** `isInterrupted`: the service was away meanwhile, and nobody has looked since. */
  waiting: { by: number; isPayerGone: boolean; span: Span; isInterrupted: boolean } | null;
  isReleased: boolean;
  /** A doubt of a contact that the owner has removed since. */
  isDoubtLeft: boolean;
  contacts: readonly ModelContact[];
}

/** The present of every state. */
export const now = new Date('2026-11-16T12:00:00Z');
const hour = 60 * 60 * 1000;
export const momentOf = (span: Span) => new Date(now.getTime() + (span === 'runs' ? hour : 0));
const begunAt = (span: Span, lengthMs: number) =>
  new Date(now.getTime() - (span === 'runs' ? lengthMs - hour : lengthMs));

/** Somebody whom the owner has just named. */
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

/** How owner, contact and the contact's person stand to each other, as the use cases find it. */
export function standingOf(contact: ModelContact, isPersonGone = false): Standing {
  const { status, standing, hasAccount } = contact;
  if (status === 'removed') return nobody;
  return {
    contact_status: status,
    is_stopped: standing === 'stopped',
    bound_user_id: hasAccount ? 'person' : null,
    initiator_id: hasAccount && !isPersonGone ? 'person' : null,
  };
}

const nobody = {
  contact_status: null,
  is_stopped: false,
  bound_user_id: null,
  initiator_id: 'person',
};

export const mayStart = (contact: ModelContact) => mayActivate(standingOf(contact));

/** An operator has seen documents, and the owner has not shown to live since. */
export const isApproved = ({ standing }: ModelContact) =>
  standing === 'approved' || standing === 'certified';

/** Confirmed, and not stopped: such contacts can agree. */
const isThere = ({ status, standing }: ModelContact) =>
  status === 'confirmed' && standing !== 'stopped';

export function othersOf({ contacts }: ModelState, index: number): number[] {
  return contacts.flatMap((one, at) => (at !== index && isThere(one) ? at : []));
}

/** As `countOthers` does: a vetoed contact makes an agreement necessary, and cannot give it. */
export function countOthers({ contacts }: ModelState, index: number): number {
  return contacts.filter(({ status }, at) => at !== index && status === 'confirmed').length;
}

/** A doubt of another contact holds back what this one begins. */
export function isDoubted({ contacts, isDoubtLeft }: ModelState, index: number): boolean {
  return isDoubtLeft || contacts.some(({ doubts }, at) => at !== index && doubts);
}

export function agreementOf(state: ModelState, index: number): Agreement {
  const { asked, seconded, secondedBy, isAlone } = contactOf(state, index);
  return {
    asked_at: asked && begunAt(asked, releaseTimings.agreement),
    seconded_at: seconded && begunAt(seconded, releaseTimings.agreementValidity),
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

/** What the watch knows of the service: it is back at this moment. */
export function interruptionsIn({ isInterrupted }: { isInterrupted: boolean }) {
  return isInterrupted ? [{ began_at: new Date(now.getTime() - hour), ended_at: now }] : [];
}

/** What is looked at when a waiting is over, or when a contact leaves. */
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

/** Confirmed, or could still say yes to an invitation that is out. */
export function isReachable(contact: ModelContact): boolean {
  if (contact.status === 'removed' || contact.status === 'activated') return false;
  return isConfirmedContact(standingOf({ ...contact, hasAccount: true })) || contact.isLinkLive;
}

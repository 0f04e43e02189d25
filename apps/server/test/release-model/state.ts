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
  type ContactState,
  isConfirmedContact,
  mayActivate,
} from '../../src/features/protocol/activation/activation-rules.ts';
import type { Agreement } from '../../src/features/protocol/activation/start-rules.ts';

/** A time span that has started; the model ignores its length. */
export type Span = 'runs' | 'over';

/** A contact in the owner's list and the account behind it. */
export interface ModelContact {
  status: ContactStatus | 'removed';
  hasAccount: boolean;
  /** The contact took part in an activation and deleted the account afterwards. */
  isAccountGone: boolean;
  isLinkValid: boolean;
  /** Permission to start after a veto by the owner or an approval by an operator. */
  permission: 'none' | 'vetoed' | 'approved' | 'certified';
  /** A request was rejected, or a doubt about a start upheld, less than a day ago. */
  isPaused: false | 'request' | 'start';
  pinLock: Span | null;
  open: 'requested' | 'approved' | 'agreement_pending' | 'agreed' | 'payment_pending' | null;
  /** The account that started the activation was deleted. */
  isPayerGone: boolean;
  /** Times of agreements, including those of former activations. */
  asked: Span | null;
  seconded: Span | null;
  secondedBy: number | 'operator' | null;
  isAlone: boolean;
  /** Has an open doubt about the starts of other contacts. */
  doubts: boolean;
}

/** An owner with contacts. The model only knows if a time span has ended. */
export interface ModelState {
  mode: ActivationMode;
  rules: StoredReleaseRules;
  hasPin: boolean;
  /** Recipients of the instructions: none, the contacts, or an address in the instruction. */
  letters: 'none' | 'contacts' | 'named';
  /** `isInterrupted`: the service was down and the activation has not been processed since. */
  waiting: { by: number; isPayerGone: boolean; span: Span; isInterrupted: boolean } | null;
  isReleased: boolean;
  /** True while the doubt of a removed contact is open. */
  hasOrphanedDoubt: boolean;
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
  isLinkValid: true,
  permission: 'none',
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
    rules: defaultReleaseRules,
    hasPin: false,
    letters: 'contacts',
    waiting: null,
    isReleased: false,
    hasOrphanedDoubt: false,
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

export function rulesNow({ rules }: ModelState): ReleaseRules {
  return rulesAt(rules, now);
}

/** Mirrors the contact state that the use cases read. */
export function contactStateOf(contact: ModelContact, isPersonGone = false): ContactState {
  const { status, permission, hasAccount } = contact;
  if (status === 'removed') return removedContactState;
  return {
    contact_status: status,
    is_vetoed: permission === 'vetoed',
    bound_user_id: hasAccount ? 'person' : null,
    initiator_id: hasAccount && !isPersonGone ? 'person' : null,
  };
}

const removedContactState = {
  contact_status: null,
  is_vetoed: false,
  bound_user_id: null,
  initiator_id: 'person',
};

export const mayStart = (contact: ModelContact) => mayActivate(contactStateOf(contact));

/** An operator approved a request, and the owner has not acted since. */
export const isApproved = ({ permission }: ModelContact) =>
  permission === 'approved' || permission === 'certified';

/** Confirmed and not vetoed. */
const canAgree = ({ status, permission }: ModelContact) =>
  status === 'confirmed' && permission !== 'vetoed';

export function othersOf({ contacts }: ModelState, index: number): number[] {
  return contacts.flatMap((one, at) => (at !== index && canAgree(one) ? at : []));
}

/** Mirrors `countOtherContacts`, which includes vetoed contacts although they cannot agree. */
export function countOthers({ contacts }: ModelState, index: number): number {
  return contacts.filter(({ status }, at) => at !== index && status === 'confirmed').length;
}

/** True if the doubt of another contact blocks this contact's start. */
export function isDoubted({ contacts, hasOrphanedDoubt }: ModelState, index: number): boolean {
  return hasOrphanedDoubt || contacts.some(({ doubts }, at) => at !== index && doubts);
}

export function agreementOf(state: ModelState, index: number): Agreement {
  const { asked, seconded, secondedBy, isAlone } = contactOf(state, index);
  return {
    asked_at: asked && startedAt(asked, releaseTimings.agreement),
    seconded_at: seconded && startedAt(seconded, releaseTimings.agreementValidity),
    is_second_valid:
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

/** Interruptions as the job reads them right after the service has resumed. */
export function interruptionsIn({ isInterrupted }: { isInterrupted: boolean }) {
  return isInterrupted ? [{ started_at: new Date(now.getTime() - hour), ended_at: now }] : [];
}

/** Data that the product reads when a waiting period ends or a contact is removed. */
export function waitingFactsOf(
  state: ModelState,
  { by, isPayerGone }: { by: number; isPayerGone: boolean },
) {
  return {
    initiator_user_id: isPayerGone ? null : 'person',
    contactState: contactStateOf(contactOf(state, by), isPayerGone),
    hasSomethingToDeliver: hasSomethingToDeliver(state),
  };
}

/** Confirmed, or with a pending invitation. */
export function isReachable(contact: ModelContact): boolean {
  if (contact.status === 'removed' || contact.status === 'activated') return false;
  return (
    isConfirmedContact(contactStateOf({ ...contact, hasAccount: true })) || contact.isLinkValid
  );
}

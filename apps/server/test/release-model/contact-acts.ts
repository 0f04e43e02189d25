import { waitingHoursOf } from '@zavet/contract/protocol/release-rules';
import { nextContactStatus } from '../../src/features/people/contacts/contact-rules.ts';
import {
  type ActivationEvent,
  nextActivationStatus,
  reasonToRefund,
} from '../../src/features/protocol/activation/activation-rules.ts';
import {
  afterWrongPin,
  agreementStep,
  isLocked,
} from '../../src/features/protocol/activation/start-rules.ts';
import {
  isDue,
  reasonToCancel,
  releaseAfterInterruptions,
} from '../../src/features/protocol/activation/waiting-rules.ts';
import {
  agreementOf,
  contactOf,
  contactStateOf,
  countOthers,
  hasSomethingToDeliver,
  interruptionsIn,
  isApproved,
  isDoubted,
  type ModelContact,
  type ModelState,
  mayStart,
  momentOf,
  now,
  othersOf,
  rulesNow,
  waitingFactsOf,
  withContact,
} from './state.ts';

/** The next state; undefined if the product refuses the act. */
export type Next = ModelState | undefined;

export const endedStart = { open: null, isPayerGone: false } as const;
export const isStarted = ({ waiting, isReleased }: ModelState) => waiting !== null || isReleased;

/** True if the contact knows the PIN, does not need it, or was approved by an operator. */
function passesPin({ hasPin }: ModelState, contact: ModelContact, knowsPin: boolean): boolean {
  if (!hasPin || isApproved(contact)) return true;
  const locked_until = contact.pinLock && momentOf(contact.pinLock);
  return knowsPin && !isLocked({ failures: 0, locked_until }, now);
}

function mayStartNow(state: ModelState, index: number, knowsPin: boolean): boolean {
  const contact = contactOf(state, index);
  const isReviewed = state.mode === 'direct' || isApproved(contact);
  return (
    mayStart(contact) &&
    contact.isPaused !== 'start' &&
    isReviewed &&
    passesPin(state, contact, knowsPin) &&
    !isStarted(state)
  );
}

function wayOf(state: ModelState, index: number): 'pay' | 'alone' | 'ask' {
  return agreementStep(rulesNow(state), countOthers(state, index), agreementOf(state, index), now);
}

/** Returns the status after these events. An unknown transition is a bug in the product. */
export function statusAfter(open: NonNullable<ModelContact['open']>, ...events: ActivationEvent[]) {
  return events.reduce<string>((status, event) => {
    const next = nextActivationStatus(status as typeof open, event);
    if (!next) throw new Error(`${status} does not know ${event}`);
    return next;
  }, open);
}

/** Mirrors `startActivation`. */
export function start(before: ModelState, index: number, knowsPin = false): Next {
  if (!mayStartNow(before, index, knowsPin)) return undefined;
  const state = withdrawOwnDoubt(before, index);
  const way = wayOf(state, index);
  if (way === 'ask') return undefined;
  const contact = contactOf(state, index);
  const { open } = contact;
  const isOwn = open !== null && !contact.isPayerGone;
  if (isOwn && open === 'payment_pending') return state;
  if (open && (!isOwn || open === 'requested')) statusAfter(open, 'given_up');
  if (!hasSomethingToDeliver(state)) return undefined;
  if (isOwn && open === 'agreement_pending')
    statusAfter(open, 'continued_alone', 'payment_started');
  if (isOwn && (open === 'agreed' || open === 'approved')) statusAfter(open, 'payment_started');
  const isAlone = way === 'alone';
  return withContact(state, index, { ...endedStart, open: 'payment_pending', isAlone });
}

/** Mirrors `requestAgreement`. */
export function requestAgreement(state: ModelState, index: number, knowsPin = false): Next {
  if (!mayStartNow(state, index, knowsPin) || wayOf(state, index) !== 'ask') return undefined;
  const { open, isPayerGone } = contactOf(state, index);
  if (open === 'agreement_pending' && !isPayerGone) return withdrawOwnDoubt(state, index);
  if (open === 'agreed' && !isPayerGone && isDoubted(state, index)) {
    return withdrawOwnDoubt(state, index);
  }
  if (open === 'approved' && !isPayerGone) statusAfter(open, 'agreement_asked');
  else if (open) statusAfter(open, 'given_up');
  if (!hasSomethingToDeliver(state)) return undefined;
  const requesting = {
    ...endedStart,
    ...noAgreement,
    open: 'agreement_pending',
    asked: 'runs',
    doubts: false,
  } as const;
  return countStartsAsAgreement(withContact(state, index, requesting));
}

/** A start or an agreement withdraws the contact's own doubt. Mirrors `withdrawDoubtOf`. */
function withdrawOwnDoubt(state: ModelState, index: number): ModelState {
  if (!contactOf(state, index).doubts) return state;
  return countStartsAsAgreement(withContact(state, index, { doubts: false }));
}

/** Contacts with starts of their own count as agreeing, unless another contact doubts. */
export function countStartsAsAgreement(state: ModelState): ModelState {
  const hasStarted = ({ open }: ModelContact) => open !== null && open !== 'requested';
  return state.contacts.reduce((seconded, { open }, index) => {
    if (open !== 'agreement_pending' || isDoubted(state, index)) return seconded;
    const by = othersOf(state, index).find((at) => hasStarted(contactOf(state, at)));
    return by === undefined ? seconded : addAgreement(seconded, index, by);
  }, state);
}

function addAgreement(state: ModelState, index: number, by: number): ModelState {
  statusAfter('agreement_pending', 'seconded');
  return withContact(state, index, { open: 'agreed', seconded: 'runs', secondedBy: by });
}

export function agree(state: ModelState, index: number, by: number): Next {
  const isSecond = othersOf(state, index).includes(by) && contactOf(state, by).hasAccount;
  if (!isSecond || contactOf(state, index).open !== 'agreement_pending') return undefined;
  const agreed = withdrawOwnDoubt(state, by);
  if (isDoubted(agreed, index)) return undefined;
  return contactOf(agreed, index).open === 'agreement_pending'
    ? addAgreement(agreed, index, by)
    : agreed;
}

/** Mirrors the payment effects of an activation. */
export function pay(state: ModelState, index: number): Next {
  const contact = contactOf(state, index);
  if (contact.open !== 'payment_pending') return undefined;
  const reason = reasonToRefund(
    { status: contact.open, end_reason: null },
    {
      contactState: contactStateOf(contact, contact.isPayerGone),
      isActive: isStarted(state),
      hasSomethingToDeliver: hasSomethingToDeliver(state),
    },
  );
  if (reason) {
    statusAfter(contact.open, 'paid_too_late');
    return withContact(state, index, { ...endedStart, ...noAgreement });
  }
  const hours = waitingHoursOf(rulesNow(state), contact.isAlone, isDoubted(state, index));
  statusAfter(contact.open, hours === 0 ? 'paid' : 'paid_to_wait');
  const paid = withContact(
    { ...state, contacts: state.contacts.map((one) => ({ ...one, ...endedStart })) },
    index,
    { doubts: false },
  );
  if (hours === 0) return release(paid);
  return {
    ...paid,
    waiting: { by: index, isPayerGone: false, span: 'runs', isInterrupted: false },
  };
}

export const noAgreement = {
  asked: null,
  seconded: null,
  secondedBy: null,
  isAlone: false,
} as const;

export function cancelStart(state: ModelState, index: number): Next {
  const { open, isPayerGone, hasAccount } = contactOf(state, index);
  if (open && !isPayerGone && hasAccount) {
    statusAfter(open, 'given_up');
    return withContact(state, index, endedStart);
  }
  const { waiting } = state;
  if (waiting?.by !== index || waiting.isPayerGone) return undefined;
  return withContact({ ...state, waiting: null }, index, noAgreement);
}

/** The payment expires or the bank declines it. */
export function expirePayment(state: ModelState, index: number): Next {
  const { open } = contactOf(state, index);
  if (open !== 'payment_pending') return undefined;
  statusAfter(open, 'payment_canceled');
  return withContact(state, index, endedStart);
}

/** Mirrors `processWaitingActivations`. */
export function processWaiting(state: ModelState): Next {
  const { waiting } = state;
  if (!waiting) return undefined;
  const release_at = momentOf(waiting.span);
  if (reasonToCancel(waitingFactsOf(state, waiting))) {
    return withContact({ ...state, waiting: null }, waiting.by, noAgreement);
  }
  if (releaseAfterInterruptions(release_at, interruptionsIn(waiting)) > release_at) {
    return { ...state, waiting: { ...waiting, span: 'runs', isInterrupted: false } };
  }
  if (isDoubted(state, waiting.by)) return undefined;
  return isDue({ release_at }, now) ? release({ ...state, waiting: null }) : undefined;
}

function release(state: ModelState): ModelState {
  const contacts = state.contacts.map((one) => {
    if (one.status !== 'confirmed') return one;
    const move = nextContactStatus(one.status, 'protocol_activated');
    return 'next' in move ? { ...one, status: move.next } : one;
  });
  return { ...state, contacts, isReleased: true };
}

/** The invited contact accepts or declines through the link. */
export function answer(state: ModelState, index: number, event: 'accepted' | 'declined'): Next {
  const { status, isLinkValid } = contactOf(state, index);
  if (status === 'removed' || !isLinkValid) return undefined;
  const isLate = event === 'accepted' && state.isReleased;
  const move = nextContactStatus(status, isLate ? 'accepted_late' : event);
  return 'next' in move ? withContact(state, index, { status: move.next }) : undefined;
}

export function signUp(state: ModelState, index: number): Next {
  const { hasAccount, isAccountGone, status } = contactOf(state, index);
  // A new account cannot replace a bound account that was deleted.
  if (hasAccount || isAccountGone || status === 'removed') return undefined;
  return withContact(state, index, { hasAccount: true });
}

/** Deletes the account, which unbinds the contact; only the owner can invite this contact again. */
export function closeAccount(state: ModelState, index: number): Next {
  const { hasAccount, status } = contactOf(state, index);
  if (!hasAccount || status === 'removed') return undefined;
  const move = nextContactStatus(status, 'account_deleted');
  const isUnbound = 'next' in move;
  const { waiting } = state;
  const left = waiting?.by === index ? { ...waiting, isPayerGone: true } : waiting;
  return withContact({ ...state, waiting: left }, index, {
    hasAccount: false,
    isPayerGone: contactOf(state, index).open !== null,
    isAccountGone: status === 'activated',
    ...(isUnbound && { status: move.next, isLinkValid: false }),
  });
}

/** Enters wrong PINs until the PIN is locked. */
export function lockPin(state: ModelState, index: number): Next {
  const contact = contactOf(state, index);
  if (!state.hasPin || !mayStart(contact) || isApproved(contact)) return undefined;
  let tries: { failures: number; locked_until: Date | null } = { failures: 0, locked_until: null };
  while (tries.locked_until === null) tries = afterWrongPin(tries, now);
  return withContact(state, index, { pinLock: 'runs' });
}

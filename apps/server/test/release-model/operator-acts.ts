import { isConfirmedContact } from '../../src/features/protocol/activation/activation-rules.ts';
import {
  isDoubtable,
  releaseAfterDoubt,
} from '../../src/features/protocol/activation/doubt-rules.ts';
import { reasonToAsk } from '../../src/features/protocol/requests/request-rules.ts';
import {
  countStartsAsAgreement,
  endedStart,
  isStarted,
  type Next,
  noAgreement,
  statusAfter,
} from './contact-acts.ts';
import {
  contactOf,
  contactStateOf,
  hasSomethingToDeliver,
  isApproved,
  isDoubted,
  type ModelContact,
  type ModelState,
  momentOf,
  now,
  withContact,
} from './state.ts';

/** Mirrors `fileRequest`. */
export function fileRequest(state: ModelState, index: number): Next {
  const contact = contactOf(state, index);
  if (!isConfirmedContact(contactStateOf(contact)) || isStarted(state)) return undefined;
  const { open, isPayerGone, isPaused, permission } = contact;
  if ((open === 'requested' || open === 'approved') && !isPayerGone) return state;
  const reason = reasonToAsk(state.mode, {
    is_approved: isApproved(contact),
    is_vetoed: permission === 'vetoed',
    asks_for_pin: state.hasPin && !isApproved(contact),
  });
  if (!reason || isPaused || !hasSomethingToDeliver(state)) return undefined;
  if (open) statusAfter(open, 'given_up');
  return withContact(state, index, { ...endedStart, open: 'requested' });
}

/** Mirrors `expireStaleActivations`. */
export function expire(state: ModelState, index: number): Next {
  const contact = contactOf(state, index);
  const { open, permission } = contact;
  if (open !== 'approved' && open !== 'agreement_pending' && open !== 'agreed') return undefined;
  if (open !== 'approved' && isDoubted(state, index)) return undefined;
  if (statusAfter(open, 'stale') !== 'payment_canceled') throw new Error('not expired');
  return withContact(state, index, {
    ...endedStart,
    ...noAgreement,
    permission: isApproved(contact) ? 'none' : permission,
  });
}

/** Mirrors the approval by command, which needs no request. */
export function approveContact(state: ModelState, index: number, isByCertificate = false): Next {
  const { status, permission, open } = contactOf(state, index);
  if (status !== 'confirmed') return undefined;
  if (open === 'requested') statusAfter(open, 'approved');
  const isCertified = isByCertificate || permission === 'certified';
  return withContact(state, index, {
    permission: isCertified ? 'certified' : 'approved',
    pinLock: null,
    ...(open === 'requested' && { open: 'approved' }),
  });
}

/** Mirrors `approveRequest`, which needs an open request. */
export function approveRequest(state: ModelState, index: number, isByCertificate: boolean): Next {
  const contact = contactOf(state, index);
  const isConfirmed = isConfirmedContact(contactStateOf(contact, contact.isPayerGone));
  if (contact.open !== 'requested' || !isConfirmed || isStarted(state)) return undefined;
  return approveContact(state, index, isByCertificate);
}

/** Mirrors `rejectRequest`. */
export function rejectRequest(state: ModelState, index: number): Next {
  const { open } = contactOf(state, index);
  if (open !== 'requested') return undefined;
  statusAfter(open, 'rejected');
  return withContact(state, index, { ...endedStart, isPaused: 'request' });
}

function isBlockedByDoubt(state: ModelState, index: number): boolean {
  const { open } = contactOf(state, index);
  const isOpen = state.waiting?.by === index || (open !== null && isDoubtable(open));
  return isOpen && isDoubted(state, index);
}

const hasBlockedStart = (state: ModelState) =>
  state.contacts.some((_, index) => isBlockedByDoubt(state, index));

/** Mirrors `raiseDoubt` but also allows a second doubt after a dismissal. */
export function raiseDoubt(state: ModelState, index: number, by: number): Next {
  const { status, hasAccount, doubts } = contactOf(state, by);
  if (status !== 'confirmed' || !hasAccount || doubts) return undefined;
  const next = withContact(state, by, { doubts: true });
  return isBlockedByDoubt(next, index) ? next : undefined;
}

/** Mirrors `withdrawDoubt`. */
export function withdrawDoubt(state: ModelState, by: number): Next {
  const { status, hasAccount, doubts } = contactOf(state, by);
  if (status !== 'confirmed' || !hasAccount || !doubts) return undefined;
  return continueActivations(withContact(state, by, { doubts: false }), state, 'withdrawn');
}

/** Mirrors `decideDoubt`. */
export function decideDoubts(state: ModelState, verdict: 'dismissed' | 'upheld'): Next {
  if (!hasBlockedStart(state)) return undefined;
  const contacts = state.contacts.map((one, index) => {
    const idle = { ...one, doubts: false };
    if (!isBlockedByDoubt(state, index)) return idle;
    return verdict === 'dismissed' ? dismissDoubt(idle) : upholdDoubt(idle);
  });
  const decided = { ...state, contacts, hasOrphanedDoubt: false };
  const { waiting } = state;
  if (verdict === 'dismissed') return continueActivations(decided, state, 'dismissed');
  return waiting && isBlockedByDoubt(state, waiting.by) ? { ...decided, waiting: null } : decided;
}

function dismissDoubt(contact: ModelContact): ModelContact {
  if (contact.open !== 'agreement_pending') return contact;
  if (statusAfter(contact.open, 'doubt_dismissed') !== 'agreed') throw new Error('dismissed');
  return { ...contact, open: 'agreed', seconded: 'runs', secondedBy: 'operator' };
}

function upholdDoubt(contact: ModelContact): ModelContact {
  if (contact.open) statusAfter(contact.open, 'doubt_upheld');
  const permission = isApproved(contact) ? 'none' : contact.permission;
  return { ...contact, ...endedStart, ...noAgreement, permission, isPaused: 'start' };
}

/** Continues an activation by its rules once no doubt blocks it. */
function continueActivations(
  state: ModelState,
  before: ModelState,
  ending: 'withdrawn' | 'dismissed',
) {
  const { waiting } = state;
  if (!waiting || !isDoubted(before, waiting.by) || isDoubted(state, waiting.by)) {
    return countStartsAsAgreement(state);
  }
  const at = releaseAfterDoubt(momentOf(waiting.span), ending, now);
  return { ...state, waiting: { ...waiting, span: at > now ? ('runs' as const) : waiting.span } };
}

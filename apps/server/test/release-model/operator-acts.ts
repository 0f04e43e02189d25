import { isConfirmedContact } from '../../src/features/protocol/activation/activation-rules.ts';
import {
  isDoubtable,
  releaseAfterDoubt,
} from '../../src/features/protocol/activation/doubt-rules.ts';
import { reasonToAsk } from '../../src/features/protocol/requests/request-rules.ts';
import {
  ended,
  isStarted,
  type Next,
  noAgreement,
  secondedByStarts,
  statusAfter,
} from './contact-acts.ts';
import {
  contactOf,
  hasSomethingToDeliver,
  isApproved,
  isDoubted,
  type ModelContact,
  type ModelState,
  momentOf,
  now,
  standingOf,
  withContact,
} from './state.ts';

/** Mirrors `fileRequest`. */
export function fileRequest(state: ModelState, index: number): Next {
  const contact = contactOf(state, index);
  if (!isConfirmedContact(standingOf(contact)) || isStarted(state)) return undefined;
  const { open, isPayerGone, isPaused, standing } = contact;
  if ((open === 'requested' || open === 'approved') && !isPayerGone) return state;
  const reason = reasonToAsk(state.mode, {
    is_approved: isApproved(contact),
    is_vetoed: standing === 'stopped',
    asks_for_pin: state.hasPin && !isApproved(contact),
  });
  if (!reason || isPaused || !hasSomethingToDeliver(state)) return undefined;
  if (open) statusAfter(open, 'given_up');
  return withContact(state, index, { ...ended, open: 'requested' });
}

/** Mirrors `expireStaleActivations`. */
export function expire(state: ModelState, index: number): Next {
  const contact = contactOf(state, index);
  const { open, standing } = contact;
  if (open !== 'approved' && open !== 'agreement_pending' && open !== 'agreed') return undefined;
  if (open !== 'approved' && isDoubted(state, index)) return undefined;
  if (statusAfter(open, 'stale') !== 'payment_canceled') throw new Error('left open');
  return withContact(state, index, {
    ...ended,
    ...noAgreement,
    standing: isApproved(contact) ? 'none' : standing,
  });
}

/** Mirrors the command, with or without a request. */
export function approveContact(state: ModelState, index: number, isByCertificate = false): Next {
  const { status, standing, open } = contactOf(state, index);
  if (status !== 'confirmed') return undefined;
  if (open === 'requested') statusAfter(open, 'approved');
  const isCertified = isByCertificate || standing === 'certified';
  return withContact(state, index, {
    standing: isCertified ? 'certified' : 'approved',
    pinLock: null,
    ...(open === 'requested' && { open: 'approved' }),
  });
}

/** Mirrors `approveRequest`, which needs an open request. */
export function approveRequest(state: ModelState, index: number, isByCertificate: boolean): Next {
  const contact = contactOf(state, index);
  const isThere = isConfirmedContact(standingOf(contact, contact.isPayerGone));
  if (contact.open !== 'requested' || !isThere || isStarted(state)) return undefined;
  return approveContact(state, index, isByCertificate);
}

/** Mirrors `rejectRequest`. */
export function rejectRequest(state: ModelState, index: number): Next {
  const { open } = contactOf(state, index);
  if (open !== 'requested') return undefined;
  statusAfter(open, 'rejected');
  return withContact(state, index, { ...ended, isPaused: 'request' });
}

function isHeld(state: ModelState, index: number): boolean {
  const { open } = contactOf(state, index);
  const isOpen = state.waiting?.by === index || (open !== null && isDoubtable(open));
  return isOpen && isDoubted(state, index);
}

const hasHeld = (state: ModelState) => state.contacts.some((_, index) => isHeld(state, index));

/** Mirrors `raiseDoubt` but also allows a second doubt after a dismissal. */
export function raiseDoubt(state: ModelState, index: number, by: number): Next {
  const { status, hasAccount, doubts } = contactOf(state, by);
  if (status !== 'confirmed' || !hasAccount || doubts) return undefined;
  const next = withContact(state, by, { doubts: true });
  return isHeld(next, index) ? next : undefined;
}

/** Mirrors `withdrawDoubt`. */
export function withdrawDoubt(state: ModelState, by: number): Next {
  const { status, hasAccount, doubts } = contactOf(state, by);
  if (status !== 'confirmed' || !hasAccount || !doubts) return undefined;
  return continueActivations(withContact(state, by, { doubts: false }), state, 'withdrawn');
}

/** Mirrors `decideDoubt`. */
export function decideDoubts(state: ModelState, verdict: 'dismissed' | 'upheld'): Next {
  if (!hasHeld(state)) return undefined;
  const contacts = state.contacts.map((one, index) => {
    const idle = { ...one, doubts: false };
    if (!isHeld(state, index)) return idle;
    return verdict === 'dismissed' ? dismissed(idle) : upheld(idle);
  });
  const decided = { ...state, contacts, isDoubtLeft: false };
  const { waiting } = state;
  if (verdict === 'dismissed') return continueActivations(decided, state, 'dismissed');
  return waiting && isHeld(state, waiting.by) ? { ...decided, waiting: null } : decided;
}

function dismissed(contact: ModelContact): ModelContact {
  if (contact.open !== 'agreement_pending') return contact;
  if (statusAfter(contact.open, 'doubt_dismissed') !== 'agreed') throw new Error('dismissed');
  return { ...contact, open: 'agreed', seconded: 'runs', secondedBy: 'operator' };
}

function upheld(contact: ModelContact): ModelContact {
  if (contact.open) statusAfter(contact.open, 'doubt_upheld');
  const standing = isApproved(contact) ? 'none' : contact.standing;
  return { ...contact, ...ended, ...noAgreement, standing, isPaused: 'start' };
}

/** Continues a held activation by its rules once no doubt is left. */
function continueActivations(
  state: ModelState,
  before: ModelState,
  ending: 'withdrawn' | 'dismissed',
) {
  const { waiting } = state;
  if (!waiting || !isDoubted(before, waiting.by) || isDoubted(state, waiting.by)) {
    return secondedByStarts(state);
  }
  const at = releaseAfterDoubt(momentOf(waiting.span), ending, now);
  return { ...state, waiting: { ...waiting, span: at > now ? ('runs' as const) : waiting.span } };
}

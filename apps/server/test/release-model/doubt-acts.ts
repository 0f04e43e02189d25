import {
  isDoubtable,
  releaseAfterDoubt,
} from '../../src/features/protocol/activation/doubt-rules.ts';
import { ended, moved, type Next, noAgreementKnown, secondedByStarts } from './contact-acts.ts';
import {
  contactOf,
  isApproved,
  isDoubted,
  type ModelContact,
  type ModelState,
  momentOf,
  now,
  withContact,
} from './state.ts';

function isHeld(state: ModelState, index: number): boolean {
  const { open } = contactOf(state, index);
  const isOpen = state.waiting?.by === index || (open !== null && isDoubtable(open));
  return isOpen && isDoubted(state, index);
}

const hasHeld = (state: ModelState) => state.contacts.some((_, index) => isHeld(state, index));

/** As `raiseDoubt` does, and more: the product refuses a second doubt after a dismissal. */
export function doubt(state: ModelState, index: number, by: number): Next {
  const { status, hasAccount, doubts } = contactOf(state, by);
  if (status !== 'confirmed' || !hasAccount || doubts) return undefined;
  const next = withContact(state, by, { doubts: true });
  return isHeld(next, index) ? next : undefined;
}

/** As `withdrawDoubt` does. */
export function withdraw(state: ModelState, by: number): Next {
  const { status, hasAccount, doubts } = contactOf(state, by);
  if (status !== 'confirmed' || !hasAccount || !doubts) return undefined;
  return goOn(withContact(state, by, { doubts: false }), state, 'withdrawn');
}

/** As `decideDoubt` does. */
export function decide(state: ModelState, verdict: 'dismissed' | 'upheld'): Next {
  if (!hasHeld(state)) return undefined;
  const contacts = state.contacts.map((one, index) => {
    const calm = { ...one, doubts: false };
    if (!isHeld(state, index)) return calm;
    return verdict === 'dismissed' ? dismissed(calm) : upheld(calm);
  });
  const decided = { ...state, contacts, isDoubtLeft: false };
  const { waiting } = state;
  if (verdict === 'dismissed') return goOn(decided, state, 'dismissed');
  return waiting && isHeld(state, waiting.by) ? { ...decided, waiting: null } : decided;
}

function dismissed(contact: ModelContact): ModelContact {
  if (contact.open !== 'agreement_pending') return contact;
  if (moved(contact.open, 'doubt_dismissed') !== 'agreed') throw new Error('dismissed');
  return { ...contact, open: 'agreed', seconded: 'runs', secondedBy: 'operator' };
}

function upheld(contact: ModelContact): ModelContact {
  if (contact.open) moved(contact.open, 'doubt_upheld');
  const standing = isApproved(contact) ? 'none' : contact.standing;
  return { ...contact, ...ended, ...noAgreementKnown, standing, isPaused: 'start' };
}

/** Letters that wait are released as the rules say, once no doubt holds them back. */
function goOn(state: ModelState, before: ModelState, ending: 'withdrawn' | 'dismissed') {
  const { waiting } = state;
  if (!waiting || !isDoubted(before, waiting.by) || isDoubted(state, waiting.by)) {
    return secondedByStarts(state);
  }
  const at = releaseAfterDoubt(momentOf(waiting.span), ending, now);
  return { ...state, waiting: { ...waiting, span: at > now ? ('runs' as const) : waiting.span } };
}

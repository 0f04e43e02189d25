import { waitingHoursOf } from '@zavet/contract/protocol/release-rules';
import { endAllSpans } from './acts.ts';
import { answer, pay, processWaiting, requestAgreement, signUp, start } from './contact-acts.ts';
import type { Transition } from './explore.ts';
import { approveRequest, decideDoubts, fileRequest } from './operator-acts.ts';
import {
  contactOf,
  countOthers,
  isApproved,
  isDoubted,
  isReachable,
  type ModelContact,
  type ModelState,
  rulesNow,
} from './state.ts';

/** Violations of a transition; empty if there are none. */
export function violationsOf({ act, from, to }: Transition): string[] {
  const { index, what } = partsOf(act);
  const isRelease = to.isReleased && !from.isReleased;
  const contact = index === undefined ? undefined : contactOf(from, index);
  const begins = what === 'starts' || what === 'asks';
  const hasStartedWaiting = to.waiting !== null && from.waiting === null;
  const wrong = {
    'letters left early':
      isRelease && !(act === 'watch' ? isWaitingOver(from) : releasesImmediately(from, act)),
    'the owner had no day after an interruption': isRelease && from.waiting?.isInterrupted,
    'an interruption was forgotten':
      from.waiting?.isInterrupted && to.waiting?.isInterrupted === false && isWaitingOver(to),
    'letters left while a doubt was open':
      isRelease && isDoubted(from, from.waiting?.by ?? index ?? -1),
    'a doubt was lost': isDoubtLost(act, from, to),
    'a doubt outlived a release': to.isReleased && isDoubted(to, -1),
    'a contact went on without a second one, or in spite of a doubt':
      what === 'starts' &&
      index !== undefined &&
      !isPaying(contact) &&
      !isAgreedTo(from, to, index),
    'letters left twice in a cycle': from.isReleased && (isRelease || to.waiting !== null),
    'a release was taken back': from.isReleased && !to.isReleased && act !== 'owner arms again',
    'a stopped contact began': begins && contact?.standing === 'stopped',
    'somebody began whom no operator let':
      begins && to !== from && from.mode === 'verified' && contact && !isApproved(contact),
    'a link stopped what rests on a certificate':
      act === 'owner stops by link' &&
      from.contacts.some((one, at) => isCertifiedEnd(one, at, from, to)),
    'a stopped contact’s payment counted':
      (isRelease || hasStartedWaiting) && what === 'pays' && contact?.standing === 'stopped',
    'something was left after a stop': act === 'owner stops' && !isIdle(to),
    'a choice touched what waits': act.startsWith('owner chooses') && to.waiting !== from.waiting,
    'a waiting ended early':
      isWaitingOver(to) && !isWaitingOver(from) && act !== 'time: the waiting',
  };
  const found: string[] = [];
  for (const name in wrong) if (wrong[name as keyof typeof wrong]) found.push(`${name}: ${act}`);
  return found;
}

/**
 * Only its contact, an operator or the owner may end a doubt; the doubt of a removed contact
 * remains.
 */
function isDoubtLost(act: string, from: ModelState, to: ModelState): boolean {
  if (/^operator (dismisses|upholds)|^owner (stops|arms)/.test(act)) return false;
  if (from.isDoubtLeft && !to.isDoubtLeft) return true;
  return from.contacts.some(
    ({ doubts }, at) =>
      doubts && !contactOf(to, at).doubts && partsOf(act).index !== at && !to.isDoubtLeft,
  );
}

/** An open payment remains, even if the owner changes the rules. */
function isPaying(contact: ModelContact | undefined): boolean {
  return contact?.open === 'payment_pending' && !contact.isPayerGone;
}

/** Needs two agreeing contacts, also after a veto of the other contact's start. */
function isAgreedTo(from: ModelState, to: ModelState, index: number): boolean {
  if (!rulesNow(from).needs_second || countOthers(from, index) === 0) return true;
  const { isAlone, seconded } = contactOf(to, index);
  return (isAlone || seconded !== null) && !isDoubted(from, index);
}

const parts = new Map<string, { index: number | undefined; what: string }>();

/** The contact and the verb in the name of an act, parsed once. */
function partsOf(act: string) {
  const known = parts.get(act);
  if (known) return known;
  const [who = '', what = ''] = act.split(' ');
  const read = { index: /^\d$/.test(who) ? Number(who) : undefined, what };
  parts.set(act, read);
  return read;
}

function isCertifiedEnd(one: ModelContact, at: number, from: ModelState, to: ModelState): boolean {
  if (one.standing !== 'certified') return false;
  const isOpenKept = contactOf(to, at).open === one.open;
  return !isOpenKept || (from.waiting?.by === at && to.waiting === null);
}

const isWaitingOver = ({ waiting }: ModelState) => waiting?.span === 'over';

function releasesImmediately(state: ModelState, act: string): boolean {
  const { index, what } = partsOf(act);
  if (index === undefined) return false;
  const { isAlone } = contactOf(state, index);
  return what === 'pays' && waitingHoursOf(rulesNow(state), isAlone) === 0;
}

function isIdle({ waiting, contacts }: ModelState): boolean {
  return waiting === null && contacts.every(({ open }) => open === null);
}

/**
 * Letters can never be released, although the owner has written some and has a confirmed contact or
 * a pending invitation.
 */
export function isStuck(state: ModelState): boolean {
  if (state.isReleased || state.letters === 'none') return false;
  return state.contacts.some(isReachable) && stepsToRelease(state) === undefined;
}

/**
 * Steps to a release by contacts, an operator and time alone, without the PIN or the owner;
 * undefined if there are none.
 */
function stepsToRelease(state: ModelState): string[] | undefined {
  for (const [index, contact] of state.contacts.entries()) {
    const way = isReachable(contact) && wayOf(state, index);
    if (way) return way;
  }
  return undefined;
}

/** Steps that support would recommend to this contact. */
function wayOf(from: ModelState, index: number): string[] | undefined {
  let state = from;
  const steps: string[] = [];
  const go = (step: string, next: ModelState | undefined) => {
    if (!next) return false;
    steps.push(step);
    state = next;
    return true;
  };
  /** An interruption adds a second waiting period. */
  const waitForTheEnd = () => {
    for (let time = 0; time < 2 && state.waiting; time++) {
      go('time passes', endAllSpans(state));
      go('watch', processWaiting(state));
    }
  };
  if (contactOf(state, index).status !== 'confirmed')
    go('accepts', answer(state, index, 'accepted'));
  go('signs up', signUp(state, index));
  go('operator dismisses', decideDoubts(state, 'dismissed'));
  waitForTheEnd();
  if (state.isReleased) return steps;
  if (contactOf(state, index).isPaused) go('time passes', endAllSpans(state));
  go('files', fileRequest(state, index));
  go('operator approves', approveRequest(state, index, false));
  if (!start(state, index)) {
    go('asks', requestAgreement(state, index));
    go('operator dismisses', decideDoubts(state, 'dismissed'));
    go('time passes', endAllSpans(state));
  }
  go('starts', start(state, index));
  go('pays', pay(state, index));
  go('operator dismisses', decideDoubts(state, 'dismissed'));
  waitForTheEnd();
  return state.isReleased ? steps : undefined;
}

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
  const { index, what } = parseAct(act);
  const isRelease = to.isReleased && !from.isReleased;
  const contact = index === undefined ? undefined : contactOf(from, index);
  const isStart = what === 'starts' || what === 'asks';
  const hasStartedWaiting = to.waiting !== null && from.waiting === null;
  const wrong = {
    'letters were released early':
      isRelease && !(act === 'watch' ? isWaitingOver(from) : releasesImmediately(from, act)),
    'the owner had no day after an interruption': isRelease && from.waiting?.isInterrupted,
    'an interruption was forgotten':
      from.waiting?.isInterrupted && to.waiting?.isInterrupted === false && isWaitingOver(to),
    'letters were released while a doubt was open':
      isRelease && isDoubted(from, from.waiting?.by ?? index ?? -1),
    'a doubt was lost': isDoubtLost(act, from, to),
    'a doubt outlived a release': to.isReleased && isDoubted(to, -1),
    'a contact continued without an agreement, or despite a doubt':
      what === 'starts' &&
      index !== undefined &&
      !isPaying(contact) &&
      !isAgreedTo(from, to, index),
    'letters were released twice before a re-arming':
      from.isReleased && (isRelease || to.waiting !== null),
    'a release was undone': from.isReleased && !to.isReleased && act !== 'owner arms again',
    'a vetoed contact started': isStart && contact?.permission === 'vetoed',
    'a contact started without the approval of an operator':
      isStart && to !== from && from.mode === 'verified' && contact && !isApproved(contact),
    'a link vetoed an activation approved by certificate':
      act === 'owner vetoes by link' &&
      from.contacts.some((one, at) => isCertifiedEnd(one, at, from, to)),
    'the payment of a vetoed contact counted':
      (isRelease || hasStartedWaiting) && what === 'pays' && contact?.permission === 'vetoed',
    'an activation survived a veto': act === 'owner vetoes' && !isIdle(to),
    'a choice of rules changed a waiting period':
      act.startsWith('owner chooses') && to.waiting !== from.waiting,
    'a waiting period ended early':
      isWaitingOver(to) && !isWaitingOver(from) && act !== 'time: the waiting period',
  };
  const found: string[] = [];
  for (const name in wrong) if (wrong[name as keyof typeof wrong]) found.push(`${name}: ${act}`);
  return found;
}

/**
 * True if a doubt was lost. Only the doubting contact, an operator or the owner may end a doubt,
 * which remains open even after the contact was removed.
 */
function isDoubtLost(act: string, from: ModelState, to: ModelState): boolean {
  if (/^operator (dismisses|upholds)|^owner (vetoes|arms)/.test(act)) return false;
  if (from.hasOrphanedDoubt && !to.hasOrphanedDoubt) return true;
  return from.contacts.some(
    ({ doubts }, at) =>
      doubts && !contactOf(to, at).doubts && parseAct(act).index !== at && !to.hasOrphanedDoubt,
  );
}

/** True while a payment is pending. It stays valid if the owner changes the rules. */
function isPaying(contact: ModelContact | undefined): boolean {
  return contact?.open === 'payment_pending' && !contact.isPayerGone;
}

/** True if the rules require no agreement, or a second contact has agreed and no other doubts. */
function isAgreedTo(from: ModelState, to: ModelState, index: number): boolean {
  if (!rulesNow(from).needs_second || countOthers(from, index) === 0) return true;
  const { isAlone, seconded } = contactOf(to, index);
  return (isAlone || seconded !== null) && !isDoubted(from, index);
}

const parsedActs = new Map<string, { index: number | undefined; what: string }>();

/** Parses contact and verb from the name of an act, and caches the result. */
function parseAct(act: string) {
  const known = parsedActs.get(act);
  if (known) return known;
  const [who = '', what = ''] = act.split(' ');
  const read = { index: /^\d$/.test(who) ? Number(who) : undefined, what };
  parsedActs.set(act, read);
  return read;
}

function isCertifiedEnd(one: ModelContact, at: number, from: ModelState, to: ModelState): boolean {
  if (one.permission !== 'certified') return false;
  const isOpenKept = contactOf(to, at).open === one.open;
  return !isOpenKept || (from.waiting?.by === at && to.waiting === null);
}

const isWaitingOver = ({ waiting }: ModelState) => waiting?.span === 'over';

function releasesImmediately(state: ModelState, act: string): boolean {
  const { index, what } = parseAct(act);
  if (index === undefined) return false;
  const { isAlone } = contactOf(state, index);
  return what === 'pays' && waitingHoursOf(rulesNow(state), isAlone) === 0;
}

function isIdle({ waiting, contacts }: ModelState): boolean {
  return waiting === null && contacts.every(({ open }) => open === null);
}

/** True if letters exist and a contact is confirmed or invited, but no steps lead to a release. */
export function isStuck(state: ModelState): boolean {
  if (state.isReleased || state.letters === 'none') return false;
  return state.contacts.some(isReachable) && stepsToRelease(state) === undefined;
}

/** Steps of contacts, operators and time to a release, without the PIN or the owner. */
function stepsToRelease(state: ModelState): string[] | undefined {
  for (const [index, contact] of state.contacts.entries()) {
    const way = isReachable(contact) && wayOf(state, index);
    if (way) return way;
  }
  return undefined;
}

/**
 * The steps that the support would recommend to this contact; undefined if they lead to no release.
 */
function wayOf(from: ModelState, index: number): string[] | undefined {
  let state = from;
  const steps: string[] = [];
  const go = (step: string, next: ModelState | undefined) => {
    if (!next) return false;
    steps.push(step);
    state = next;
    return true;
  };
  /** Waits twice, because an interruption adds a second waiting period. */
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

import { waitingHoursOf } from '@zavet/contract/protocol/release-rules';
import type { Transition } from './explore.ts';
import { wayToRelease } from './rescue.ts';
import { contactOf, isReachable, type ModelState, rulesNow } from './state.ts';

/** What is wrong with something that happened; empty when nothing is. */
export function wrongWith({ act, from, to }: Transition): string[] {
  const [who = '', what = ''] = act.split(' ');
  const isRelease = to.isReleased && !from.isReleased;
  const isOfContact = /^\d$/.test(who);
  const contact = isOfContact ? contactOf(from, Number(who)) : undefined;
  const begins = what === 'starts' || what === 'asks';
  const hasBegunToWait = to.waiting !== null && from.waiting === null;
  const wrong = {
    'letters left early':
      isRelease && !(act === 'watch' ? isWaitingOver(from) : leavesAtOnce(from, act)),
    'letters left twice in a cycle': from.isReleased && (isRelease || to.waiting !== null),
    'a release was taken back': from.isReleased && !to.isReleased && act !== 'owner arms again',
    'a stopped contact began': begins && contact?.standing === 'stopped',
    'a stopped contact’s payment counted':
      (isRelease || hasBegunToWait) && what === 'pays' && contact?.standing === 'stopped',
    'something was left after a stop': act === 'owner stops' && !isCalm(to),
    'a choice touched what waits': act.startsWith('owner chooses') && to.waiting !== from.waiting,
    'a waiting ended early':
      isWaitingOver(to) && !isWaitingOver(from) && act !== 'time: the waiting',
  };
  return Object.entries(wrong).flatMap(([name, isSo]) => (isSo ? `${name}: ${act}` : []));
}

const isWaitingOver = ({ waiting }: ModelState) => waiting?.span === 'over';

function leavesAtOnce(state: ModelState, act: string): boolean {
  const [who, what] = act.split(' ');
  const { isAlone } = contactOf(state, Number(who));
  return what === 'pays' && waitingHoursOf(rulesNow(state), isAlone) === 0;
}

function isCalm({ waiting, contacts }: ModelState): boolean {
  return waiting === null && contacts.every(({ open }) => open === null);
}

/**
 * Whether letters will never leave, though the owner has written some and has somebody: a contact who
 * is confirmed, or who could still say yes to an invitation that is out.
 */
export function isStuck(state: ModelState): boolean {
  if (state.isReleased || state.letters === 'none') return false;
  return state.contacts.some(isReachable) && wayToRelease(state) === undefined;
}

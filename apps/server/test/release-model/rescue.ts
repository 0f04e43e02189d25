import { longTime } from './acts.ts';
import { answer, ask, pay, signUp, start, watch } from './contact-acts.ts';
import { decide } from './doubt-acts.ts';
import { approveRequest, file } from './request-acts.ts';
import { contactOf, isReachable, type ModelState } from './state.ts';

/**
 * A way to a release that contacts, an operator and time go alone, nobody knowing the PIN; undefined
 * where there is none. The owner stays silent.
 */
export function wayToRelease(state: ModelState): string[] | undefined {
  for (const [index, contact] of state.contacts.entries()) {
    const way = isReachable(contact) && wayOf(state, index);
    if (way) return way;
  }
  return undefined;
}

/** What this contact does when told by support what to do next. */
function wayOf(from: ModelState, index: number): string[] | undefined {
  let state = from;
  const steps: string[] = [];
  const go = (step: string, next: ModelState | undefined) => {
    if (!next) return false;
    steps.push(step);
    state = next;
    return true;
  };
  /** After an interruption they wait once more. */
  const waitForTheEnd = () => {
    for (let time = 0; time < 2 && state.waiting; time++) {
      go('time passes', longTime(state));
      go('watch', watch(state));
    }
  };
  if (contactOf(state, index).status !== 'confirmed')
    go('accepts', answer(state, index, 'accepted'));
  go('signs up', signUp(state, index));
  go('operator dismisses', decide(state, 'dismissed'));
  waitForTheEnd();
  if (state.isReleased) return steps;
  if (contactOf(state, index).isPaused) go('time passes', longTime(state));
  go('files', file(state, index));
  go('operator approves', approveRequest(state, index, false));
  if (!start(state, index)) {
    go('asks', ask(state, index));
    go('operator dismisses', decide(state, 'dismissed'));
    go('time passes', longTime(state));
  }
  go('starts', start(state, index));
  go('pays', pay(state, index));
  go('operator dismisses', decide(state, 'dismissed'));
  waitForTheEnd();
  return state.isReleased ? steps : undefined;
}

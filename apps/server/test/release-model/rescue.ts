import { approve, longTime } from './acts.ts';
import { answer, ask, pay, signUp, start, watch } from './contact-acts.ts';
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
  if (contactOf(state, index).status !== 'confirmed')
    go('accepts', answer(state, index, 'accepted'));
  go('signs up', signUp(state, index));
  if (state.waiting) {
    go('time passes', longTime(state));
    go('watch', watch(state));
    if (state.isReleased) return steps;
  }
  go('operator approves', approve(state, index));
  if (!start(state, index)) {
    go('asks', ask(state, index));
    go('time passes', longTime(state));
  }
  go('starts', start(state, index));
  go('pays', pay(state, index));
  if (state.waiting) {
    go('time passes', longTime(state));
    go('watch', watch(state));
  }
  return state.isReleased ? steps : undefined;
}

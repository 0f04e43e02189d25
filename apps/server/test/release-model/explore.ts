import type { Act } from './acts.ts';
import type { ModelState } from './state.ts';

export interface Transition {
  act: string;
  from: ModelState;
  to: ModelState;
}

interface Seen {
  state: ModelState;
  by: { act: string; from: string } | undefined;
}

/** Every state that some sequence of acts leads to, and every transition on the way. */
export function explore(first: ModelState, acts: readonly Act[], see: (one: Transition) => void) {
  const seen = new Map<string, Seen>([[keyOf(first), { state: first, by: undefined }]]);
  for (const [key, { state }] of seen) {
    for (const act of acts) {
      const to = act.do(state);
      if (!to) continue;
      see({ act: act.name, from: state, to });
      const next = keyOf(to);
      if (!seen.has(next)) seen.set(next, { state: to, by: { act: act.name, from: key } });
    }
  }
  /** The shortest sequence of acts to a state. */
  const pathTo = (state: ModelState): string[] => {
    const path: string[] = [];
    for (let at = seen.get(keyOf(state)); at?.by; at = seen.get(at.by.from)) {
      path.unshift(at.by.act);
    }
    return path;
  };
  return { states: [...seen.values()].map((one) => one.state), pathTo };
}

const keys = new WeakMap<object, string>();

/** Parts that did not change are the same objects, and are written down once. */
function keyOf({ kept, contacts, waiting, hasPin, letters, isReleased }: ModelState): string {
  const people = contacts.map((one) => partKey(one)).join('|');
  return `${partKey(kept)}/${waiting && partKey(waiting)}/${hasPin}${letters}${isReleased}/${people}`;
}

function partKey(part: object): string {
  const known = keys.get(part) ?? JSON.stringify(Object.values(part));
  keys.set(part, known);
  return known;
}

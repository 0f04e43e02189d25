import { contactStatuses } from '@zavet/contract/people/contact-rules';
import type { ReleaseRules, StoredReleaseRules } from '@zavet/contract/protocol/release-rules';
import { type Act, choices } from './acts.ts';
import { type ModelContact, type ModelState, now } from './state.ts';

export interface Transition {
  act: string;
  from: ModelState;
  to: ModelState;
}

interface Seen {
  state: ModelState;
  by: { act: string; from: number } | undefined;
}

/** Visits every reachable state, and passes every transition to `see`. */
export function explore(first: ModelState, acts: readonly Act[], see: (one: Transition) => void) {
  const seen = new Map<number, Seen>([[keyOf(first), { state: first, by: undefined }]]);
  for (const [key, { state }] of seen) {
    for (const act of acts) {
      const to = act.do(state);
      if (!to) continue;
      see({ act: act.name, from: state, to });
      const next = keyOf(to);
      if (!seen.has(next)) seen.set(next, { state: to, by: { act: act.name, from: key } });
    }
  }
  /** A shortest sequence of acts that leads to a state. */
  const pathTo = (state: ModelState): string[] => {
    const path: string[] = [];
    for (let at = seen.get(keyOf(state)); at?.by; at = seen.get(at.by.from)) {
      path.unshift(at.by.act);
    }
    return path;
  };
  return { states: [...seen.values()].map((one) => one.state), pathTo };
}

/** Fields of a contact with their possible values; a missing field does not compile. */
const contactFields = Object.entries({
  status: [...contactStatuses, 'removed'],
  hasAccount: [false, true],
  isAccountGone: [false, true],
  isLinkValid: [false, true],
  permission: ['none', 'vetoed', 'approved', 'certified'],
  isPaused: [false, 'request', 'start'],
  pinLock: [null, 'runs', 'over'],
  open: [null, 'requested', 'approved', 'agreement_pending', 'agreed', 'payment_pending'],
  isPayerGone: [false, true],
  asked: [null, 'runs', 'over'],
  seconded: [null, 'runs', 'over'],
  secondedBy: [null, 0, 1, 'operator'],
  isAlone: [false, true],
  doubts: [false, true],
} satisfies { [Field in keyof ModelContact]: ModelContact[Field][] }).map(([name, values]) => ({
  name: name as keyof ModelContact,
  values: values as ModelContact[keyof ModelContact][],
}));

/** A unique number per state; must be fast, because there are two million transitions. */
function keyOf(state: ModelState): number {
  const { rules, contacts, waiting, hasPin, letters, isReleased, hasOrphanedDoubt } = state;
  const { by = 0, isPayerGone = false, span = null, isInterrupted = false } = waiting ?? {};
  let key = numberOf(rules);
  key = ((key * 2 + by) * 2 + Number(isPayerGone)) * 3 + spans.indexOf(span);
  key = (key * 2 + Number(isInterrupted)) * 2 + Number(hasOrphanedDoubt);
  key =
    ((key * 3 + letterRecipients.indexOf(letters)) * 2 + Number(hasPin)) * 2 + Number(isReleased);
  for (const contact of contacts) key = key * maxContacts + numberOfContact(contact);
  if (key > Number.MAX_SAFE_INTEGER) throw new Error('too many contacts to be explored');
  return key;
}

const maxContacts = 2 ** 15;
const contactNumbers = new Map<number, number>();

/**
 * Assigns numbers in order of occurrence, because only a few thousand of the millions of possible
 * combinations occur.
 */
function numberOfContact(contact: ModelContact): number {
  const key = keyOfContact(contact);
  const known = contactNumbers.get(key);
  if (known !== undefined) return known;
  const number = contactNumbers.size;
  if (number >= maxContacts) throw new Error('too many contacts to be numbered');
  contactNumbers.set(key, number);
  return number;
}

function keyOfContact(contact: ModelContact): number {
  let key = 0;
  for (const { name, values } of contactFields) {
    const at = values.indexOf(contact[name]);
    if (at < 0) throw new Error(`${name} of a contact is ${contact[name]}`);
    key = key * values.length + at;
  }
  return key;
}

const spans = [null, 'runs', 'over'];
const letterRecipients = ['none', 'contacts', 'named'];

function numberOf(rules: StoredReleaseRules): number {
  const { pending } = rules;
  const later = pending ? choiceOf(pending) * 2 + Number(pending.from > now) + 1 : 0;
  return choiceOf(rules) * (choices.length * 2 + 1) + later;
}

function choiceOf({ waiting_hours, needs_second }: ReleaseRules): number {
  const at = choices.findIndex(
    (one) => one.waiting_hours === waiting_hours && one.needs_second === needs_second,
  );
  if (at < 0) throw new Error(`no such choice: ${waiting_hours} ${needs_second}`);
  return at;
}

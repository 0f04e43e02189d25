import {
  type ParticipantState,
  type RehearsalEnding,
  type RehearsalObstacle,
  type RehearsalPinState,
  rehearsalDays,
  rehearsalPauseHours,
  rehearsalPinTries,
  rehearsalRecipients,
  rehearsalsPerYear,
} from '@zavet/contract/protocol/rehearsal-values';

const hour = 3_600_000;
const day = 24 * hour;
const year = 365 * day;

export interface ParticipantFacts {
  kind: 'contact' | 'recipient';
  state: ParticipantState;
  pin: RehearsalPinState;
  pin_tries: number;
  accepted_at: Date | null;
}

export function endsAtFor(startedAt: Date): Date {
  return new Date(startedAt.getTime() + rehearsalDays * day);
}

/**
 * The time of the next possible start; undefined if a rehearsal may start now. Past starts that a
 * fast clock dated in the future do not count.
 */
export function nextStartAt(startedAt: readonly Date[], now: Date): Date | undefined {
  const recent = startedAt
    .map((start) => start.getTime())
    .filter((start) => start <= now.getTime() && start > now.getTime() - year)
    .sort((a, b) => b - a);
  const [latest] = recent;
  if (latest === undefined) return undefined;
  const afterPause = latest + rehearsalPauseHours * hour;
  const oldestOfYear = recent[rehearsalsPerYear - 1];
  const afterYear = oldestOfYear === undefined ? 0 : oldestOfYear + year;
  const next = Math.max(afterPause, afterYear);
  return next > now.getTime() ? new Date(next) : undefined;
}

export interface StartFacts {
  confirmed_contacts: number;
  is_protocol_running: boolean;
  is_open: boolean;
  next_start_at: Date | undefined;
}

/** The obstacle to a start; if there are several, the most important one. */
export function startObstacle(facts: StartFacts): RehearsalObstacle | undefined {
  if (facts.is_protocol_running) return 'protocol_running';
  if (facts.is_open) return 'rehearsal_running';
  if (facts.confirmed_contacts === 0) return 'no_confirmed_contact';
  return facts.next_start_at ? 'rehearsal_too_soon' : undefined;
}

export interface NamedAddress {
  name: string;
  email: string;
}

/** Recipients of instructions who are not contacts, each address once. */
export function furtherRecipients(
  named: readonly NamedAddress[],
  contactAddresses: readonly string[],
): { recipients: NamedAddress[]; left_out: number } {
  const contacts = new Set(contactAddresses);
  const byAddress = new Map<string, NamedAddress>();
  for (const recipient of named) {
    const { email } = recipient;
    if (!contacts.has(email) && !byAddress.get(email)?.name) byAddress.set(email, recipient);
  }
  const all = [...byAddress.values()];
  const recipients = all.slice(0, rehearsalRecipients);
  return { recipients, left_out: all.length - recipients.length };
}

/**
 * The state after a mail was refused. An earlier answer has precedence, because it proves that the
 * mail arrived.
 */
export function stateAfterRefusal({
  kind,
  state,
}: Pick<ParticipantFacts, 'kind' | 'state'>): ParticipantState {
  if (kind === 'recipient') return 'failed';
  return state === 'answered' ? 'answered' : 'refused';
}

/**
 * The state after the end of a rehearsal. A mail that no server accepted in time counts as refused.
 */
export function stateAfterEnd(
  { kind, state, accepted_at }: Pick<ParticipantFacts, 'kind' | 'state' | 'accepted_at'>,
  by: RehearsalEnding,
): ParticipantState {
  if (state !== 'asked') return state;
  if (kind === 'recipient') return 'unknown';
  return by === 'time' && accepted_at === null ? 'refused' : 'no_answer';
}

export function asksForPin(
  { state, pin, pin_tries }: Pick<ParticipantFacts, 'state' | 'pin' | 'pin_tries'>,
  hasPin: boolean,
): boolean {
  return hasPin && state === 'answered' && pin !== 'right' && pin_tries < rehearsalPinTries;
}

export function isComplete(people: readonly ParticipantFacts[], mailsRecipients: boolean): boolean {
  return people.every((one) =>
    one.kind === 'contact' ? isContactDone(one) : isRecipientDone(one, mailsRecipients),
  );
}

function isContactDone({ state, pin, pin_tries }: ParticipantFacts): boolean {
  if (state === 'asked') return false;
  if (state !== 'answered') return true;
  if (pin === 'asked') return false;
  return pin !== 'wrong' || pin_tries >= rehearsalPinTries;
}

function isRecipientDone({ state, accepted_at }: ParticipantFacts, isMailed: boolean): boolean {
  if (state === 'asked') return false;
  return state === 'failed' || !isMailed || accepted_at !== null;
}

export function isReminderDue(facts: ReminderFacts, now: Date): boolean {
  return now >= reminderDueAt(facts);
}

function reminderDueAt({ since, last_start, last_reminder }: ReminderFacts): Date {
  const moments = [since, last_start, last_reminder].map((moment) => moment?.getTime() ?? 0);
  return new Date(Math.max(...moments) + year);
}

/**
 * The time of the next check of an owner without a due reminder; daily while the protocol is in
 * progress.
 */
export function nextReminderCheckAt(
  facts: ReminderFacts | undefined,
  isUnderWay: boolean,
  now: Date,
): Date {
  // A trigger schedules an earlier check when a contact is confirmed.
  if (!facts) return new Date(now.getTime() + year);
  return isUnderWay ? new Date(now.getTime() + day) : reminderDueAt(facts);
}

export interface ReminderFacts {
  /** When the first of the confirmed contacts was added. */
  since: Date;
  last_start: Date | null;
  last_reminder: Date | null;
}

import {
  type RehearsalEnding,
  type RehearsalObstacle,
  type ParticipantState,
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

export interface PartFacts {
  kind: 'contact' | 'recipient';
  state: ParticipantState;
  pin: RehearsalPinState;
  pin_tries: number;
  taken_at: Date | null;
}

export function endsAtFor(startedAt: Date): Date {
  return new Date(startedAt.getTime() + rehearsalDays * day);
}

/** When the next one may begin, undefined when it may now. A clock that ran ahead forbids nothing. */
export function nextStartAt(startedAt: readonly Date[], now: Date): Date | undefined {
  const recent = startedAt
    .map((one) => one.getTime())
    .filter((one) => one <= now.getTime() && one > now.getTime() - year)
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

/** What forbids a start, the most telling reason first. */
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

/** Who is named by instructions and is not asked as a contact: every address once. */
export function furtherRecipients(
  named: readonly NamedAddress[],
  contactAddresses: readonly string[],
): { recipients: NamedAddress[]; left_out: number } {
  const asked = new Set(contactAddresses);
  const byAddress = new Map<string, NamedAddress>();
  for (const one of named) {
    if (!asked.has(one.email) && !byAddress.get(one.email)?.name) byAddress.set(one.email, one);
  }
  const all = [...byAddress.values()];
  const recipients = all.slice(0, rehearsalRecipients);
  return { recipients, left_out: all.length - recipients.length };
}

/** What a refused mail makes of a part. An answer proves that the mail arrived. */
export function stateAfterRefusal({
  kind,
  state,
}: Pick<PartFacts, 'kind' | 'state'>): ParticipantState {
  if (kind === 'recipient') return 'failed';
  return state === 'answered' ? 'answered' : 'refused';
}

/** What the end makes of a part. A mail that no server took in all the time has not arrived. */
export function stateAfterEnd(
  { kind, state, taken_at }: Pick<PartFacts, 'kind' | 'state' | 'taken_at'>,
  by: RehearsalEnding,
): ParticipantState {
  if (state !== 'asked') return state;
  if (kind === 'recipient') return 'unknown';
  return by === 'time' && taken_at === null ? 'refused' : 'no_answer';
}

/** Whether the page asks a contact for the PIN now. */
export function asksForPin(
  { state, pin, pin_tries }: Pick<PartFacts, 'state' | 'pin' | 'pin_tries'>,
  hasPin: boolean,
): boolean {
  return hasPin && state === 'answered' && pin !== 'right' && pin_tries < rehearsalPinTries;
}

/** Whether nothing more is waited for from anybody. */
export function isComplete(parts: readonly PartFacts[], mailsRecipients: boolean): boolean {
  return parts.every((part) =>
    part.kind === 'contact' ? isContactDone(part) : isRecipientDone(part, mailsRecipients),
  );
}

function isContactDone({ state, pin, pin_tries }: PartFacts): boolean {
  if (state === 'asked') return false;
  if (state !== 'answered') return true;
  if (pin === 'asked') return false;
  return pin !== 'wrong' || pin_tries >= rehearsalPinTries;
}

function isRecipientDone({ state, taken_at }: PartFacts, isMailed: boolean): boolean {
  if (state === 'asked') return false;
  return state === 'failed' || !isMailed || taken_at !== null;
}

/** Whether a reminder is due: a year without a rehearsal, and without a reminder. */
export function isReminderDue(facts: ReminderFacts, now: Date): boolean {
  return now >= reminderDueAt(facts);
}

/** When it will be, should nothing happen until then. */
function reminderDueAt({ since, last_start, last_reminder }: ReminderFacts): Date {
  const moments = [since, last_start, last_reminder].map((moment) => moment?.getTime() ?? 0);
  return new Date(Math.max(...moments) + year);
}

/** When to look at an owner again for whom nothing is due: a day later while a protocol runs. */
export function nextReminderCheckAt(
  facts: ReminderFacts | undefined,
  isUnderWay: boolean,
  now: Date,
): Date {
  // Who has no confirmed contact is called for by the next one.
  if (!facts) return new Date(now.getTime() + year);
  return isUnderWay ? new Date(now.getTime() + day) : reminderDueAt(facts);
}

export interface ReminderFacts {
  /** When the oldest of the confirmed contacts was named. */
  since: Date;
  last_start: Date | null;
  last_reminder: Date | null;
}

import type { ContactStatus, InvitationMailState } from '@zavet/contract/contacts/contact-values';
import { serviceTerms } from '@zavet/contract/legal/service-terms';
import type {
  DeliveryState,
  LeftOutState,
  LeftReason,
} from '@zavet/contract/protocol/protocol-values';

const minute = 60_000;
const longestPauseMs = 24 * 60 * minute;
const triedForMs = serviceTerms.deliveryTryDays * 24 * 60 * minute;

/** How long a worker may be silent about a delivery it has in hand. */
export const claimMs = 20_000;

/**
 * The pause after so many refusals: a minute, doubling, at most a day. Undefined when a week has
 * been tried. Counted in tries and not by the calendar, so that a jump of the clock ends nothing.
 */
export function pauseAfterRefusals(refusals: number): number | undefined {
  let waited = 0;
  for (let before = 1; before < refusals; before++) waited += pauseOf(before);
  return waited >= triedForMs ? undefined : pauseOf(refusals);
}

function pauseOf(refusal: number): number {
  return Math.min(longestPauseMs, minute * 2 ** (refusal - 1));
}

/** Nothing waits longer than this: a moment further away was written by a clock that ran ahead. */
export const furthestAttemptMs = longestPauseMs + minute;

/** The mail server could not be talked to: that is soon over, and no try of this letter. */
export const unansweredPauseMs = 15_000;

export type AfterRefusal =
  | { state: 'queued'; next_attempt_at: Date }
  | { state: 'unreachable'; next_attempt_at: Date };

/** How often in a row a line that breaks off is tried again soon. */
const soonTriedInterruptions = 2;

/**
 * A line that broke off is most often a mail server that is started again, or another letter that cut
 * all lines: the first times, soon.
 */
export function afterRefusal(refusals: number, now: Date, isInterrupted = false): AfterRefusal {
  const isSoonOver = isInterrupted && refusals <= soonTriedInterruptions;
  const pause = isSoonOver ? unansweredPauseMs : pauseAfterRefusals(refusals);
  return pause === undefined
    ? { state: 'unreachable', next_attempt_at: now }
    : { state: 'queued', next_attempt_at: new Date(now.getTime() + pause) };
}

/**
 * An address may be corrected, also a corrected one, once the mail server says that there is none or a
 * week of attempts has failed. A full mailbox is no reason to send a letter elsewhere.
 */
export function isCorrectable(delivery: {
  state: DeliveryState;
  last_refusal: 'temporary' | 'permanent' | 'unknown_address' | null;
}): boolean {
  if (delivery.state === 'accepted' || delivery.state === 'closed') return false;
  return delivery.state === 'unreachable' || delivery.last_refusal === 'unknown_address';
}

export interface OutboxEntry {
  id: string;
  contact_ids: readonly string[];
  /** `unreadable`: there is one, but its seal does not open. */
  recipient_email: string | null | 'unreadable';
}

export interface Recipient {
  instruction_id: string;
  /** `withheld`: a contact who has not agreed is kept in mind, and gets no mail. */
  state: 'queued' | 'withheld';
  /** Null: the recipient that the instruction names besides the contacts. */
  contact_id: string | null;
}

export interface NamedContact {
  id: string;
  email: string;
  /** Took part in the activation, because it had agreed. */
  is_activated: boolean;
}

/**
 * Everyone for whom an instruction is meant, each once: its contacts, and its own recipient. Who is
 * both, and has not agreed as a contact, gets it as the recipient.
 */
export function recipientsOf(
  { id, contact_ids, recipient_email }: OutboxEntry,
  named: readonly NamedContact[],
): Recipient[] {
  const own = named.filter((contact) => contact_ids.includes(contact.id));
  const agreed = own.filter(({ is_activated }) => is_activated);
  const isSomebodyElse =
    recipient_email !== null && !agreed.some(({ email }) => email === recipient_email);
  const withheld = own.filter(
    ({ is_activated, email }) => !is_activated && email !== recipient_email,
  );
  const to = (contact_id: string | null, state: Recipient['state']): Recipient => ({
    instruction_id: id,
    contact_id,
    state,
  });
  return [
    ...agreed.map((contact) => to(contact.id, 'queued')),
    ...(isSomebodyElse ? [to(null, 'queued')] : []),
    ...withheld.map((contact) => to(contact.id, 'withheld')),
  ];
}

/** A contact for whom letters are withheld, with the latest invitation. */
export interface LeftOutContact {
  status: ContactStatus;
  mail_state: InvitationMailState | null;
  expires_at: Date | null;
}

export function whyLeftOut(
  { status, mail_state, expires_at }: LeftOutContact,
  now: Date,
): LeftOutState {
  if (status === 'declined') return 'declined';
  if (expires_at === null || expires_at <= now) return 'no_answer';
  return mail_state === 'refused' ? 'not_reached' : 'asked';
}

/** An instruction in the outbox of a protocol that is active. */
export interface LeftInstruction {
  created_at: Date;
  queued_at: Date | null;
  /** Its letters, by how far they are. */
  waiting: number;
  withheld: number;
  closed: number;
}

export function whyLeft(
  { created_at, queued_at, waiting, withheld, closed }: LeftInstruction,
  activatedAt: Date,
): LeftReason {
  if (closed > 0 && waiting === 0) return 'taken_back';
  if (queued_at) return waiting > 0 ? 'not_taken_yet' : 'unreachable';
  if (created_at > activatedAt) return 'written_after';
  return withheld > 0 ? 'contacts_unconfirmed' : 'no_recipient';
}

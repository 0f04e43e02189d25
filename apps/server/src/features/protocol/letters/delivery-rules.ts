import type { LetterRow } from '@zavet/contract/desk/letter-endpoints';
import type { DeliveryState } from '@zavet/contract/protocol/protocol-values';
import { serviceTerms } from '@zavet/contract/service-terms';

export const envelopeStates = ['queued', 'accepted', 'unreachable', 'closed'] as const;

/** The mail server's last refusal. Only `unknown_address` means that the address is wrong. */
export const lastRefusals = ['temporary', 'permanent', 'unknown_address'] as const;
export type LastRefusal = (typeof lastRefusals)[number];

/** Events in the ledger of a letter. */
export const deliveryEventKinds = [
  'queued',
  'accepted',
  'refused',
  /** The mail server accepted the mail, and later reported it as undeliverable. */
  'bounced',
  /** A bounce report that did not change the state of the letter. */
  'report_noted',
  'given_up',
  'address_corrected',
  /** Queued again by an operator. */
  'tried_again',
  'opened',
  'downloaded',
  'link_closed',
  'reminded',
  /** Closed by the owner before it was opened. */
  'recalled',
] as const;
export type DeliveryEventKind = (typeof deliveryEventKinds)[number];

export const maxReplyLength = 500;

const minute = 60_000;
const maxPauseMs = 24 * 60 * minute;
const maxRetryMs = serviceTerms.deliveryTryDays * 24 * 60 * minute;

/** Lease of a claimed envelope; renewed while its worker lives. */
export const claimMs = 20_000;

/** A next attempt further ahead than this was written by a clock that ran fast. */
export const furthestAttemptMs = maxPauseMs + minute;

/** Back-off while the mail server does not answer, which does not count as an attempt. */
export const unansweredPauseMs = 15_000;

/** An interrupted connection is retried soon up to this number of refusals. */
const soonRetriedInterruptions = 2;

/**
 * Back-off after this many refusals: a minute, doubled each time, at most a day. Undefined once the
 * pauses add up to a week; the sum does not depend on a clock, which may jump.
 */
export function pauseAfterRefusals(refusals: number): number | undefined {
  let waited = 0;
  for (let before = 1; before < refusals; before++) waited += pauseOf(before);
  return waited >= maxRetryMs ? undefined : pauseOf(refusals);
}

function pauseOf(refusal: number): number {
  return Math.min(maxPauseMs, minute * 2 ** (refusal - 1));
}

/**
 * State and time of the next attempt after a refusal. An interrupted connection usually means that
 * the mail server is restarting, so the first interruptions are retried soon.
 */
export function afterRefusal(
  refusals: number,
  now: Date,
  isInterrupted = false,
): { state: 'queued' | 'unreachable'; next_attempt_at: Date } {
  const isRetriedSoon = isInterrupted && refusals <= soonRetriedInterruptions;
  const pause = isRetriedSoon ? unansweredPauseMs : pauseAfterRefusals(refusals);
  return pause === undefined
    ? { state: 'unreachable', next_attempt_at: now }
    : { state: 'queued', next_attempt_at: new Date(now.getTime() + pause) };
}

interface Attempt {
  state: DeliveryState;
  last_refusal: LastRefusal | null;
}

/**
 * True if the address may be corrected. A full mailbox is no reason to send a letter to another
 * address.
 */
export function isCorrectable({ state, last_refusal }: Attempt): boolean {
  if (state === 'accepted' || state === 'closed') return false;
  return state === 'unreachable' || last_refusal === 'unknown_address';
}

/** True if an operator may retry the letters. */
export function isRefused({ state, last_refusal }: Attempt): boolean {
  return (state === 'queued' || state === 'unreachable') && last_refusal !== null;
}

/** The contact who activated; null if account or contact was deleted. */
export interface Activator {
  initiator_user_id: string | null;
  trusted_contact_id: string | null;
}

/** True if the activator cannot correct addresses, so that an operator may. */
export function isActivatorMissing({ initiator_user_id, trusted_contact_id }: Activator): boolean {
  return initiator_user_id === null || trusted_contact_id === null;
}

export function correctorOf(envelope: Attempt, activator: Activator): LetterRow['corrected_by'] {
  if (!isCorrectable(envelope)) return 'none';
  return isActivatorMissing(activator) ? 'operator' : 'activator';
}

/** The leading codes of an SMTP reply; its text may contain an address. */
export function smtpCodeOf(reply: string): string | null {
  const [, basic, extended] =
    /^([2-5]\d\d)(?:[ -]([245]\.\d{1,3}\.\d{1,3}))?(?!\S)/.exec(reply) ?? [];
  // A bounce may have only the extended code.
  if (!basic) return /^[245]\.\d{1,3}\.\d{1,3}(?!\S)/.exec(reply)?.[0] ?? null;
  return extended ? `${basic} ${extended}` : basic;
}

export interface BouncedEnvelope {
  state: Exclude<DeliveryState, 'withheld'>;
  /** A worker holds the envelope, so its mail may be sent but not recorded yet. */
  is_claimed: boolean;
  /** The link of the bounced mail was neither closed nor renewed. */
  is_link_open: boolean;
  /** A letter was opened since the link was created, so the mail has arrived. */
  is_opened: boolean;
  is_activation_in_effect: boolean;
}

/**
 * The effect of a bounce. `refused`: counts as a refusal of the mail. `noted`: only adds an entry
 * to the ledger. `ignored`: outdated, for example after a correction of the address.
 */
export function effectOfBounce(
  envelope: BouncedEnvelope,
  report: { permanent: boolean },
): 'refused' | 'noted' | 'ignored' {
  if (!envelope.is_activation_in_effect || !envelope.is_link_open) return 'ignored';
  if (envelope.state === 'closed') return 'ignored';
  if (!report.permanent || envelope.is_opened) return 'noted';
  const isSent =
    envelope.state === 'accepted' || (envelope.state === 'queued' && envelope.is_claimed);
  return isSent ? 'refused' : 'noted';
}

/** A bounce in the form of an SMTP reply, with its code first. */
export function replyOfBounce({ status, reply }: { status: string | null; reply: string }): string {
  const hasCode = /^[2-5]\d\d(?!\S)|^[245]\.\d/.test(reply);
  return status === null || hasCode ? reply : `${status} ${reply}`;
}

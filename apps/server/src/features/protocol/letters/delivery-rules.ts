import type { LetterRow } from '@zavet/contract/desk/letter-endpoints';
import type { DeliveryState } from '@zavet/contract/protocol/protocol-values';
import { serviceTerms } from '@zavet/contract/service-terms';

/** How far the mail to one person is; `closed`: its owner took all of its letters back. */
export const envelopeStates = ['queued', 'accepted', 'unreachable', 'closed'] as const;

/** How a mail server last refused. Only the last one says that the address itself is wrong. */
export const lastRefusals = ['temporary', 'permanent', 'unknown_address'] as const;

/** What the ledger of a delivery records. */
export const deliveryEventKinds = [
  'queued',
  'accepted',
  'refused',
  /** Taken at first; later a far mail server said that it does not arrive. */
  'bounced',
  /** What a far mail server said that changed nothing. */
  'report_noted',
  'given_up',
  'address_corrected',
  /** By an operator. */
  'tried_again',
  'opened',
  'downloaded',
  'link_closed',
  'reminded',
  /** By the owner. */
  'taken_back',
] as const;

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

type AfterRefusal =
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

type Correctable = Parameters<typeof isCorrectable>[0];

/** Who activated: empty fields are what is gone. */
export interface Activator {
  initiator_user_id: string | null;
  trusted_contact_id: string | null;
}

/** Nobody is left whom the owner trusted with this: an operator stands in. */
export function isActivatorGone({ initiator_user_id, trusted_contact_id }: Activator): boolean {
  return initiator_user_id === null || trusted_contact_id === null;
}

export function correctorOf(
  delivery: Correctable,
  activator: Activator,
): LetterRow['corrected_by'] {
  if (!isCorrectable(delivery)) return 'nobody';
  return isActivatorGone(activator) ? 'operator' : 'activator';
}

/** A mail server has said no, and nobody has ended the letter since. */
export function isRefused({ state, last_refusal }: Pick<Correctable, 'state' | 'last_refusal'>) {
  return (state === 'queued' || state === 'unreachable') && last_refusal !== null;
}

/** The figures at the beginning of a mail server's reply; its words may name an address. */
export function smtpCodeOf(reply: string): string | null {
  const [, basic, extended] =
    /^([2-5]\d\d)(?:[ -]([245]\.\d{1,3}\.\d{1,3}))?(?!\S)/.exec(reply) ?? [];
  // A report that came later may have only the second kind.
  if (!basic) return /^[245]\.\d{1,3}\.\d{1,3}(?!\S)/.exec(reply)?.[0] ?? null;
  return extended ? `${basic} ${extended}` : basic;
}

/** An envelope about whose mail a far server reports, at that moment. */
export interface ReportedEnvelope {
  state: Exclude<DeliveryState, 'withheld'>;
  /** A worker has it in hand: the mail may be out without that being written down yet. */
  is_claimed: boolean;
  /** The link of that mail opens the letters; it was neither closed nor replaced. */
  is_link_open: boolean;
  /** Somebody has opened a letter since that link was made: the mail has arrived. */
  is_opened: boolean;
  is_activation_in_effect: boolean;
}

/**
 * What a report about a mail does. `refused`: its letters count as those whose mail was refused.
 * `noted`: it stands in the ledger and changes nothing else. `ignored`: it is about something that
 * is over, such as a mistyped address that was corrected since.
 */
export function afterReport(
  envelope: ReportedEnvelope,
  report: { permanent: boolean },
): 'refused' | 'noted' | 'ignored' {
  if (!envelope.is_activation_in_effect || !envelope.is_link_open) return 'ignored';
  if (envelope.state === 'closed') return 'ignored';
  if (!report.permanent || envelope.is_opened) return 'noted';
  const isThoughtOut =
    envelope.state === 'accepted' || (envelope.state === 'queued' && envelope.is_claimed);
  return isThoughtOut ? 'refused' : 'noted';
}

export function refusalIn(report: { isAddressUnknown: boolean }) {
  return report.isAddressUnknown ? 'unknown_address' : 'permanent';
}

/** How a report stands in the ledger: the figures first, as in a reply of a mail server. */
export function replyIn({ status, reply }: { status: string | null; reply: string }): string {
  const isNumbered = /^[2-5]\d\d(?!\S)|^[245]\.\d/.test(reply);
  return status === null || isNumbered ? reply : `${status} ${reply}`;
}

export type LastRefusal = (typeof lastRefusals)[number];

export type DeliveryEventKind = (typeof deliveryEventKinds)[number];

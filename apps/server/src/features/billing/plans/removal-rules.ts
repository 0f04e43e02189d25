import { addDays, addMonths, type Day, daysBetween } from '@zavet/contract/days';
import type { ActivationStatus } from '@zavet/contract/protocol/protocol-values';
import { retention, serviceTerms } from '@zavet/contract/service-terms';
import type { PlanState } from './plan-rules.ts';

/** What is under way about the start of an owner's protocol: lack of payment removes nothing then. */
export type ReleaseHold =
  | 'request'
  | 'agreement'
  | 'activation_payment'
  | 'waiting'
  | 'in_effect'
  | 'just_ended';

/** Why files above the limit stay today. */
export type KeepReason =
  | ReleaseHold
  | 'plan_payment'
  | 'day_not_come'
  | 'owner_untold'
  | 'contacts_untold'
  | 'contacts_asked';

export interface RemovalFacts {
  /** Every try to start the owner's protocol. */
  releases: readonly Release[];
  /** Somebody may be paying for the owner's plan at this moment. */
  is_being_paid: boolean;
  /** The confirmed contacts, and what each was told since the plan ran out. */
  contacts: readonly ToldContact[];
}

interface Release {
  status: ActivationStatus;
  activated_on: Day | null;
  /** When it came to where it is. */
  changed_on: Day;
}

export interface ToldContact {
  /** When this contact was first told of the removal. */
  first_ordered_on: Day | null;
  /** The latest of the last warnings to this contact. */
  last: { ordered_on: Day; taken_on: Day | null; refused_on: Day | null } | null;
}

/**
 * Whether files above the limit may go today, and if not, why. Everybody who could still keep them
 * was told on an earlier day, that day has come, and nothing is under way.
 */
export function mayRemoveFiles(
  state: PlanState,
  facts: RemovalFacts,
  today: Day,
): { may: boolean; reasons: KeepReason[] } {
  const { grace_until, grace_notified_on } = state;
  const contacts = contactsStanding(state, facts.contacts, today);
  const reasons: KeepReason[] = releaseHolds(state, facts, today);
  if (facts.is_being_paid) reasons.push('plan_payment');
  if (!grace_until || today < grace_until) reasons.push('day_not_come');
  if (!isBefore(grace_notified_on, today)) reasons.push('owner_untold');
  if (contacts === 'untold') reasons.push('contacts_untold');
  if (contacts === 'asked') reasons.push('contacts_asked');
  return { may: reasons.length === 0, reasons };
}

/**
 * What holds files, whatever else; with what was begun and ended since the contacts were warned. Where
 * none of those is a contact any more, yesterday counts: files do not go as soon as a hold has ended.
 */
export function releaseHolds(
  { grace_warned }: Pick<PlanState, 'grace_warned'>,
  { releases, contacts }: Told,
  today: Day,
): ReleaseHold[] {
  const warned = contacts.map(({ first_ordered_on }) => first_ordered_on ?? '').filter(Boolean);
  const latest = warned.sort().at(-1);
  const warnedOn = latest ?? (grace_warned === null ? null : addDays(today, -1));
  const holds = releases.map((release) => holdOf(release, warnedOn, today));
  return [...new Set(holds.filter((hold) => hold !== null))];
}

type Told = Pick<RemovalFacts, 'releases' | 'contacts'>;

function holdOf(
  { status, activated_on, changed_on }: Release,
  warnedOn: Day | null,
  today: Day,
): ReleaseHold | null {
  switch (status) {
    case 'requested':
    case 'approved':
      return 'request';
    case 'agreement_pending':
    case 'agreed':
      return 'agreement';
    case 'payment_pending':
      return 'activation_payment';
    case 'waiting':
      return 'waiting';
    case 'activated':
    case 'delivering':
    case 'delivered':
    case 'partially_delivered':
      return isWithinYear(activated_on, today) ? 'in_effect' : null;
    case 'rejected':
    case 'payment_canceled':
    case 'vetoed':
    case 'past':
    case 'refunded':
      // It came and went between two looks: the warnings before it no longer count.
      return warnedOn !== null && changed_on >= warnedOn ? 'just_ended' : null;
  }
}

/** The day itself counts: the activation may have been late on it. */
function isWithinYear(activatedOn: Day | null, today: Day): boolean {
  return !activatedOn || today <= addMonths(activatedOn, 12 * retention.afterActivationYears);
}

/** Whether one of the contacts was told of a removal since the plan ran out. */
export function firstTold({ contacts }: RemovalFacts): boolean {
  return contacts.some(({ first_ordered_on }) => first_ordered_on !== null);
}

/** A mail is tried for a week; what has no answer after this was lost. */
const answeredWithinDays = 10;

/** `asked`: a mail to one of them is under way. */
function contactsStanding(
  { grace_untold_since }: PlanState,
  contacts: readonly ToldContact[],
  today: Day,
): 'nobody' | 'told' | 'asked' | 'untold' {
  const isTriedLongEnough =
    grace_untold_since !== null &&
    daysBetween(grace_untold_since, today) >= serviceTerms.untoldKeepDays;
  if (contacts.length === 0 || isTriedLongEnough) return 'nobody';
  const warnings = contacts.flatMap(({ last }) => last ?? []);
  if (warnings.some(({ taken_on }) => isBefore(taken_on, today))) return 'told';
  const isAsked = warnings.some(
    ({ taken_on, refused_on, ordered_on }) =>
      taken_on !== null ||
      (refused_on === null && daysBetween(ordered_on, today) < answeredWithinDays),
  );
  return isAsked ? 'asked' : 'untold';
}

function isBefore(day: Day | null, today: Day): boolean {
  return day !== null && day < today;
}

/** While the owner's server refuses, contacts who know are not told again every week. */
const retoldAfterDays = 30;

/** Whether a contact gets this warning: everybody the first, the last unless told of late. */
export function isToTell({ last }: ToldContact, isLast: boolean, today: Day): boolean {
  return !isLast || !last?.taken_on || daysBetween(last.taken_on, today) >= retoldAfterDays;
}

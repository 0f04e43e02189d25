import { addDays, type Day } from '@zavet/contract/days';
import { serviceTerms } from '@zavet/contract/service-terms';
import { isBought, type PlanState } from './plan-rules.ts';

/** What an owner was told about the end of a period. */
export interface PeriodNotice {
  /** 0: nothing will be charged, the plan ends. */
  amount_kopecks: number;
  ordered_on: Day;
  /** When a mail server took it. */
  taken_on: Day | null;
  /** When one refused it for this address. */
  refused_on: Day | null;
}

/** Whether a notice about the end of this period has to be written today. */
export function isNoticeDue(
  state: PlanState,
  amountKopecks: number,
  last: PeriodNotice | undefined,
  today: Day,
): boolean {
  const { valid_until, period } = state;
  if (!isBought(state) || !valid_until || !period) return false;
  if (today < addDays(valid_until, -serviceTerms.periodNoticeDays[period])) return false;
  // An end that has come is told by its own mail.
  if (amountKopecks === 0 && today >= valid_until) return false;
  if (!last) return true;
  return last.taken_on === null && last.ordered_on < today;
}

/** The day on which the card is charged, where the notice was taken on this day. */
export function chargeDay(validUntil: Day, takenOn: Day): Day {
  const earliest = addDays(takenOn, serviceTerms.lateNoticeDays);
  return earliest > validUntil ? earliest : validUntil;
}

/**
 * Whether a period that is over may be charged for: never before a mail server has taken the
 * notice. `unreachable`: it was refused until the days of waiting were over.
 */
export function chargeLeave(
  validUntil: Day,
  notice: PeriodNotice | undefined,
  today: Day,
): 'charge' | 'wait' | 'unreachable' {
  if (notice?.taken_on) {
    return today >= chargeDay(validUntil, notice.taken_on) ? 'charge' : 'wait';
  }
  const end = addDays(validUntil, serviceTerms.unreachedRenewalDays);
  return notice?.refused_on && today >= end ? 'unreachable' : 'wait';
}

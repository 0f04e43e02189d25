import { isWeaker, type ReleaseRules } from '@zavet/contract/protocol/release-rules';

const hourMs = 60 * 60 * 1000;

/** The date from which a choice applies; undefined if it applies immediately. */
export function startDateOf(
  choice: ReleaseRules,
  current: ReleaseRules,
  now: Date,
): Date | undefined {
  if (!isWeaker(choice, current) || current.waiting_hours === 0) return undefined;
  return new Date(now.getTime() + current.waiting_hours * hourMs);
}

export function isSameChoice(one: ReleaseRules, other: ReleaseRules): boolean {
  return one.waiting_hours === other.waiting_hours && one.needs_second === other.needs_second;
}

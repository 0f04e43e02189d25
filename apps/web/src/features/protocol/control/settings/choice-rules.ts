import { isWeaker, type ReleaseRules } from '@zavet/contract/protocol/release-rules';

const hourMs = 60 * 60 * 1000;

/** When a choice starts to apply. Undefined: immediately. */
export function appliesFrom(
  choice: ReleaseRules,
  today: ReleaseRules,
  now: Date,
): Date | undefined {
  if (!isWeaker(choice, today) || today.waiting_hours === 0) return undefined;
  return new Date(now.getTime() + today.waiting_hours * hourMs);
}

export function isSameChoice(one: ReleaseRules, other: ReleaseRules): boolean {
  return one.waiting_hours === other.waiting_hours && one.needs_second === other.needs_second;
}

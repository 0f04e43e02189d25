import type { DashboardView } from '@zavet/contract/protocol/dashboard-endpoints';

const firstSteps = ['profile', 'contact', 'confirmation', 'instruction'] as const;
export type FirstStep = (typeof firstSteps)[number];

type FirstStepsInput = Pick<
  DashboardView,
  'first_name' | 'last_name' | 'trusted_contacts' | 'instructions'
>;

/** True for a contact of other owners who has no instructions or contacts of their own. */
export function isContactOnly({
  legacies,
  trusted_contacts,
  instructions,
}: Pick<DashboardView, 'legacies' | 'trusted_contacts' | 'instructions'>): boolean {
  return legacies.length > 0 && trusted_contacts.total === 0 && instructions.total === 0;
}

export interface FirstStepsView {
  steps: { name: FirstStep; isDone: boolean }[];
  /** Undefined when all steps are done. */
  next: FirstStep | undefined;
}

export function firstStepsOf(input: FirstStepsInput): FirstStepsView {
  const { total, confirmed } = input.trusted_contacts;
  const done: Record<FirstStep, boolean> = {
    profile: input.first_name !== null && input.last_name !== null,
    contact: total > 0,
    confirmation: confirmed > 0,
    instruction: input.instructions.total > 0,
  };
  const todo = firstSteps.filter((step) => !done[step]);
  return {
    steps: firstSteps.map((name) => ({ name, isDone: done[name] })),
    // While an invitation is pending, the owner continues with the other steps.
    next: todo.find((step) => step !== 'confirmation' || needsOwnerAction(input)) ?? todo[0],
  };
}

function needsOwnerAction(input: FirstStepsInput): boolean {
  return ['uninvited', 'declined'].includes(confirmationStageOf(input));
}

/** The reason why no contact is confirmed yet. */
type ConfirmationStage = 'unnamed' | 'uninvited' | 'waiting' | 'declined';

export function confirmationStageOf({
  trusted_contacts: { total, pending, uninvited },
}: Pick<FirstStepsInput, 'trusted_contacts'>): ConfirmationStage {
  if (total === 0) return 'unnamed';
  if (pending > 0) return 'waiting';
  return uninvited > 0 ? 'uninvited' : 'declined';
}

type PartOfDay = 'morning' | 'day' | 'evening' | 'night';

export function dayPartOf(hour: number): PartOfDay {
  if (hour >= 5 && hour < 12) return 'morning';
  if (hour >= 12 && hour < 18) return 'day';
  if (hour >= 18 && hour < 23) return 'evening';
  return 'night';
}

const hoursPerDay = 24;
const maxDaysShownSingly = 3;

/** Day offsets shown on the timeline, from today to the release. */
export function shownDaysOf(waitingHours: number): number[] {
  const days = Math.round(waitingHours / hoursPerDay);
  if (days > maxDaysShownSingly) return [0, Math.round(days / 2), days];
  return Array.from({ length: days + 1 }, (_, day) => day);
}

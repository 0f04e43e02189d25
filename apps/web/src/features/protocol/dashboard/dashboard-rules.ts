import type { DashboardView } from '@zavet/contract/protocol/dashboard-endpoints';

const firstSteps = ['profile', 'contact', 'confirmation', 'instruction'] as const;
export type FirstStep = (typeof firstSteps)[number];

type Figures = Pick<
  DashboardView,
  'first_name' | 'last_name' | 'trusted_contacts' | 'instructions'
>;

/** A contact of other owners without instructions and contacts of their own. */
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

export function firstStepsOf(figures: Figures): FirstStepsView {
  const { total, confirmed } = figures.trusted_contacts;
  const done: Record<FirstStep, boolean> = {
    profile: figures.first_name !== null && figures.last_name !== null,
    contact: total > 0,
    confirmation: confirmed > 0,
    instruction: figures.instructions.total > 0,
  };
  const open = firstSteps.filter((step) => !done[step]);
  return {
    steps: firstSteps.map((name) => ({ name, isDone: done[name] })),
    // While an invitation waits for its answer, the owner continues with the other steps.
    next: open.find((step) => step !== 'confirmation' || needsOwner(figures)) ?? open[0],
  };
}

function needsOwner(figures: Figures): boolean {
  return ['uninvited', 'declined'].includes(confirmationStageOf(figures));
}

/** The reason why no contact is confirmed yet. */
type ConfirmationStage = 'unnamed' | 'uninvited' | 'waiting' | 'declined';

export function confirmationStageOf({
  trusted_contacts: { total, pending, uninvited },
}: Pick<Figures, 'trusted_contacts'>): ConfirmationStage {
  if (total === 0) return 'unnamed';
  if (pending > 0) return 'waiting';
  return uninvited > 0 ? 'uninvited' : 'declined';
}

type PartOfDay = 'morning' | 'day' | 'evening' | 'night';

/** The part of the day for a greeting, by the hour of the user's clock. */
export function partOfDay(hour: number): PartOfDay {
  if (hour >= 5 && hour < 12) return 'morning';
  if (hour >= 12 && hour < 18) return 'day';
  if (hour >= 18 && hour < 23) return 'evening';
  return 'night';
}

const hoursPerDay = 24;
const maxDaysShownEach = 3;

/** Offsets of the days on the timeline, from today to the release. */
export function shownDays(waitingHours: number): number[] {
  const days = Math.round(waitingHours / hoursPerDay);
  if (days > maxDaysShownEach) return [0, Math.round(days / 2), days];
  return Array.from({ length: days + 1 }, (_, day) => day);
}

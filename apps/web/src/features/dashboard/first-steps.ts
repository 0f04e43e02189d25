import type { DashboardView } from '@zavet/contract/dashboard/dashboard-endpoints';

export const firstSteps = ['profile', 'contact', 'confirmation', 'instruction'] as const;
export type FirstStep = (typeof firstSteps)[number];

type Figures = Pick<
  DashboardView,
  'first_name' | 'last_name' | 'trusted_contacts' | 'instructions'
>;

export interface FirstStepsView {
  steps: { name: FirstStep; isDone: boolean }[];
  /** What to do now; nothing when all is done. */
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
    // An answer is somebody else's to give: meanwhile the owner goes on with what can be done.
    next:
      open.find((step) => step !== 'confirmation' || stageOf(figures) === 'declined') ?? open[0],
  };
}

/** Why nobody is confirmed yet. */
export type ConfirmationStage = 'unnamed' | 'waiting' | 'declined';

export function stageOf({
  trusted_contacts: { total, pending },
}: Pick<Figures, 'trusted_contacts'>): ConfirmationStage {
  if (total === 0) return 'unnamed';
  return pending > 0 ? 'waiting' : 'declined';
}

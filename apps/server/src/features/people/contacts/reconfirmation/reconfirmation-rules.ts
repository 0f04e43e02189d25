import { maxReconfirmationReminders, reconfirmationTimings } from '@zavet/contract/timings';

/** Schedule of the yearly reconfirmation of a confirmed contact. */
export interface ReconfirmationSchedule {
  /** Last confirmation; null if it predates this record. */
  confirmed_at: Date | null;
  /** Time of the first unanswered request, in any round. */
  asked_at: Date | null;
  /** Reminders sent in this round. */
  reminders: number;
  /** Date of the next mail. */
  due_at: Date;
}

/** `request` starts a round with a new link, `remind` repeats its mail. */
export type ReconfirmationStep = 'request' | 'remind' | 'wait';

export function scheduleAfterConfirmation(now: Date): ReconfirmationSchedule {
  return { confirmed_at: now, asked_at: null, reminders: 0, due_at: dueAfter(now, 'question') };
}

export function nextStep(
  { asked_at, reminders, due_at }: ReconfirmationSchedule,
  now: Date,
): ReconfirmationStep {
  if (now < due_at) return 'wait';
  return asked_at !== null && reminders < maxReconfirmationReminders ? 'remind' : 'request';
}

/**
 * Returns the schedule after a mail. The next interval starts now, so that overdue mails are not
 * sent in quick succession.
 */
export function scheduleAfterStep(
  schedule: ReconfirmationSchedule,
  step: Exclude<ReconfirmationStep, 'wait'>,
  now: Date,
): ReconfirmationSchedule {
  const reminders = step === 'request' ? 0 : schedule.reminders + 1;
  const isLast = reminders >= maxReconfirmationReminders;
  return {
    ...schedule,
    asked_at: schedule.asked_at ?? now,
    reminders,
    due_at: dueAfter(now, isLast ? 'question' : 'reminder'),
  };
}

function dueAfter(now: Date, pause: keyof typeof reconfirmationTimings): Date {
  return new Date(now.getTime() + reconfirmationTimings[pause]);
}

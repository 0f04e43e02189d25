import { maxReconfirmationReminders, reconfirmationTimings } from '@zavet/contract/timings';

/** How the yearly question to a confirmed contact stands. */
export interface Year {
  /** When the contact agreed or last said yes; not known of those who agreed long ago. */
  confirmed_at: Date | null;
  /** Since when a question waits for its answer, over all rounds. */
  asked_at: Date | null;
  /** Sent in this round, after its question. */
  reminders: number;
  /** When the next mail is due. */
  due_at: Date;
}

/** `ask` begins a round with a new link, `remind` repeats the mail of the round. */
export type YearStep = 'ask' | 'remind' | 'wait';

/** Counted from a yes: of the invitation, or to the question. */
export function confirmedYear(now: Date): Year {
  return { confirmed_at: now, asked_at: null, reminders: 0, due_at: after(now, 'question') };
}

export function nextStep({ asked_at, reminders, due_at }: Year, now: Date): YearStep {
  if (now < due_at) return 'wait';
  return asked_at !== null && reminders < maxReconfirmationReminders ? 'remind' : 'ask';
}

/** After a step that was taken now. Late ones count from now, so that mails never come in a row. */
export function yearAfter(year: Year, step: Exclude<YearStep, 'wait'>, now: Date): Year {
  const reminders = step === 'ask' ? 0 : year.reminders + 1;
  const isLast = reminders >= maxReconfirmationReminders;
  return {
    ...year,
    asked_at: year.asked_at ?? now,
    reminders,
    due_at: after(now, isLast ? 'question' : 'reminder'),
  };
}

function after(now: Date, pause: keyof typeof reconfirmationTimings): Date {
  return new Date(now.getTime() + reconfirmationTimings[pause]);
}

import { startOfMoscowDay } from '@zavet/contract/days';
import { z } from 'zod';
import {
  isLongOutage,
  type OutageProblem,
  outageProblem,
} from '../features/billing/plans/outage-rules.ts';
import { CommandRefused, UsageInvalid } from '../platform/process/refusals.ts';

/** A time during which the service could not be used. */
export interface OutageOrder {
  began_at: Date;
  ended_at: Date;
}

const sentences: Record<OutageProblem, string> = {
  outage_ends_before: 'An outage must end after it began.',
  outage_to_come: 'An outage can be recorded only when it is over; its end is still to come.',
  outage_too_long: 'An outage of more than a year is not recorded.',
};

/** What the command is told: the beginning and the end, as times or as days in Moscow. */
export function outageOrderOf([from, to, ...rest]: string[], now: Date): OutageOrder {
  const began_at = momentOf(from);
  const ended_at = momentOf(to);
  if (!began_at || !ended_at || rest.length > 0) {
    throw new UsageInvalid(
      'Use npm run outage -- <from> <to>, each a time such as 2026-11-01T10:00+03:00 or a date, which means the beginning of that day in Moscow.',
    );
  }
  const problem = outageProblem(began_at, ended_at, now);
  if (problem) throw new CommandRefused(sentences[problem]);
  return { began_at, ended_at };
}

/** What was recorded and what will follow, in one sentence. */
export function sentenceOf({ began_at, ended_at }: OutageOrder, isNew: boolean): string {
  const outage = `The outage from ${began_at.toISOString()} to ${ended_at.toISOString()}`;
  if (!isNew) return `${outage} was recorded already; nothing was changed.`;
  return isLongOutage(began_at, ended_at)
    ? `${outage} was recorded; it is longer than 30 days, so within the hour the money for its days goes back to everybody whose plan ran then.`
    : `${outage} was recorded; within the hour every plan that ran then is extended by its days.`;
}

const time = z.union([
  z.iso.datetime({ offset: true }),
  z.iso.datetime({ offset: true, precision: -1 }),
]);

function momentOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  if (z.iso.date().safeParse(text).success) return startOfMoscowDay(text);
  return time.safeParse(text).success ? new Date(text) : undefined;
}

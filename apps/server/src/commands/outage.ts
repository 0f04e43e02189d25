import { startOfMoscowDay } from '@zavet/contract/days';
import { z } from 'zod';
import { readConfiguration } from '../config/configuration.ts';
import {
  isLongOutage,
  type OutageProblem,
  type OutageTime,
  outageProblem,
} from '../features/billing/plans/outage-rules.ts';
import { recordOutage } from '../features/billing/plans/outages.ts';
import { systemClock } from '../platform/clock.ts';
import { CommandRefused, UsageInvalid } from '../platform/process.ts';
import { type Command, withDatabase } from './run-command.ts';

/** Records an outage of the service; a job compensates the owners. */
export const command: Command = async (args, { tell, env }) => {
  const outage = parseArguments(args, systemClock.now());
  const isNew = await withDatabase(readConfiguration(env), (database) =>
    recordOutage({ database, clock: systemClock }, { kind: 'command' }, outage),
  );
  tell(reportOf(outage, isNew));
};

const sentences: Record<OutageProblem, string> = {
  outage_ends_before: 'An outage must end after it began.',
  outage_to_come: 'An outage can be recorded only when it is over; its end is still to come.',
  outage_too_long: 'An outage of more than a year is not recorded.',
};

/** Times, or days in Moscow. */
export function parseArguments([from, to, ...rest]: string[], now: Date): OutageTime {
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

const time = z.union([
  z.iso.datetime({ offset: true }),
  z.iso.datetime({ offset: true, precision: -1 }),
]);

function momentOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  if (z.iso.date().safeParse(text).success) return startOfMoscowDay(text);
  return time.safeParse(text).success ? new Date(text) : undefined;
}

export function reportOf({ began_at, ended_at }: OutageTime, isNew: boolean): string {
  const outage = `The outage from ${began_at.toISOString()} to ${ended_at.toISOString()}`;
  if (!isNew) return `${outage} was recorded already; nothing was changed.`;
  return isLongOutage(began_at, ended_at)
    ? `${outage} was recorded; it is longer than 30 days, so within the hour the money for its days is refunded to every account with a plan at that time.`
    : `${outage} was recorded; within the hour every plan that ran then is extended by its days.`;
}

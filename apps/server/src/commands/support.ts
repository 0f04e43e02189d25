import { readConfiguration } from '../config/configuration.ts';
import { systemClock } from '../platform/clock/clock.ts';
import { withDatabase } from './command-database.ts';
import type { Command } from './run-command.ts';
import { carryOutSupportOrder, supportOrderOf } from './support-order.ts';
import { sentenceOf, tableOf } from './support-report.ts';

/** Lists unanswered support requests, and records that one was answered. */
export const command: Command = async (args, { tell, env }) => {
  const order = supportOrderOf(args);
  const outcome = await withDatabase(readConfiguration(env), (database) =>
    carryOutSupportOrder({ database, clock: systemClock }, order),
  );
  if ('list' in outcome) tell(tableOf(outcome.list, systemClock.now()));
  else if (order.kind === 'answered') tell(sentenceOf(order.reference, outcome.answered));
};

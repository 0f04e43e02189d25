import { readConfiguration } from '../config/configuration.ts';
import { systemClock } from '../platform/clock/clock.ts';
import { withDatabase } from './command-database.ts';
import { carryOutJobsOrder, jobsOrderOf, sentenceOf, tableOf } from './jobs-order.ts';
import type { Command } from './run-command.ts';
import { withQueue } from './with-queue.ts';

/** Lists jobs that failed permanently, and enqueues one again. */
export const command: Command = async (args, { tell, env }) => {
  const order = jobsOrderOf(args);
  const outcome = await withDatabase(readConfiguration(env), (database) =>
    withQueue(database, (jobs) => carryOutJobsOrder({ database, jobs, clock: systemClock }, order)),
  );
  if ('list' in outcome) tell(tableOf(outcome.list));
  else if (order.kind === 'retry') tell(sentenceOf(order.id, outcome.isOrdered));
};

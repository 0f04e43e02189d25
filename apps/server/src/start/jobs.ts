import { systemClock } from '../platform/clock/clock.ts';
import { type Configuration, readConfiguration } from './configuration.ts';
import {
  carryOutJobsOrder,
  type JobsOrder,
  jobsOrderOf,
  jobsOutcome,
  sentenceOf,
  tableOf,
} from './jobs-order.ts';
import { openForCommand } from './open-for-command.ts';
import { runCommand } from './run-command.ts';
import { withQueue } from './with-queue.ts';

/** Shows which jobs failed permanently and why, and orders one again. */
runCommand(async (args, { tell }) => {
  const order = jobsOrderOf(args);
  const outcome = jobsOutcome.parse(await carryOut(readConfiguration(process.env), order));
  if ('list' in outcome) tell(tableOf(outcome.list));
  else if (order.kind === 'retry') tell(sentenceOf(order.id, outcome.isOrdered));
});

async function carryOut(configuration: Configuration, order: JobsOrder): Promise<unknown> {
  const opened = await openForCommand(configuration);
  if (opened.kind === 'server') return opened.ask('jobs', order);
  const { database } = opened;
  try {
    return await withQueue(database, (jobs) =>
      carryOutJobsOrder({ database, jobs, clock: systemClock }, order),
    );
  } finally {
    await database.close();
  }
}

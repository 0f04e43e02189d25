import { readConfiguration } from '../config/configuration.ts';
import { systemClock } from '../platform/clock/clock.ts';
import { withDatabase } from './command-database.ts';
import { carryOutContactsOrder, contactsOrderOf, sentenceOf, tableOf } from './contacts-order.ts';
import type { Command } from './run-command.ts';
import { withQueue } from './with-queue.ts';

/** Lists contacts whose start was vetoed, and approves one whose documents were seen. */
export const command: Command = async (args, { tell, env }) => {
  const order = contactsOrderOf(args);
  const outcome = await withDatabase(readConfiguration(env), (database) =>
    withQueue(database, (jobs) =>
      carryOutContactsOrder({ database, jobs, clock: systemClock }, order),
    ),
  );
  tell('list' in outcome ? tableOf(outcome.list) : sentenceOf(outcome.isApproved));
};

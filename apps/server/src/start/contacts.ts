import { systemClock } from '../platform/clock/clock.ts';
import { withDatabase } from './command-database.ts';
import { readConfiguration } from './configuration.ts';
import { carryOutContactsOrder, contactsOrderOf, sentenceOf, tableOf } from './contacts-order.ts';
import { runCommand } from './run-command.ts';
import { withQueue } from './with-queue.ts';

/** Lists contacts whose start was vetoed, and approves one whose documents were seen. */
runCommand(async (args, { tell }) => {
  const order = contactsOrderOf(args);
  const outcome = await withDatabase(readConfiguration(process.env), (database) =>
    withQueue(database, (jobs) =>
      carryOutContactsOrder({ database, jobs, clock: systemClock }, order),
    ),
  );
  tell('list' in outcome ? tableOf(outcome.list) : sentenceOf(outcome.isApproved));
});

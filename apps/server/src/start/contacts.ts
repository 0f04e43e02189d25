import { systemClock } from '../platform/clock/clock.ts';
import { type Configuration, readConfiguration } from './configuration.ts';
import {
  type ContactsOrder,
  carryOutContactsOrder,
  contactsOrderOf,
  contactsOutcome,
  sentenceOf,
  tableOf,
} from './contacts-order.ts';
import { openForCommand } from './open-for-command.ts';
import { runCommand } from './run-command.ts';
import { withQueue } from './with-queue.ts';

/** Shows whose start an owner stopped, and approves a contact whose documents were seen. */
runCommand(async (args, { tell }) => {
  const order = contactsOrderOf(args);
  const outcome = contactsOutcome.parse(await carryOut(readConfiguration(process.env), order));
  tell('list' in outcome ? tableOf(outcome.list) : sentenceOf(outcome.isApproved));
});

async function carryOut(configuration: Configuration, order: ContactsOrder): Promise<unknown> {
  const opened = await openForCommand(configuration);
  if (opened.kind === 'server') return opened.ask('contacts', order);
  const { database } = opened;
  try {
    return await withQueue(database, (jobs) =>
      carryOutContactsOrder({ database, jobs, clock: systemClock }, order),
    );
  } finally {
    await database.close();
  }
}

import { systemClock } from '../platform/clock/clock.ts';
import { type Configuration, readConfiguration } from './configuration.ts';
import { openForCommand } from './open-for-command.ts';
import { runCommand } from './run-command.ts';
import {
  carryOutSupportOrder,
  type SupportOrder,
  supportOrderOf,
  supportOutcome,
} from './support-order.ts';
import { sentenceOf, tableOf } from './support-report.ts';

/** Shows which support requests wait for an answer, and notes that one was answered. */
runCommand(async (args, { tell }) => {
  const order = supportOrderOf(args);
  const outcome = supportOutcome.parse(await carryOut(readConfiguration(process.env), order));
  if ('list' in outcome) tell(tableOf(outcome.list, systemClock.now()));
  else if (order.kind === 'answered') tell(sentenceOf(order.reference, outcome.answered));
});

async function carryOut(configuration: Configuration, order: SupportOrder): Promise<unknown> {
  const opened = await openForCommand(configuration);
  if (opened.kind === 'server') return opened.ask('support', order);
  try {
    return await carryOutSupportOrder({ database: opened.database, clock: systemClock }, order);
  } finally {
    await opened.database.close();
  }
}

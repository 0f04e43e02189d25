import { z } from 'zod';
import { recordOutage } from '../features/plans/record-outage.ts';
import { systemClock } from '../platform/clock/clock.ts';
import { type Configuration, readConfiguration } from './configuration.ts';
import { openForCommand } from './open-for-command.ts';
import { type OutageOrder, outageOrderOf, sentenceOf } from './outage-order.ts';
import { runCommand } from './run-command.ts';

/** Records a time during which the service could not be used; a job makes it good to the owners. */
runCommand(async (args, { tell }) => {
  const order = outageOrderOf(args, systemClock.now());
  tell(sentenceOf(order, await record(readConfiguration(process.env), order)));
});

/** False when it is recorded already. */
async function record(configuration: Configuration, order: OutageOrder): Promise<boolean> {
  const opened = await openForCommand(configuration);
  if (opened.kind === 'server') {
    return z.boolean().parse(await opened.ask('record-outage', order));
  }
  const { database } = opened;
  try {
    return await recordOutage({ database, clock: systemClock }, { kind: 'command' }, order);
  } finally {
    await database.close();
  }
}

import { readConfiguration } from '../config/configuration.ts';
import { recordOutage } from '../features/billing/plans/record-outage.ts';
import { systemClock } from '../platform/clock/clock.ts';
import { withDatabase } from './command-database.ts';
import { outageOrderOf, sentenceOf } from './outage-order.ts';
import type { Command } from './run-command.ts';

/** Records an outage of the service; a job compensates the owners. */
export const command: Command = async (args, { tell, env }) => {
  const order = outageOrderOf(args, systemClock.now());
  const isNew = await withDatabase(readConfiguration(env), (database) =>
    recordOutage({ database, clock: systemClock }, { kind: 'command' }, order),
  );
  tell(sentenceOf(order, isNew));
};

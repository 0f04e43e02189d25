import { readConfiguration } from '../config/configuration.ts';
import { systemClock } from '../platform/clock/clock.ts';
import { loadPresentMasterKeys } from '../platform/encryption/master-keys.ts';
import { withDatabase } from './command-database.ts';
import { carryOutOperatorOrder, operatorOrderOf, reportOf } from './operator-order.ts';
import type { Command } from './run-command.ts';

/** Appoints, removes and lists operators. */
export const command: Command = async (args, { tell, env }) => {
  const order = operatorOrderOf(args);
  const configuration = readConfiguration(env);
  const outcome = await withDatabase(configuration, (database) => {
    const masterKeys = loadPresentMasterKeys(configuration.masterKey);
    return carryOutOperatorOrder({ database, masterKeys, clock: systemClock }, order);
  });
  tell(reportOf(outcome));
};

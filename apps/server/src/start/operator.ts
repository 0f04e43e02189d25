import { systemClock } from '../platform/clock/clock.ts';
import { loadPresentMasterKeys } from '../platform/encryption/master-keys.ts';
import { type Configuration, readConfiguration } from './configuration.ts';
import { openForCommand } from './open-for-command.ts';
import {
  carryOutOperatorOrder,
  type OperatorOrder,
  operatorOrderOf,
  operatorOutcome,
  reportOf,
} from './operator-order.ts';
import { runCommand } from './run-command.ts';

/** Makes people operators, takes the role away, and lists who has it. */
runCommand(async (args, { tell }) => {
  const order = operatorOrderOf(args);
  const outcome = await carryOut(readConfiguration(process.env), order);
  tell(reportOf(operatorOutcome.parse(outcome)));
});

async function carryOut(configuration: Configuration, order: OperatorOrder): Promise<unknown> {
  const opened = await openForCommand(configuration);
  if (opened.kind === 'server') return opened.ask('operator', order);
  const { database } = opened;
  try {
    const masterKeys = loadPresentMasterKeys(configuration.masterKey);
    return await carryOutOperatorOrder({ database, masterKeys, clock: systemClock }, order);
  } finally {
    await database.close();
  }
}

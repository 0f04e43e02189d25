import type { Progress } from '../features/backup/progress.ts';
import {
  type CheckOrder,
  carryOutCheck,
  checkedStorage,
  checkOrderOf,
  reportOf,
} from './check-storage-order.ts';
import { type Configuration, readConfiguration } from './configuration.ts';
import { openForCommand } from './open-for-command.ts';
import { runCommand } from './run-command.ts';

/** Compares database and object store, also while servers run, and repairs what is safe. */
runCommand(async (args, progress) => {
  const order = checkOrderOf(args);
  const checked = await check(readConfiguration(process.env), order, progress);
  progress.tell(reportOf(checkedStorage.parse(checked), order));
});

async function check(
  configuration: Configuration,
  order: CheckOrder,
  progress: Progress,
): Promise<unknown> {
  const opened = await openForCommand(configuration);
  if (opened.kind === 'server') return opened.ask('check-storage', order, progress);
  const { database } = opened;
  try {
    return await carryOutCheck(configuration, database, order, progress);
  } finally {
    await database.close();
  }
}

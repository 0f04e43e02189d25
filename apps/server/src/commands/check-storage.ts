import { readConfiguration } from '../config/configuration.ts';
import { carryOutCheck, checkOrderOf, reportOf } from './check-storage-order.ts';
import { withDatabase } from './command-database.ts';
import type { Command } from './run-command.ts';

/** Compares database and object store, also while servers run, and repairs what is safe. */
export const command: Command = async (args, progress) => {
  const order = checkOrderOf(args);
  const configuration = readConfiguration(progress.env);
  const checked = await withDatabase(configuration, (database) =>
    carryOutCheck(configuration, database, order, progress),
  );
  progress.tell(reportOf(checked, order));
};

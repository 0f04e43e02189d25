import { readConfiguration } from '../config/configuration.ts';
import { loadPresentMasterKeys } from '../platform/encryption/master-keys.ts';
import { auditOrderOf, carryOutAuditOrder } from './audit-order.ts';
import { reportOf, tableOf } from './audit-report.ts';
import { withDatabase } from './command-database.ts';
import type { Command } from './run-command.ts';

/** Shows the latest entries of the audit log, or verifies all of it. */
export const command: Command = async (args, { tell, signal, env }) => {
  const order = auditOrderOf(args);
  const configuration = readConfiguration(env);
  const outcome = await withDatabase(configuration, (database) => {
    const masterKeys = loadPresentMasterKeys(configuration.masterKey);
    return carryOutAuditOrder(configuration, database, masterKeys, order, signal);
  });
  tell('list' in outcome ? tableOf(outcome.list) : reportOf(outcome.verdict));
};

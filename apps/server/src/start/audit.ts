import { loadPresentMasterKeys } from '../platform/encryption/master-keys.ts';
import { type AuditOrder, auditOrderOf, auditOutcome, carryOutAuditOrder } from './audit-order.ts';
import { reportOf, tableOf } from './audit-report.ts';
import { type Configuration, readConfiguration } from './configuration.ts';
import { openForCommand } from './open-for-command.ts';
import { runCommand } from './run-command.ts';

/** Shows the latest entries of the audit log, and checks that all of it is as it was written. */
runCommand(async (args, { tell, signal }) => {
  const order = auditOrderOf(args);
  const outcome = auditOutcome.parse(await carryOut(readConfiguration(process.env), order, signal));
  tell('list' in outcome ? tableOf(outcome.list) : reportOf(outcome.verdict));
});

async function carryOut(
  configuration: Configuration,
  order: AuditOrder,
  signal: AbortSignal,
): Promise<unknown> {
  const opened = await openForCommand(configuration);
  if (opened.kind === 'server') return opened.ask('audit', order, { signal });
  const { database } = opened;
  try {
    const masterKeys = loadPresentMasterKeys(configuration.masterKey);
    return await carryOutAuditOrder(configuration, database, masterKeys, order, signal);
  } finally {
    await database.close();
  }
}

import { isAbsolute } from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { BackupSummary } from '../features/backup/make-backup.ts';
import { recordOutage } from '../features/plans/record-outage.ts';
import { readKeyStatus } from '../features/vault/key-status.ts';
import { systemClock } from '../platform/clock/clock.ts';
import {
  type Control,
  type ControlHandler,
  openControl,
} from '../platform/control/control-server.ts';
import type { Database } from '../platform/database/database.ts';
import type { MasterKeys } from '../platform/encryption/master-keys.ts';
import type { JobQueue } from '../platform/jobs/job-queue.ts';
import { auditOrder, carryOutAuditOrder } from './audit-order.ts';
import { carryOutCheck, checkOrder } from './check-storage-order.ts';
import { refusalOfCommand } from './command-refusals.ts';
import type { Configuration } from './configuration.ts';
import { carryOutContactsOrder, contactsOrder } from './contacts-order.ts';
import { controlPath } from './control-path.ts';
import { findingsOf } from './doctor-database.ts';
import { carryOutJobsOrder, jobsOrder } from './jobs-order.ts';
import { keyTables } from './key-tables.ts';
import { makeNotedBackup } from './noted-backup.ts';
import { openCheckedStorage } from './open-checked-storage.ts';
import { carryOutOperatorOrder, operatorOrder } from './operator-order.ts';
import { noteKeyDropped, rotateKeys } from './rotate-keys.ts';
import { carryOutSupportOrder, supportOrder } from './support-order.ts';
import { carryOutTombstonesCount } from './tombstones-order.ts';

/** On PostgreSQL commands open the database themselves and need no server. */
export async function openServerControl(
  configuration: Configuration,
  database: Database,
  masterKeys: MasterKeys,
  jobs: JobQueue,
  log: Logger,
): Promise<Control | undefined> {
  if (configuration.databaseUrl) return undefined;
  return openControl(controlPath(configuration), {
    handlers: {
      'count-keys': () => readKeyStatus(database, masterKeys, keyTables),
      'rewrap-keys': (_, __, signal) => rotateKeys(database, masterKeys, signal),
      'note-key-dropped': (input) => noteKeyDropped(database, droppedKey.parse(input).version),
      backup: backupHandler(configuration, database),
      'check-storage': (input, tell, signal) =>
        carryOutCheck(configuration, database, checkOrder.parse(input), { tell, signal }),
      'count-tombstones': () => carryOutTombstonesCount(configuration, database),
      doctor: () => findingsOf(configuration, database, masterKeys),
      'record-outage': outageHandler(database),
      support: (input) =>
        carryOutSupportOrder({ database, clock: systemClock }, supportOrder.parse(input)),
      contacts: (input) =>
        carryOutContactsOrder({ database, jobs, clock: systemClock }, contactsOrder.parse(input)),
      operator: (input) =>
        carryOutOperatorOrder(
          { database, masterKeys, clock: systemClock },
          operatorOrder.parse(input),
        ),
      audit: (input, _, signal) =>
        carryOutAuditOrder(configuration, database, masterKeys, auditOrder.parse(input), signal),
      jobs: (input) =>
        carryOutJobsOrder({ database, jobs, clock: systemClock }, jobsOrder.parse(input)),
    },
    sentenceOf: (error) => refusalOfCommand(error)?.sentence,
    log,
  });
}

const droppedKey = z.object({ version: z.int() });

const backupInput = z.object({ folder: z.string().refine(isAbsolute), isFull: z.boolean() });

function backupHandler(configuration: Configuration, database: Database): ControlHandler {
  return async (input, tell, signal): Promise<BackupSummary> => {
    const { folder, isFull } = backupInput.parse(input);
    const store = openCheckedStorage(configuration, database, systemClock);
    try {
      const deps = { database, store, clock: systemClock };
      return await makeNotedBackup(deps, folder, { tell, signal }, { isFull });
    } finally {
      store.close();
    }
  };
}

const outageInput = z.object({ began_at: z.coerce.date(), ended_at: z.coerce.date() });

function outageHandler(database: Database): ControlHandler {
  return (input) => {
    const deps = { database, clock: systemClock };
    return recordOutage(deps, { kind: 'command' }, outageInput.parse(input));
  };
}

import { isAbsolute, join } from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type BackupSummary, makeBackup } from '../features/backup/make-backup.ts';
import { insertOutage } from '../features/plans/outage-repository.ts';
import { readKeyStatus } from '../features/vault/key-status.ts';
import { rewrapAllKeys } from '../features/vault/rewrap-all-keys.ts';
import { systemClock } from '../platform/clock/clock.ts';
import {
  type Control,
  type ControlHandler,
  openControl,
} from '../platform/control/control-server.ts';
import type { Database } from '../platform/database/database.ts';
import type { MasterKeys } from '../platform/encryption/master-keys.ts';
import type { JobQueue } from '../platform/jobs/job-queue.ts';
import { refusalOfCommand } from './command-refusals.ts';
import type { Configuration } from './configuration.ts';
import { carryOutContactsOrder, contactsOrder } from './contacts-order.ts';
import { carryOutJobsOrder, jobsOrder } from './jobs-order.ts';
import { openFileStorage } from './open-file-storage.ts';
import { carryOutSupportOrder, supportOrder } from './support-order.ts';

/** Where a server on the embedded database listens for commands. */
export function controlPath({ dataDir }: Configuration): string {
  return join(dataDir, 'control.sock');
}

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
      'count-keys': () => readKeyStatus(database, masterKeys),
      'rewrap-keys': (_, __, signal) => rewrapAllKeys(database, masterKeys, signal),
      backup: backupHandler(configuration, database),
      'record-outage': outageHandler(database),
      support: (input) =>
        carryOutSupportOrder(database, supportOrder.parse(input), systemClock.now()),
      contacts: (input) =>
        carryOutContactsOrder({ database, jobs, clock: systemClock }, contactsOrder.parse(input)),
      jobs: (input) => carryOutJobsOrder(database, jobs, jobsOrder.parse(input)),
    },
    sentenceOf: (error) => refusalOfCommand(error)?.sentence,
    log,
  });
}

const backupInput = z.object({ folder: z.string().refine(isAbsolute) });

function backupHandler(configuration: Configuration, database: Database): ControlHandler {
  return async (input, tell, signal): Promise<BackupSummary> => {
    const { folder } = backupInput.parse(input);
    const store = openFileStorage(configuration);
    try {
      const deps = { database, store, clock: systemClock };
      return await makeBackup(deps, folder, { tell, signal });
    } finally {
      store.close();
    }
  };
}

const outageInput = z.object({ began_at: z.coerce.date(), ended_at: z.coerce.date() });

function outageHandler(database: Database): ControlHandler {
  return (input) => {
    const { began_at, ended_at } = outageInput.parse(input);
    return insertOutage(database, began_at, ended_at, systemClock.now());
  };
}

import { z } from 'zod';
import { assertMasterKeysSuffice } from '../features/vault/check-keys.ts';
import type { KeyStatus } from '../features/vault/key-rules.ts';
import { readKeyStatus, versionsOf } from '../features/vault/key-status.ts';
import type { Rewrapped } from '../features/vault/rewrap-all-keys.ts';
import type { MasterKeys } from '../platform/encryption/master-keys.ts';
import { assertServiceKeyOpens } from '../platform/encryption/service-key.ts';
import { readServiceKey } from '../platform/encryption/service-key-repository.ts';
import { CommandRefused } from './command-refusals.ts';
import type { Configuration } from './configuration.ts';
import { keyTables } from './key-tables.ts';
import { type AskServer, closedOnFailure, openForCommand } from './open-for-command.ts';
import { noteKeyDropped, rotateKeys } from './rotate-keys.ts';

/** Where the keys command asks and orders: at the database, or at the server that has it open. */
export interface KeyCommands {
  status(): Promise<KeyStatus>;
  rewrap(signal: AbortSignal): Promise<Rewrapped>;
  noteDropped(version: number): Promise<void>;
  close(): Promise<void>;
}

export async function openKeyCommands(
  configuration: Configuration,
  masterKeys: MasterKeys,
): Promise<KeyCommands> {
  const opened = await openForCommand(configuration);
  if (opened.kind === 'server') return deskOfServer(opened.ask, masterKeys);
  const { database } = opened;
  // A command with the wrong key must not get as far as changing anything.
  await closedOnFailure(database, async () => {
    const serviceKey = await readServiceKey(database);
    if (serviceKey) assertServiceKeyOpens(masterKeys, serviceKey);
    await assertMasterKeysSuffice(database, masterKeys, keyTables);
  });
  return {
    status: () => readKeyStatus(database, masterKeys, keyTables),
    rewrap: (signal) => rotateKeys(database, masterKeys, signal),
    noteDropped: (version) => noteKeyDropped(database, version),
    close: () => database.close(),
  };
}

const countedKeys = z.array(z.object({ master_version: z.int(), keys: z.int() }));
const keyStatus = z.object({
  versions: z.array(z.int()),
  newest: z.int(),
  service: z.int().optional(),
  owners: countedKeys,
  requests: countedKeys,
});
const rewrapped = z.object({
  rewrapped: z.int(),
  damaged: z.array(z.string()),
  status: keyStatus,
});

function deskOfServer(ask: AskServer, masterKeys: MasterKeys): KeyCommands {
  const assertSameKeys = (status: KeyStatus) => {
    if (status.versions.join() === versionsOf(masterKeys).join()) return;
    throw new CommandRefused(
      'The server that runs here has other master keys than this command; start both with the same.',
    );
  };
  return {
    status: async () => {
      const status = keyStatus.parse(await ask('count-keys'));
      assertSameKeys(status);
      return status;
    },
    rewrap: async (signal) => {
      const done = rewrapped.parse(await ask('rewrap-keys', {}, { signal }));
      assertSameKeys(done.status);
      return done;
    },
    noteDropped: async (version) => {
      await ask('note-key-dropped', { version });
    },
    close: async () => {},
  };
}

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { type Machine, newKeyText, newMachine } from '../../../test/machine.ts';
import { streamOf } from '../../../test/object-stores.ts';
import { systemClock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { runPendingMigrations } from '../../platform/database/migrate.ts';
import { withFirstMigrations } from '../../platform/database/older-migrations.ts';
import { loadMasterKeys } from '../../platform/encryption/master-keys.ts';
import { newOwnerKey } from '../../platform/encryption/owner-key.ts';
import { sealedSize } from '../../platform/encryption/sealed-stream.ts';
import { createServiceKey } from '../../platform/encryption/service-key.ts';
import { createLocalFolderStore } from '../../platform/file-storage/local-folder-store.ts';
import { makeBackup } from './make-backup.ts';

const migrations = fileURLToPath(new URL('../../../migrations', import.meta.url));
/** The first that had keys and files; what came later changed them. */
const olderCount = 2;
const folder = mkdtempSync(join(tmpdir(), 'zavet-backups-'));
const machines: Machine[] = [];
afterAll(async () => {
  await Promise.all(machines.map((machine) => machine.remove()));
  rmSync(folder, { recursive: true, force: true });
});

const migrateToOlder = ({ driver }: Database) =>
  withFirstMigrations(migrations, olderCount, (older) => runPendingMigrations(driver.url, older));

/** An installation as an older version of the program left it, backed up by it. */
async function olderBackup(machine: Machine, folder: string): Promise<void> {
  const store = createLocalFolderStore(join(machine.dataDir, 'objects'));
  await store.put('files/a', streamOf(Buffer.alloc(sealedSize(1000))), sealedSize(1000));
  await machine.inDatabase(async (database) => {
    await migrateToOlder(database);
    const masterKeys = loadMasterKeys({ kind: 'file', path: machine.keyFile });
    await createServiceKey().open(database, masterKeys, systemClock);
    const userId = randomUUID();
    const key = newOwnerKey(masterKeys, userId, randomUUID());
    const id = sql`${userId}::uuid`;
    await database.rows(sql`
      insert into users (id, email, created_at, updated_at) values (${id}, 'a@b.c', now(), now())`);
    await database.rows(sql`
      insert into owner_keys (user_id, key_id, master_version, wrapped, created_at)
      values (${id}, ${key.key_id}, ${key.master_version}, ${key.wrapped}, now())`);
    await database.rows(sql`
      insert into instructions (id, user_id, draft_id, title, category, priority, content, preview, reviewed_at, created_at, updated_at)
      values (${id}, ${id}, ${id}, '', 'notary', 'high', '', '', now(), now(), now())`);
    await database.rows(sql`
      insert into instruction_files (id, user_id, instruction_id, object_key, file_name, name_digest, size_bytes, mime_type, state, created_at)
      values (${id}, ${id}, ${id}, 'files/a', '', '', 1000, 'text/plain', 'stored', now())`);
    const progress = { tell: () => {}, signal: new AbortController().signal };
    await makeBackup({ database, store, clock: systemClock }, folder, progress);
  });
}

describe('a backup of an older version', () => {
  it('becomes one of this version on an empty machine, with what newer tables compute', async () => {
    const keyText = newKeyText();
    const home = await newMachine({ keyText });
    const away = await newMachine({ keyText });
    machines.push(home, away);
    const backup = join(folder, 'older');
    await olderBackup(home, backup);
    expect(await away.run('restore', backup)).toMatchObject({ code: 0 });
    await away.inDatabase(async (database) => {
      const usage = await database.rows(
        sql`select used_bytes::int as used_bytes from user_storage_usage`,
      );
      expect(usage).toEqual([{ used_bytes: 1000 }]);
    });
    expect(await (await away.start()).browser().checkSetup()).toMatchObject({ status: 'ready' });
  });

  it('is refused by a database of this version, which stays as it is', async () => {
    const home = await newMachine();
    const env = { MASTER_KEY_FILE: home.keyFile };
    const machine = await newMachine({ isPrepared: true, env });
    machines.push(home, machine);
    await (await machine.start()).end('SIGTERM');
    const backup = join(folder, 'older-still');
    await olderBackup(home, backup);
    const { code, output } = await machine.run('restore', backup);
    expect(output).toContain('older version than the database; restore it into an empty one');
    expect(code).toBe(1);
  });
});

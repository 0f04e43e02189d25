import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Machine, newMachine } from '../../../../test/machine.ts';
import type { Person } from '../../../../test/people.ts';
import { dataExportsOf, personWithData } from '../../../../test/person-fixture.ts';
import { systemClock } from '../../../platform/clock.ts';
import { loadMasterKeys } from '../../../platform/encryption/master-keys.ts';
import { createServiceKey } from '../../../platform/encryption/service-key.ts';
import { createLocalFolderStore } from '../../../platform/file-storage/local-folder-store.ts';
import { createLogger } from '../../../platform/observability/logger.ts';
import { anchorAudit } from '../../identity/audit/audit-anchors.ts';

const databaseNameOf = (machine: Machine) =>
  new URL(machine.env.DATABASE_URL ?? '').pathname.slice(1);

async function runStatements(machine: Machine, ...statements: string[]): Promise<void> {
  const url = new URL(machine.env.DATABASE_URL ?? '');
  url.pathname = '/postgres';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Copies and restores only the database, not the object store. */
const nativeBackup = {
  make: (machine: Machine) =>
    runStatements(
      machine,
      `create database ${databaseNameOf(machine)}_before template ${databaseNameOf(machine)}`,
    ),
  restore: (machine: Machine) =>
    runStatements(
      machine,
      `drop database ${databaseNameOf(machine)} with (force)`,
      `create database ${databaseNameOf(machine)} template ${databaseNameOf(machine)}_before`,
    ),
};

const timeout = { timeout: 30_000 };

const objectsOf = ({ dataDir }: Machine, ...path: string[]) => {
  const root = join(dataDir, 'objects', ...path);
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
};

function anchorLog({ dataDir, keyFile, inDatabase }: Machine): Promise<void> {
  return inDatabase(async (database) => {
    const serviceKey = createServiceKey();
    await serviceKey.load(database, loadMasterKeys({ path: keyFile }), systemClock);
    const store = createLocalFolderStore(join(dataDir, 'objects'));
    const log = createLogger('silent', true);
    await anchorAudit({ database, store, serviceKey, clock: systemClock, log });
  });
}

describe('a native restore', () => {
  const folder = mkdtempSync(join(tmpdir(), 'zavet-backups-'));
  let machine: Machine;
  let anna: Person;
  let boris: Person;
  let belongings: Awaited<ReturnType<typeof dataExportsOf>>;

  beforeAll(async () => {
    machine = await newMachine({ isPrepared: true });
    const first = await machine.serve();
    anna = await personWithData(first);
    boris = await personWithData(first);
    belongings = await dataExportsOf(anna.browser);
    await first.stop();
    await nativeBackup.make(machine);

    const second = await machine.serve();
    const browser = second.browser();
    await browser.signIn({ body: { email: boris.email, password: boris.password } });
    await browser.deleteAccount({
      body: { confirmation_word: 'УДАЛИТЬ', current_password: boris.password },
    });
    await vi.waitFor(
      () => expect(objectsOf(machine, 'tombstones', boris.userId)).toHaveLength(1),
      timeout,
    );
    await second.stop();
    expect(await machine.run('backup', join(folder, 'after'))).toMatchObject({ code: 0 });
    await anchorLog(machine);
    await nativeBackup.restore(machine);
  });
  afterAll(async () => {
    await machine.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const accounts = () =>
    machine.inDatabase(async ({ rows }) =>
      (await rows<{ id: string }>(sql`select id from users order by id`)).map(({ id }) => id),
    );
  const replays = () =>
    machine.inDatabase(({ rows }) =>
      rows(sql`select facts from audit_entries where act = 'tombstones_replayed' order by seq`),
    );

  it('revives deleted accounts, which the commands report', async () => {
    expect(await accounts()).toEqual([anna.userId, boris.userId].sort());
    const checked = await machine.run('check-storage');
    expect(checked.code).toBe(1);
    expect(checked.output).toContain('1 deleted accounts exist again; stop all servers');
    const repaired = await machine.run(
      'check-storage',
      '--repair',
      '--from',
      join(folder, 'after'),
    );
    expect(repaired.output).toMatch(/exist again; run zavet restore deletions first/);
  });

  it('cannot be replayed while a server is running', async () => {
    const server = await machine.serve();
    const { code, output } = await machine.run('restore', 'deletions');
    expect(output).toMatch(/^Servers or workers still use the database; stop them first\.\n$/);
    expect(code).toBe(1);
    await server.stop();
    expect(await accounts()).toHaveLength(2);
  });

  it('is followed by a replay that deletes revived accounts; may run twice', async () => {
    const { code, output } = await machine.runProcess('restore', 'deletions');
    expect(output).toContain('1 of them existed again and were deleted.');
    expect(code).toBe(0);
    expect(await accounts()).toEqual([anna.userId]);
    expect(objectsOf(machine, 'files', boris.userId)).toEqual([]);
    const [remaining] = await machine.inDatabase(({ rows }) =>
      rows(sql`select
        (select count(*)::int from owner_keys where user_id = ${boris.userId}) as keys,
        (select count(*)::int from instructions where user_id = ${boris.userId}) as instructions,
        (select count(*)::int from object_removals) as removals`),
    );
    expect(remaining).toEqual({ keys: 0, instructions: 0, removals: 0 });

    const again = await machine.run('restore', 'deletions', '--tombstones', join(folder, 'after'));
    expect(again.output).toContain('0 of them existed again');
    expect(await replays()).toEqual([
      { facts: { tombstones: 1, deleted: 1 } },
      { facts: { tombstones: 1, deleted: 0 } },
    ]);
  });

  it('keeps other accounts and the store intact, and the audit log reports its loss', async () => {
    expect(await machine.run('check-storage')).toMatchObject({ code: 0 });
    const audit = await machine.run('audit', 'verify');
    expect(audit.output).toContain('Entry 1 of the former log went with the restore');
    expect(audit.code).toBe(1);
    const server = await machine.serve();
    const browser = server.browser();
    await browser.signIn({ body: { email: anna.email, password: anna.password } });
    expect(await dataExportsOf(browser)).toEqual(belongings);
    await expect(
      server.browser().signIn({ body: { email: boris.email, password: boris.password } }),
    ).rejects.toThrow();
  });
});

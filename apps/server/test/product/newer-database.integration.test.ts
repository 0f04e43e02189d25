import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import { openPostgresForCommands } from '../../src/platform/database/open-database.ts';
import { runHere } from '../machine.ts';
import { runToEnd } from '../server-process.ts';
import { freshDatabaseUrl, newDataDir } from '../test-database.ts';
import { startTestProduct } from '../test-product.ts';

const dataDir = newDataDir();
const backup = join(dataDir, 'backup');
let databaseUrl: string;
let env: Record<string, string>;
let before: unknown[];

beforeAll(async () => {
  databaseUrl = await freshDatabaseUrl();
  env = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
  };
  // A backup can be made only of a database that a server has used.
  await (await startTestProduct(env)).stop();
  const backupRun = await runHere('backup', env, [backup]);
  expect(backupRun.output).toContain('Backup in');
  await onDatabase(({ rows }) =>
    rows(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
      values ('of a later version', 9999999999999)`),
  );
  before = await readTraces();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function onDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = openPostgresForCommands(databaseUrl);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Valid arguments, so that only the database can make a command fail. */
const argumentsOf: Record<string, string[]> = {
  serve: [],
  worker: [],
  backup: [join(dataDir, 'another')],
  restore: [backup, '--replace'],
  operator: ['list'],
};
const commands =
  readFileSync(new URL('../../../../packaging/commands.txt', import.meta.url), 'utf8').match(
    /^[a-z-]+/gm,
  ) ?? [];
const processes = ['serve', 'worker'];
/** `mail-check` opens no database; `doctor` reports this among other findings. */
const untestedCommands = ['mail-check', 'doctor'];
/** `worker` opens the database like `serve`, all other commands like `backup`. */
const representativeCommands = ['serve', 'backup', 'restore'];
const testedCommands = process.env.LONG_PROOFS
  ? ['serve', ...commands.filter((name) => !untestedCommands.includes(name))]
  : representativeCommands;

it('every command is in the build', () => {
  const names = commands.filter((name) => !processes.includes(name));
  const script = `for (const name of process.argv.slice(1)) {
    const { command } = await import('./run-' + name + '.js');
    console.log(name, typeof command);
  }`;
  const cwd = fileURLToPath(new URL('../../dist/current', import.meta.url));
  const args = ['--input-type=module', '-e', script, ...names];
  const output = execFileSync(process.execPath, args, { cwd, encoding: 'utf8' });
  expect(output.trim().split('\n')).toEqual(names.map((name) => `${name} function`));
});

describe('a program older than its database', () => {
  it.each(testedCommands)('refuses to run %s and gives the reason', async (name) => {
    const run = processes.includes(name) ? runToEnd : runHere;
    const { code, output } = await run(name, env, argumentsOf[name] ?? []);
    // A restore checks the backup before the database.
    const lines = output
      .trim()
      .split('\n')
      .filter((line) => line !== 'Checking the backup.');
    expect(lines).toEqual([expect.stringMatching(/^The database was prepared by a newer version/)]);
    expect(code).toBe(78);
  });

  it('has changed nothing', async () => {
    expect(await readTraces()).toEqual(before);
  });
});

/** Rows that every worker and every successful command would write. */
function readTraces(): Promise<unknown[]> {
  return onDatabase(({ rows }) =>
    rows(sql`select
      (select json_agg(worker_heartbeats) from worker_heartbeats) as signs,
      (select json_agg(service_keys) from service_keys) as keys,
      (select count(*)::int from audit_entries) as entries`),
  );
}

import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { failureOf } from '../../../../test/failure-of.ts';
import { type Machine, newKeyText, newMachine } from '../../../../test/machine.ts';
import type { Person } from '../../../../test/people.ts';
import { dataExportsOf, personWithData } from '../../../../test/person-fixture.ts';
import type { TestProduct } from '../../../../test/test-product.ts';

const keyText = newKeyText();
const folder = mkdtempSync(join(tmpdir(), 'zavet-backups-'));
const backupBefore = join(folder, 'before');
const backupAfter = join(folder, 'after');
const otherMachines: Machine[] = [];
let homeMachine: Machine;
let anna: Person;
let boris: Person;
/** Deleted for inactivity. */
let vera: Person;
let belongings: Awaited<ReturnType<typeof dataExportsOf>>;

const filesOf = (machine: Machine, ...path: string[]) => {
  const root = join(machine.dataDir, 'objects', ...path);
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
};

beforeAll(async () => {
  homeMachine = await newMachine({ keyText, isPrepared: true });
  const server = await homeMachine.serve();
  anna = await personWithData(server);
  boris = await personWithData(server);
  vera = await personWithData(server);
  belongings = await dataExportsOf(anna.browser);
  await homeMachine.inDatabase((database) =>
    database.rows(sql`insert into unknown_notifications (id, event, object_id, created_at)
      values (gen_random_uuid(), 'payment.succeeded', 'x', now() - interval '1 year')`),
  );
  expect(await homeMachine.run('backup', backupBefore)).toMatchObject({ code: 0 });
  await boris.browser.deleteAccount({
    body: { confirmation_word: 'УДАЛИТЬ', current_password: boris.password },
  });
  await makeInactive(vera);
  await runRetentionJobs();
  // Tombstones are stored by a job.
  for (const { userId } of [boris, vera]) {
    await vi.waitFor(
      () => expect(filesOf(homeMachine, 'tombstones', userId)).toHaveLength(1),
      timeout,
    );
  }
  expect(await unknownNotifications()).toBe(0);
  expect(await homeMachine.run('backup', backupAfter)).toMatchObject({ code: 0 });
  await server.stop();
});
afterEach(() => Promise.all(otherMachines.splice(0).map((machine) => machine.remove())));
afterAll(async () => {
  await homeMachine.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Simulates four years of inactivity with all warnings sent. */
async function makeInactive({ userId }: Person): Promise<void> {
  await homeMachine.inDatabase(async ({ rows }) => {
    const past = sql`now() - interval '4 years'`;
    await rows(sql`update users set seen_at = ${past} where id = ${userId}`);
    await rows(sql`update sessions set updated_at = ${past} where user_id = ${userId}`);
    await rows(sql`update security_events set created_at = ${past} where user_id = ${userId}`);
    await rows(sql`
      insert into inactivity_warnings (id, user_id, number, second_mail_id, removal_on,
        first_enqueued_at, enqueued_at, sent_at)
      select gen_random_uuid(), ${userId}, number, gen_random_uuid(), now(), at, at, at
      from generate_series(1, 3) number,
        lateral (select now() - make_interval(days => 40 * (4 - number)) as at) moment`);
  });
}

const timeout = { timeout: 20_000 };

/** Runs the scheduled jobs immediately, and waits for them. */
async function runRetentionJobs(): Promise<void> {
  const jobs = ['process-inactive-owners', 'run-retention'];
  await homeMachine.inDatabase(({ rows }) =>
    rows(sql`delete from retention_runs where kind in ('account', 'unknown_notifications')`),
  );
  await homeMachine.inDatabase(({ rows }) =>
    rows(sql`insert into pgboss.job (id, name, data)
      select gen_random_uuid(), name, '{}' from unnest(${sql.param(jobs)}::text[]) name`),
  );
  await vi.waitFor(async () => {
    const done = await homeMachine.inDatabase(({ rows }) =>
      rows(sql`select kind from retention_runs
        where kind in ('account', 'unknown_notifications') and ended_at is not null`),
    );
    expect(done).toHaveLength(2);
  }, timeout);
}

const unknownNotifications = async () =>
  (await homeMachine.inDatabase(({ rows }) => rows(sql`select id from unknown_notifications`)))
    .length;

async function emptyMachine(): Promise<Machine> {
  const machine = await newMachine({ keyText });
  otherMachines.push(machine);
  return machine;
}

/** Remaining data of a person in tables and store. */
async function tracesOf(machine: Machine, { userId, email }: Person) {
  return machine.inDatabase(async (database) => {
    const [rows] = await database.rows(sql`select
      (select count(*)::int from users where id = ${userId}) as users,
      (select count(*)::int from owner_keys where user_id = ${userId}) as keys,
      (select count(*)::int from instructions where user_id = ${userId}) as instructions,
      (select count(*)::int from trusted_contacts where user_id = ${userId}) as contacts,
      (select count(*)::int from account_requests where email = ${email}) as requests,
      (select count(*)::int from tombstones where user_id = ${userId}) as tombstones,
      (select count(*)::int from object_removals) as removals`);
    return { ...(rows as object), objects: filesOf(machine, 'files', userId).length };
  });
}

const onlyTombstone = {
  users: 0,
  keys: 0,
  instructions: 0,
  contacts: 0,
  requests: 0,
  tombstones: 1,
  removals: 0,
  objects: 0,
};

async function signIn(server: TestProduct, { email, password }: Person) {
  const browser = server.browser();
  await browser.signIn({ body: { email, password } });
  return browser;
}

describe('an account that was deleted or removed after the backup', () => {
  it('stays deleted on an empty machine with the tombstones of a newer backup', async () => {
    const machine = await emptyMachine();
    const { code, output } = await machine.run(
      'restore',
      backupBefore,
      '--tombstones',
      backupAfter,
    );
    expect(code).toBe(0);
    expect(output).toContain('2 accounts deleted since the backup stay deleted');
    for (const person of [boris, vera]) {
      expect(await tracesOf(machine, person)).toEqual(onlyTombstone);
    }
    expect(await tracesOf(machine, anna)).toMatchObject({ users: 1, objects: 3 });
    // The restore stores the tombstone.
    expect(filesOf(machine, 'tombstones', boris.userId)).toHaveLength(1);
  });

  it('stays deleted on an empty machine whose object store was kept', async () => {
    const machine = await emptyMachine();
    cpSync(join(homeMachine.dataDir, 'objects'), join(machine.dataDir, 'objects'), {
      recursive: true,
    });
    expect(await machine.run('restore', backupBefore)).toMatchObject({ code: 0 });
    for (const person of [boris, vera]) {
      expect(await tracesOf(machine, person)).toEqual(onlyTombstone);
    }
  });

  it('stays deleted on the same machine, which is otherwise restored', async () => {
    const refused = await homeMachine.run('restore', backupBefore);
    expect(refused.output).toMatch(/holds accounts already; only with --replace/);
    expect(refused.code).toBe(1);
    rmSync(join(homeMachine.dataDir, 'objects', 'tombstones'), { recursive: true });
    expect(await homeMachine.run('restore', backupBefore, '--replace')).toMatchObject({ code: 0 });
    for (const person of [boris, vera]) {
      expect(await tracesOf(homeMachine, person)).toEqual(onlyTombstone);
    }
    // Expired data without a tombstone is restored, and removed by the next retention run.
    expect(await unknownNotifications()).toBe(1);
    const server = await homeMachine.serve();
    await runRetentionJobs();
    expect(await unknownNotifications()).toBe(0);
    for (const person of [boris, vera]) {
      expect((await failureOf(signIn(server, person))).code).toBe('invalid_credentials');
      expect(await tracesOf(homeMachine, person)).toEqual(onlyTombstone);
    }
    expect(await dataExportsOf(await signIn(server, anna))).toEqual(belongings);
  });
});

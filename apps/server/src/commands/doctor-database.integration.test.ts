import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { masterKeysFrom } from '../../test/master-keys.ts';
import { signedInPerson } from '../../test/people.ts';
import { emptyDatabaseUrl } from '../../test/test-database.ts';
import { startTestProduct, type TestProduct } from '../../test/test-product.ts';
import { readConfiguration } from '../config/configuration.ts';
import { addMailCounts } from '../features/desk/service-status/mail-outcome-repository.ts';
import { appendAudit } from '../features/identity/audit/index.ts';
import { systemClock } from '../platform/clock.ts';
import { knownMigrations } from '../platform/database/migrate.ts';
import { checkMigrations } from '../platform/doctor/check-database.ts';
import { generatedKeyPath } from '../platform/encryption/key-file.ts';
import { createLocalFolderStore } from '../platform/file-storage/local-folder-store.ts';
import { adoptStore } from '../platform/file-storage/store-identity.ts';
import { migrationsFolder } from '../platform/installation.ts';
import { checkConnected, checkDatabaseConnection } from './doctor-database.ts';

const neverAborted = new AbortController().signal;
const otherKey = Buffer.alloc(32, 9).toString('base64');
let product: TestProduct;
let url: string;
beforeAll(async () => {
  product = await startTestProduct({}, { runsJobs: false });
  url = `${inject('postgresUrl')}${new URL(product.database.driver.url).pathname}`;
});
afterAll(() => product.stop());

async function findings(environment: Record<string, string> = {}, masterKeys = product.masterKeys) {
  return checkConnected(readConfiguration(environment), product.database, masterKeys);
}

async function findingsAbout(name: string, ...given: Parameters<typeof findings>) {
  const found = (await findings(...given)).filter((one) => one.about === name);
  return found.map(({ state, says }) => `${state}: ${says}`);
}

describe('an unusable database', () => {
  const look = async (DATABASE_URL: string) => {
    const [found] = await checkDatabaseConnection(
      readConfiguration({ DATABASE_URL }),
      neverAborted,
    );
    expect(JSON.stringify(found)).not.toContain('secret-word');
    return found;
  };

  it.each([
    [
      'refuses the password',
      (good: string) => good.replace(':postgres@', ':secret-word@'),
      'refuses user or password',
    ],
    [
      'has another name',
      (good: string) => good.replace(/\/\w+$/, '/not_there'),
      'has no such database',
    ],
    ['is unreachable', (good: string) => good.replace(/:\d+\//, ':9/'), 'refuses connections'],
  ])('is reported if it %s', async (_, change, says) => {
    expect(await look(change(url))).toMatchObject({
      about: 'Database',
      state: 'wrong',
      says: expect.stringContaining(says),
    });
  });
});

describe('migrations', () => {
  const known = knownMigrations(migrationsFolder);
  const check = (some: string[]) => checkMigrations(product.database, some);

  it('are fine if all are applied', async () => {
    expect(await check(known)).toMatchObject({ isCurrent: true, findings: [{ state: 'ok' }] });
  });

  it('get a warning if pending', async () => {
    expect(await check([...known, 'new'])).toMatchObject({
      isCurrent: false,
      findings: [{ state: 'warning', says: `1 of ${known.length + 1} are not applied yet` }],
    });
  });

  it('must not be of a newer program', async () => {
    expect(await check(known.slice(0, -1))).toMatchObject({
      isCurrent: false,
      findings: [{ state: 'wrong', says: expect.stringContaining('newer program') }],
    });
  });

  it('are pending on an empty database, without further checks', async () => {
    const DATABASE_URL = (await emptyDatabaseUrl()) ?? '';
    const found = await checkDatabaseConnection(readConfiguration({ DATABASE_URL }), neverAborted);
    expect(found.find((one) => one.about === 'Migrations')).toMatchObject({ state: 'ok' });
    expect(found.map((one) => one.about)).not.toContain('Jobs');
  });
});

describe('jobs', () => {
  const recordHeartbeatMinutesAgo = (minutes: number) =>
    product.database.rows(sql`
      insert into worker_heartbeats (id, seen_at)
      values (1, clock_timestamp() - make_interval(mins => ${minutes}::int))
      on conflict (id) do update set seen_at = excluded.seen_at`);

  it.each([
    [0, 'ok: a worker runs'],
    [5, 'warning: the last heartbeat of a worker is 5 minutes old'],
    [60, 'wrong: no worker has run for 60 minutes'],
  ])('are assessed by the last heartbeat, %i minutes ago: %s', async (minutes, finding) => {
    await recordHeartbeatMinutesAgo(minutes);
    expect(await findingsAbout('Jobs')).toEqual([finding]);
  });

  it('get a warning without any worker', async () => {
    await product.database.rows(sql`delete from worker_heartbeats`);
    expect(await findingsAbout('Jobs')).toEqual(['warning: no worker has run yet']);
    await recordHeartbeatMinutesAgo(0);
  });

  it('get warnings if overdue or failed', async () => {
    await product.database.rows(sql`
      insert into pgboss.job (name, data, start_after)
      values ('run-retention', '{}', now() - interval '40 minutes')`);
    await product.database.rows(sql`
      insert into pgboss.job (name, data, source_name, source_retry_count, source_output, keep_until)
      values ('failed-jobs', '{}', 'run-retention', 3, '{"reason": "Error broken"}',
        now() + interval '30 days')`);
    expect(await findingsAbout('Jobs')).toEqual([
      'ok: a worker runs',
      'warning: a job «run-retention» has been waiting for 40 minutes',
      'warning: 1 failed permanently in the last 30 days',
    ]);
  });
});

describe('keys in the database', () => {
  it('are fine if the master key opens them', async () => {
    await signedInPerson(product);
    expect(await findingsAbout('Keys in the database')).toEqual(['ok: the master key opens them']);
  });

  it('must not need another master key', async () => {
    const other = masterKeysFrom(otherKey);
    expect(await findingsAbout('Keys in the database', {}, other)).toEqual([
      expect.stringMatching(/^wrong: The master key does not open/),
    ]);
  });

  it('must not need a missing version', async () => {
    const newer = masterKeysFrom(`2:${otherKey}`);
    expect(await findingsAbout('Keys in the database', {}, newer)).toEqual([
      expect.stringMatching(/^wrong: The master key of version 1 is missing/),
    ]);
  });
});

describe('a backup', () => {
  const production = () => ({
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://zavet.example',
    MASTER_KEY_FILE: generatedKeyPath(product.dataDir),
    SMTP_URL: 'smtp://127.0.0.1:9',
    SUPPORT_EMAIL: 'support@example.org',
  });
  const madeHoursAgo = (hours: number, lost = 0) => {
    const clock = { now: () => new Date(systemClock.now().getTime() - hours * 3_600_000) };
    const deps = { database: product.database, clock };
    return appendAudit(deps, { actor: { kind: 'command' }, act: 'backup_made', facts: { lost } });
  };

  it('is recommended in production', async () => {
    expect(await findingsAbout('Backup', production())).toEqual(['warning: none was made yet']);
    expect(await findingsAbout('Backup')).toEqual([expect.stringMatching(/^ok: /)]);
  });

  it('gets a warning if days old', async () => {
    await madeHoursAgo(72);
    expect(await findingsAbout('Backup', production())).toEqual([
      'warning: the newest is 3 days old',
    ]);
    await madeHoursAgo(3);
    expect(await findingsAbout('Backup', production())).toEqual(['ok: the newest is 3 hours old']);
  });

  it('is wrong if files were lost', async () => {
    await madeHoursAgo(2, 3);
    expect(await findingsAbout('Backup', production())).toEqual([
      expect.stringMatching(/^wrong: .* 3 files/),
    ]);
  });
});

describe('a pooler', () => {
  const look = async (DATABASE_URL: string) => {
    const both = readConfiguration({ DATABASE_URL, DATABASE_DIRECT_URL: url });
    const found = await checkDatabaseConnection(both, neverAborted);
    expect(found.map((one) => one.about)).toContain('Migrations');
    return found.find((one) => one.about === 'Pooler')?.state;
  };

  it('is checked together with the database', async () => {
    expect(await look(url)).toBe('ok');
    expect(await look(url.replace(/:\d+\//, ':9/'))).toBe('wrong');
  });
});

describe('the store of the database', () => {
  it('must be the recorded folder', async () => {
    const [own, other] = [temporaryFolder(), temporaryFolder()];
    const store = createLocalFolderStore(join(own, 'objects'));
    await adoptStore({ database: product.database, store, clock: systemClock });
    const look = (DATA_DIR: string) => findingsAbout('Store of the database', { DATA_DIR });
    expect(await look(own)).toEqual([expect.stringMatching(/^ok: 0 of 0 sampled files/)]);
    expect(await look(other)).toEqual([expect.stringMatching(/^wrong: this is not the store/)]);
  });

  const temporaryFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'zavet-doctor-'));
    folders.push(folder);
    return folder;
  };
  const folders: string[] = [];
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true });
  });
});

describe('sent mails', () => {
  const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000);
  const count = (outcome: 'accepted' | 'postponed', number: number) =>
    addMailCounts(product.database, [{ mail: 'verify_email', outcome, hour, count: number }]);

  it('are wrong if the mail server postpones all of them', async () => {
    await product.database.rows(sql`delete from mail_outcomes`);
    await count('postponed', 2);
    expect(await findingsAbout('Mail')).toEqual([expect.stringMatching(/^ok: .* 2 postponed$/)]);
    await count('postponed', 1);
    expect(await findingsAbout('Mail')).toEqual([
      expect.stringMatching(/^wrong: .*postponed 3 mails/),
    ]);
    await count('accepted', 1);
    expect(await findingsAbout('Mail')).toEqual([expect.stringMatching(/^ok: .* 1 were accepted/)]);
  });
});

import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Machine, newMachine, runHere } from '../machine.ts';
import { dataExportsOf, personWithData } from '../person-fixture.ts';
import { startS3Server, type TestS3Server } from '../s3-server.ts';
import { runToEnd } from '../server-process.ts';

const foreignStoreMessage =
  /^DATA_DIR must be on a disk that all processes share, or S3_… must be set; \S+\/objects is not the store that the files of this database are in \(zavet check-storage says more\)\.\n$/;
let machine: Machine;
let folder: string;

beforeEach(async () => {
  machine = await newMachine({ isPrepared: true });
  folder = mkdtempSync(join(tmpdir(), 'zavet-machines-'));
});
afterEach(async () => {
  await machine.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Environment of another machine with the same database and its own data folder. */
const otherMachineEnv = (name = 'elsewhere') => ({
  ...machine.env,
  DATA_DIR: join(folder, name),
  MASTER_KEY_FILE: machine.keyFile,
});
const objects = () => join(machine.dataDir, 'objects');

describe('a process with a separate data folder', () => {
  it('is refused before it does any work, also as a command that reads files', async () => {
    await machine.serve();
    for (const [name, ...args] of [
      ['serve'],
      ['backup', join(folder, 'backup')],
      ['audit', 'verify'],
    ] as const) {
      const run = name === 'serve' ? runToEnd : runHere;
      const { code, output } = await run(name, otherMachineEnv(), args);
      expect(output).toMatch(foreignStoreMessage);
      expect(code).toBe(78);
    }
    expect(existsSync(join(folder, 'elsewhere', 'objects'))).toBe(false);
    const adopted = await runHere('check-storage', otherMachineEnv(), ['--adopt']);
    expect(adopted.output).toBe('Servers or workers still use the database; stop them first.\n');
    expect(adopted.code).toBe(1);
  });
});

describe('a lost data folder', () => {
  it('is replaced by an empty one only on explicit request', async () => {
    const server = await machine.serve();
    const person = await personWithData(server);
    await server.stop();
    rmSync(objects(), { recursive: true });
    expect(await machine.run('backup', join(folder, 'backup'))).toMatchObject({ code: 78 });
    const checked = await machine.run('check-storage');
    expect(checked.output).toMatch(/^This is not the store .* 0 of \d+ sampled files are here\./);
    const refused = await machine.run('check-storage', '--adopt');
    expect(refused.output).toMatch(
      /^(\d+) of \1 sampled files .* --without-files gives them up\.\n$/,
    );
    expect(refused.code).toBe(1);
    expect((await machine.run('check-storage')).output).toMatch(/^This is not the store /);
    const adopted = await machine.run('check-storage', '--adopt', '--without-files');
    expect(adopted.output).toMatch(/^This is the store /);
    expect(adopted.code).toBe(0);
    const again = await machine.serve();
    await again.browser().signIn({ body: person });
  });
});

describe('a moved store', () => {
  it('is recognised if it was copied completely; after a restore the former store is refused', async () => {
    const server = await machine.serve();
    const { email, password, browser } = await personWithData(server);
    const dataExports = await dataExportsOf(browser);
    const backup = join(folder, 'backup');
    expect(await machine.run('backup', backup)).toMatchObject({ code: 0 });
    await server.stop();
    cpSync(objects(), join(folder, 'copied', 'objects'), { recursive: true });
    const moved = await machine.serve(otherMachineEnv('copied'));
    const again = moved.browser();
    await again.signIn({ body: { email, password } });
    expect(await dataExportsOf(again)).toEqual(dataExports);
    await moved.stop();

    const restored = await runHere('restore', otherMachineEnv(), [backup, '--replace']);
    expect(restored.output).toContain('Restored');
    expect(restored.code).toBe(0);
    expect((await machine.run('audit', 'verify')).output).toMatch(foreignStoreMessage);
    await machine.serve(otherMachineEnv());
  });
});

describe('a bucket that is unavailable at startup', () => {
  let s3: TestS3Server;
  const bucket = () => ({
    S3_ENDPOINT: s3.settings.endpoint,
    S3_BUCKET: s3.settings.bucket,
    S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
  });
  beforeEach(async () => {
    s3 = await startS3Server();
    s3.intercept = (request, response) => {
      request.resume().once('end', () => response.writeHead(503).end());
      return true;
    };
  });
  afterEach(() => s3.close());

  it('is used once it is available', async () => {
    const server = await machine.serve(bucket());
    const warnings = async () => (await server.browser().checkSetup()).warnings;
    expect(await warnings()).toContain('file_storage_unreachable');
    s3.intercept = () => false;
    await vi.waitFor(async () =>
      expect(await warnings()).not.toContain('file_storage_unreachable'),
    );
    await personWithData(server);
  });

  it('stops the server if it turns out to be the wrong one', async () => {
    await (await machine.serve()).stop();
    const server = await machine.start(bucket());
    const ended = once(server.child, 'close');
    s3.intercept = () => false;
    expect(await ended).toEqual([78, null]);
    expect(server.output()).toContain('S3_BUCKET must name the bucket that all processes share');
  });
});

describe('two servers with a shared store', () => {
  it('share the rate limit of an address', async () => {
    const [first, second] = [await machine.serve(), await machine.serve()];
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const call = async ({ url }: { url: string }) =>
      (await fetch(`${url}/api/version`, { headers })).status;
    for (let calls = 0; calls < 60; calls += 1) expect(await call(first)).toBe(200);
    // Simulates 600 calls to the first server, the limit per minute.
    await vi.waitFor(() =>
      machine.inDatabase(async ({ rows }) =>
        expect(
          await rows(sql`update rate_limits set count = 600 where count >= 30 returning count`),
        ).toHaveLength(1),
      ),
    );
    const statuses: number[] = [];
    for (let calls = 0; calls < 40; calls += 1) statuses.push(await call(second));
    expect(statuses.at(-1)).toBe(429);
  });
});

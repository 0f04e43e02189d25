import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Machine, newMachine, runHere } from '../../test/machine.ts';
import type { Finding } from '../platform/doctor/finding.ts';

let machine: Machine;
beforeEach(async () => {
  machine = await newMachine({ isPrepared: true, env: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterEach(() => machine.remove());

interface Report {
  code: number | null;
  findings: Finding[];
}

async function examine(): Promise<Report> {
  const { code, output } = await machine.run('doctor', '--json');
  const [json = ''] = /^\{.*^\}/ms.exec(output) ?? [];
  return { code, findings: JSON.parse(json).findings };
}

const errorsIn = ({ findings }: Report) =>
  findings.filter(({ state }) => state === 'wrong').map(({ about, says }) => `${about}: ${says}`);
/** The test server runs without durability, which the doctor reports. */
const expectedErrors = [
  expect.stringContaining('Database: fsync is off'),
  expect.stringContaining('full_page_writes'),
];

describe('the doctor', () => {
  it('reports no errors beside a running server and leaves nothing behind', async () => {
    mkdirSync(join(machine.dataDir, 'objects'), { recursive: true });
    const server = await machine.serve();
    const report = await examine();
    expect(errorsIn(report)).toEqual(expectedErrors);
    expect(report.code).toBe(1);
    const abouts = report.findings.map(({ about }) => about);
    for (const about of [
      'Configuration',
      'Node',
      'Migrations',
      'Clock',
      'Jobs',
      'Keys in the database',
      'Master key',
      'File storage',
      'Backup',
    ]) {
      expect(abouts).toContain(about);
    }
    expect(report.findings).toContainEqual({
      about: 'Keys in the database',
      state: 'ok',
      says: 'the master key opens them',
    });
    expect(report.findings).toContainEqual({
      about: 'File storage',
      state: 'ok',
      says: expect.stringContaining('takes, returns, lists and removes objects'),
    });
    expect(existsSync(join(machine.dataDir, 'objects', 'doctor'))).toBe(false);
    await server.stop();
  });

  it('checks the embedded database while no server runs', async () => {
    await (await machine.serve()).stop();
    const report = await examine();
    expect(errorsIn(report)).toEqual(expectedErrors);
    expect(report.findings.map(({ about }) => about)).toContain('Keys in the database');
    await machine.serve();
  });

  it('prints problems and next steps without secrets', async () => {
    const env = {
      ...machine.env,
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: 'secret-word',
      S3_SECRET_ACCESS_KEY: 'secret-word',
      SMTP_URL: 'smtp://post:secret-word@127.0.0.1:9',
      YOOKASSA_SHOPID: 'secret-word',
    };
    const { code, output } = await runHere('doctor', env);
    expect(code).toBe(1);
    expect(output).toMatch(/^wrong {4}File storage: the bucket files refuses connections$/m);
    expect(output).toMatch(/^wrong {4}Mail: 127\.0\.0\.1 cannot be used: [^\n]+\n {9}→ /m);
    expect(output).toMatch(/YOOKASSA_SHOPID is not read[^\n]+\n {9}→ Call it YOOKASSA_SHOP_ID/);
    expect(output).toMatch(/^\d+ things are wrong; \d+ warnings\.$/m);
    expect(output).not.toContain('secret-word');
  });

  it('prints all errors of the configuration', async () => {
    const { code, output } = await runHere('doctor', { PORT: 'many', HOST: '*', RUN_JOBS: 'no' });
    expect(code).toBe(1);
    expect(output.match(/^wrong {4}Configuration: [A-Z_]+/gm)).toEqual([
      'wrong    Configuration: PORT',
      'wrong    Configuration: HOST',
      'wrong    Configuration: RUN_JOBS',
    ]);
    expect(output).toMatch(/checked when the configuration is right\.\n$/);
  });

  it('prints its usage', async () => {
    const { code, output } = await runHere('doctor', {}, ['--loud']);
    expect(code).toBe(64);
    expect(output).toMatch(/^Use zavet doctor/);
  });

  it('reports an unavailable database and all other findings', async () => {
    machine.env.DATABASE_URL = 'postgres://zavet:secret-word@127.0.0.1:9/zavet';
    const report = await examine();
    expect(report.code).toBe(1);
    expect(errorsIn(report)).toEqual(['Database: 127.0.0.1 refuses connections']);
    expect(report.findings.map(({ about }) => about)).toContain('File storage');
  });

  it('times out if the database does not answer', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    const { port } = silent.address() as { port: number };
    machine.env.DATABASE_URL = `postgres://zavet@127.0.0.1:${port}/zavet`;
    expect(errorsIn(await examine())).toEqual(['Database: 127.0.0.1 does not answer in time']);
    silent.close();
  });
});

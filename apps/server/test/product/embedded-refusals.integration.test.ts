import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runHere } from '../machine.ts';
import { runToEnd } from '../server-process.ts';
import { testMasterKey } from '../test-database.ts';

const home = mkdtempSync(join(tmpdir(), 'zavet-embedded-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const MASTER_KEY_FILE = join(home, 'master.key');
writeFileSync(MASTER_KEY_FILE, `1:${testMasterKey}\n`);

const environment = (DATA_DIR: string) => ({ DATA_DIR, MASTER_KEY_FILE });

/** A data folder with a cluster of this PostgreSQL version. */
function folderWith(name: string, cluster: string, version: string): string {
  const folder = join(home, name);
  mkdirSync(join(folder, cluster), { recursive: true });
  writeFileSync(join(folder, cluster, 'PG_VERSION'), `${version}\n`);
  return folder;
}

describe('a data folder that this version cannot open', () => {
  it.each([
    ['of the engine before 1.0', 'database', '17', /^.* was made by a version before 1\.0, .*$/],
    [
      'of another PostgreSQL',
      'postgres/data',
      '19',
      /^.* is of PostgreSQL 19, .*backup.*restore.*$/,
    ],
  ])('is refused with a reason and left unchanged: %s', async (name, cluster, version, reason) => {
    const folder = folderWith(name, cluster, version);
    const [top = ''] = cluster.split('/');
    const { code, output } = await runHere('operator', environment(folder), ['list']);
    expect(output.trimEnd()).toMatch(reason);
    expect(code).toBe(78);
    const doctor = await runHere('doctor', environment(folder));
    const finding = doctor.output.match(/^wrong {4}Database: (.*)$/m);
    expect(finding?.[1]).toMatch(reason);
    expect(readdirSync(folder)).toEqual([top]);
    expect(readdirSync(join(folder, cluster))).toEqual(['PG_VERSION']);
  });
});

describe('a system without embedded PostgreSQL', () => {
  it.each([
    [
      'without programs',
      "Object.defineProperty(process,'platform',{value:'sunos'})",
      /^There is no .*; set DATABASE_URL .*$/,
    ],
    [
      'without glibc',
      'process.report.getReport=()=>({header:{}})',
      /^The embedded PostgreSQL needs glibc, .*; set DATABASE_URL .*$/,
    ],
  ])(
    'is refused with a hint to set DATABASE_URL, without creating files: %s',
    async (name, script, reason) => {
      const env = environment(join(home, name));
      const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(script)}`;
      const { code, output } = await runToEnd('serve', { ...env, NODE_OPTIONS });
      expect(output.trimEnd()).toMatch(reason);
      expect(code).toBe(78);
      expect(existsSync(join(env.DATA_DIR, 'postgres'))).toBe(false);
    },
  );
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Machine, newMachine } from '../../test/machine.ts';
import { UsageInvalid } from '../platform/process.ts';
import { parseArguments } from './audit.ts';

const folder = mkdtempSync(join(tmpdir(), 'zavet-audit-'));
let machine: Machine;
beforeAll(async () => {
  machine = await newMachine({ isPrepared: true });
});
afterAll(async () => {
  await machine.remove();
  rmSync(folder, { recursive: true, force: true });
});

it('verifies the log with and without a running server, also after a restore', async () => {
  const server = await machine.serve();
  const backup = join(folder, 'older');
  expect(await machine.run('backup', backup)).toMatchObject({ code: 0 });
  const beside = await machine.run('audit', 'verify');
  expect(beside).toMatchObject({
    code: 0,
    output: expect.stringContaining('The audit log is whole: 1 entr'),
  });
  await server.stop();
  expect(await machine.run('restore', backup, '--replace')).toMatchObject({ code: 0 });
  const listed = await machine.run('audit');
  expect(listed.output).toMatch(/restored[\s\S]*backup_made/);
  expect(await machine.run('audit', 'verify')).toMatchObject({
    code: 0,
    output: expect.stringContaining('2 entries'),
  });

  await machine.inDatabase(async ({ rows }) => {
    await rows(sql`alter table audit_entries disable trigger user`);
    await rows(sql`update audit_entries set facts = '{}' where seq = 2`);
    await rows(sql`alter table audit_entries enable trigger user`);
  });
  expect(await machine.run('audit', 'verify')).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^Entry 2 \([\da-f-]+\) of the audit log was changed\.\n$/),
  });
  expect(() => parseArguments(['everything'])).toThrow(UsageInvalid);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Machine, newMachine } from '../../test/machine.ts';

let machine: Machine;
beforeAll(async () => {
  machine = await newMachine({ isPrepared: true });
});
afterAll(() => machine.remove());

it('lists no contact on a new database, and refuses unknown contacts', async () => {
  const list = await machine.run('contacts');
  expect(list.output).toContain('No contact’s start is stopped');
  expect(list.code).toBe(0);
  const refused = await machine.run('contacts', 'approve', 'a@example.org', 'b@example.org');
  expect(refused.output).toContain('no confirmed contact');
  expect(refused.code).not.toBe(0);
});

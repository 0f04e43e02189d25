import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Machine, newMachine } from '../../test/machine.ts';

let machine: Machine;
beforeAll(async () => {
  machine = await newMachine({ isPrepared: true });
});
afterAll(() => machine.remove());

it('finds no operator on a new database, and appoints none without an account', async () => {
  const list = await machine.run('operator', 'list');
  expect(list.output).toContain('There are no operators.');
  expect(list.code).toBe(0);
  const refused = await machine.run('operator', 'add', 'anna@example.org');
  expect(refused.output).toContain('no confirmed account');
  expect(refused.code).not.toBe(0);
});

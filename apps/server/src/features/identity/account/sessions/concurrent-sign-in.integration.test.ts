import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whileLocked } from '../../../../../test/database-faults.ts';
import { signedUpPerson, strongPassword } from '../../../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../../../test/test-product.ts';
import { accountLinks, knownDevices, sessions } from '../account-tables.ts';
import { setPassword, voidPassword } from '../passwords/password-repository.ts';
import { passwords } from '../passwords/passwords.ts';
import { deleteDevices } from './device-repository.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

async function countOf(table: typeof sessions | typeof knownDevices, userId: string) {
  return product.database.db().$count(table, eq(table.user_id, userId));
}

describe('a sign-in during a change of its password', () => {
  const changes = {
    changes: async (userId: string) => {
      const hash = await passwords(product.ctx).hash('Another-pass-2');
      await setPassword(product.database, userId, hash, product.ctx.clock.now());
    },
    'becomes void': async (userId: string) => {
      await voidPassword(product.database, userId, product.ctx.clock.now());
    },
  };

  for (const [change, apply] of Object.entries(changes)) {
    it(`opens no session when the password ${change}`, async () => {
      const { userId, email, browser } = await signedUpPerson(product);
      const body = { email, password: strongPassword };
      const fromKnown = () => browser.signIn({ body });
      const fromNew = () => product.browser().signIn({ body });
      const outcomes = await whileLocked(product.database, userId, [fromKnown, fromNew], () =>
        apply(userId),
      );
      for (const outcome of outcomes) {
        expect(outcome).toMatchObject({
          status: 'rejected',
          reason: { code: 'invalid_credentials' },
        });
      }
      expect(await countOf(sessions, userId)).toBe(1);
      expect(await countOf(knownDevices, userId)).toBe(1);
    });
  }
});

describe('two concurrent first sign-ins of an account', () => {
  it('report the second one as a new device', async () => {
    const { userId, email } = await signedUpPerson(product);
    await deleteDevices(product.database, userId);
    const fresh = () => product.browser().signIn({ body: { email, password: strongPassword } });
    const outcomes = await whileLocked(product.database, userId, [fresh, fresh]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    const isWarning = and(
      eq(accountLinks.user_id, userId),
      eq(accountLinks.purpose, 'disown_sign_in'),
    );
    expect(await product.database.db().$count(accountLinks, isWarning)).toBe(1);
  });
});

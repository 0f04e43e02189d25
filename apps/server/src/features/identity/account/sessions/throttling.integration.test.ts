import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestProduct, type TestProduct } from '../../../../../test/test-product.ts';
import { signInAttempts } from '../account-tables.ts';
import { claimAttempt, listAttempts, releaseAttempt } from './attempt-repository.ts';
import { remainingPauseSeconds } from './session-rules.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const now = new Date('2026-11-15T12:00:00Z');
const hourSeconds = 3_600;

async function insertCount(key: string, failures: number, secondsAgo: number) {
  const last_failed_at = new Date(now.getTime() - secondsAgo * 1000);
  await product.database.db().insert(signInAttempts).values({ key, failures, last_failed_at });
  return { failures, lastFailedAt: last_failed_at };
}

describe('the count of failed attempts', () => {
  it('allows an attempt in the database exactly when the rule does', async () => {
    const ages = [-60, 0, 4.999, 5, 9.999, 10, 79, 80, 159, 160, 299.999, 300, 3_599.999, 3_600];
    for (const failures of [0, 1, 4, 5, 6, 9, 10, 11, 12, 40]) {
      for (const ago of ages) {
        const key = `${failures} ${ago}`;
        const isAllowed = remainingPauseSeconds(await insertCount(key, failures, ago), now) === 0;
        const claimed = await claimAttempt(product.database, key, now);
        const counted = ago >= hourSeconds ? 1 : failures + 1;
        expect([key, claimed?.failures]).toEqual([key, isAllowed ? counted : undefined]);
      }
    }
  });

  it('starts with the first attempt and returns to zero when it is released', async () => {
    expect(await claimAttempt(product.database, 'first', now)).toMatchObject({ failures: 1 });
    await releaseAttempt(product.database, 'first');
    expect(await listAttempts(product.database, ['first'])).toMatchObject([{ failures: 0 }]);
    await releaseAttempt(product.database, 'first');
    expect(await listAttempts(product.database, ['first'])).toMatchObject([{ failures: 0 }]);
  });

  it('does not change during a pause', async () => {
    const before = await insertCount('slow', 7, 19);
    expect(await claimAttempt(product.database, 'slow', now)).toBeUndefined();
    expect(await listAttempts(product.database, ['slow'])).toEqual([{ key: 'slow', ...before }]);
  });
});

import { deskTimings, operatorCodeTries } from '@zavet/contract/desk/desk-values';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../../../../test/failure-of.ts';
import { newOperator } from '../../../../test/operators.ts';
import { signedInPerson } from '../../../../test/people.ts';
import { tablesHolding } from '../../../../test/stored-data.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { appointOperator } from './appoint-operator.ts';
import { operatorCodes } from './operator-codes.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

describe('operator desk', () => {
  it('opens for eight hours with a code, and closes on request', async () => {
    const operator = await newOperator(product);
    expect(await operator.browser.getDesk()).toEqual({ is_operator: true, open_until: null });
    const before = product.clock.now().getTime() + deskTimings.lifetime;
    const { open_until } = await operator.browser.openDesk({ body: { code: operator.code() } });
    const until = Date.parse(open_until ?? '');
    expect(until).toBeGreaterThanOrEqual(before);
    expect(until).toBeLessThanOrEqual(product.clock.now().getTime() + deskTimings.lifetime);
    await operator.browser.closeDesk();
    expect((await operator.browser.getDesk()).open_until).toBeNull();
  });

  it('accepts a code only once, even in two simultaneous requests', async () => {
    const operator = await newOperator(product);
    const code = operator.code();
    const both = await Promise.allSettled([
      operator.browser.openDesk({ body: { code } }),
      operator.browser.openDesk({ body: { code } }),
    ]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const repeated = await failureOf(operator.browser.openDesk({ body: { code } }));
    expect(repeated).toMatchObject({
      code: 'wrong_operator_code',
      fields: { code: 'wrong_operator_code' },
    });
  });

  it('accepts a code 30 seconds old and rejects one two minutes old', async () => {
    const operator = await newOperator(product);
    const late = operator.code();
    product.clock.advance(30_000);
    await operator.browser.openDesk({ body: { code: late } });
    const old = operator.code();
    product.clock.advance(120_000);
    const refused = await failureOf(operator.browser.openDesk({ body: { code: old } }));
    expect(refused.code).toBe('wrong_operator_code');
  });

  it('rejects correct codes for 15 minutes after five wrong ones', async () => {
    const operator = await newOperator(product);
    const right = operator.code();
    const wrong = right === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < operatorCodeTries; tries++) {
      await failureOf(operator.browser.openDesk({ body: { code: wrong } }));
    }
    const locked = await failureOf(operator.browser.openDesk({ body: { code: right } }));
    expect(locked.code).toBe('operator_code_locked');
    product.clock.advance(deskTimings.codeLock);
    await operator.browser.refreshSession();
    await operator.openDesk();
    expect((await operator.browser.getDesk()).open_until).not.toBeNull();
  });

  it('rejects codes of accounts without the operator role', async () => {
    const { browser } = await signedInPerson(product);
    expect(await browser.getDesk()).toEqual({ is_operator: false, open_until: null });
    expect((await failureOf(browser.openDesk({ body: { code: '123456' } }))).code).toBe(
      'operator_required',
    );
  });
});

describe('operator secret', () => {
  it('is stored only sealed, and a new one invalidates the previous one', async () => {
    const operator = await newOperator(product);
    await operator.openDesk();
    const given = await appointOperator(product.ctx, operatorCodes(product.ctx), operator.email);
    expect(await tablesHolding(product.database, [given?.secret ?? ''])).toEqual([]);
    expect((await operator.browser.getDesk()).open_until).toBeNull();
    const previous = await failureOf(
      operator.browser.openDesk({ body: { code: operator.code() } }),
    );
    expect(previous.code).toBe('wrong_operator_code');
  });
});

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { failureOf } from '../../../../test/failure-of.ts';
import { newAddress, signedUpPerson, signUpBody, strongPassword } from '../../../../test/people.ts';
import { tablesHolding } from '../../../../test/stored-data.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

describe('secrets', () => {
  it('appear in no log and no table, from sign-up to a change of address', async () => {
    const person = await signedUpPerson(product);
    const newEmail = newAddress();
    const password = 'Another-pass-2';
    await person.browser.requestEmailChange({
      body: { new_email: newEmail, current_password: person.password },
    });
    await person.browser.setPin({ body: { pin: '730514', current_password: person.password } });
    await person.browser.recover({ body: { email: person.email } });
    const mails = await product.mailbox.receive(person.email, 4);
    const recovery = mails.find(({ text }) => text.includes('type=recovery'));
    const token = recovery?.tokenOf('recovery') ?? '';
    const confirmation = await product.mailbox.latest(newEmail);
    // Also send tokens in a URL and to an endpoint for another kind of token.
    await person.browser.send(`/verify?type=signup&token=${token}`);
    await person.browser.send(`/api/session?token=${token}`);
    await person.browser.resetPassword({ body: { token, password, confirm_password: password } });
    await failureOf(product.browser().verifyEmail({ body: { token } }));

    const secrets = [
      token,
      confirmation.tokenOf('email_change'),
      strongPassword,
      password,
      '730514',
      ...person.browser.cookies.values(),
    ];
    expect(product.logged()).toContain('/api/account/recovery');
    for (const secret of secrets) expect(product.logged()).not.toContain(secret);
    expect(await tablesHolding(product.database, secrets)).toEqual([]);
  });
});

describe('a rejected sign-in', () => {
  it('does the same work for a wrong password, an unknown and an unconfirmed address', async () => {
    const person = await signedUpPerson(product);
    const unconfirmed = newAddress();
    await product.browser().signUp({ body: signUpBody(unconfirmed) });
    await product.mailbox.latest(unconfirmed);
    // A first attempt warms up caches.
    const addresses = [person.email, newAddress(), unconfirmed];
    const statements = vi.spyOn(product.database, 'db');
    const counts: number[] = [];
    for (const email of addresses) {
      await failureOf(product.browser().signIn({ body: { email, password: 'Wrong-pass-1' } }));
      statements.mockClear();
      await failureOf(product.browser().signIn({ body: { email, password: 'Wrong-pass-1' } }));
      counts.push(statements.mock.calls.length);
    }
    statements.mockRestore();
    expect(counts[0]).toBeGreaterThan(0);
    expect(new Set(counts).size).toBe(1);
  });
});

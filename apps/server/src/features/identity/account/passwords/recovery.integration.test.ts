import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hour } from '../../../../../test/durations.ts';
import { failureOf } from '../../../../../test/failure-of.ts';
import { newAddress, type Person, signedInPerson, signUpBody } from '../../../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../../../test/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const newPassword = 'Another-pass-2';
const reset = (token: string, password = newPassword) =>
  product.browser().resetPassword({ body: { token, password, confirm_password: password } });

async function recoveryToken(person: Person, mails = 1): Promise<string> {
  await product.browser().recover({ body: { email: person.email } });
  const mail = await product.mailbox.latest(person.email, mails);
  return mail.tokenOf('recovery');
}

describe('password recovery', () => {
  it('sets the new password, ends every session and notifies the owner', async () => {
    const person = await signedInPerson(product);
    const token = await recoveryToken(person);
    await product.browser().describeLink({ body: { type: 'recovery', token } });
    await reset(token);
    expect((await failureOf(person.browser.getProfile())).code).toBe('session_missing');
    const signIn = (password: string) =>
      product.browser().signIn({ body: { email: person.email, password } });
    expect((await failureOf(signIn(person.password))).code).toBe('invalid_credentials');
    expect((await signIn(newPassword)).session?.user.id).toBe(person.userId);
    const mails = await product.mailbox.receive(person.email, 3);
    expect(mails.some(({ subject }) => subject === 'Пароль изменён')).toBe(true);
  });

  it('rejects the current password and keeps the link', async () => {
    const person = await signedInPerson(product);
    const token = await recoveryToken(person);
    expect(await failureOf(reset(token, person.password))).toMatchObject({
      code: 'password_unchanged',
      fields: { password: 'password_unchanged' },
    });
    await reset(token);
  });

  it('rejects a password voided by an undone change of address, permanently', async () => {
    const person = await signedInPerson(product);
    await person.browser.requestEmailChange({
      body: { new_email: newAddress(), current_password: person.password },
    });
    const notice = await product.mailbox.latest(person.email, 1);
    const visitor = product.browser();
    await visitor.undoEmailChange({ body: { token: notice.tokenOf('email_undo') } });
    const token = (await product.mailbox.latest(person.email, 2)).tokenOf('recovery');
    expect((await failureOf(reset(token, person.password))).code).toBe('password_compromised');
    await reset(token);
    await visitor.signIn({ body: { email: person.email, password: newPassword } });
    const back = visitor.changePassword({
      body: {
        current_password: newPassword,
        password: person.password,
        confirm_password: person.password,
      },
    });
    expect((await failureOf(back)).code).toBe('password_compromised');
  });

  it('has the same response for an unknown address and sends nothing', async () => {
    const email = newAddress();
    expect(await product.browser().recover({ body: { email } })).toEqual({});
    const person = await signedInPerson(product);
    await recoveryToken(person);
    const all = await product.browser().listCapturedMails();
    expect(all.mails.filter(({ to }) => to === email)).toEqual([]);
  });

  it('accepts a link once, within an hour', async () => {
    const person = await signedInPerson(product);
    const token = await recoveryToken(person);
    await reset(token);
    expect((await failureOf(reset(token))).code).toBe('link_invalid');
    const late = await recoveryToken(person, 3);
    product.clock.advance(hour + 1);
    expect((await failureOf(reset(late))).code).toBe('link_expired');
    expect(
      (await failureOf(product.browser().describeLink({ body: { type: 'recovery', token: late } })))
        .code,
    ).toBe('link_expired');
  });

  it("keeps the owner's link when a stranger requests another; the first use invalidates all", async () => {
    const person = await signedInPerson(product);
    const first = await recoveryToken(person, 1);
    const second = await recoveryToken(person, 2);
    await reset(first);
    expect((await failureOf(reset(second))).code).toBe('link_invalid');
  });

  it('exempts the browser from the throttling caused by strangers', async () => {
    const person = await signedInPerson(product);
    const token = await recoveryToken(person);
    const browser = product.browser();
    await browser.resetPassword({
      body: { token, password: newPassword, confirm_password: newPassword },
    });
    const body = { email: person.email, password: 'Wrong-pass-1' };
    for (let time = 0; time < 6; time++) await failureOf(product.browser().signIn({ body }));
    const { session } = await browser.signIn({
      body: { email: person.email, password: newPassword },
    });
    expect(session?.user.id).toBe(person.userId);
  });

  it('cancels a pending change of address', async () => {
    const person = await signedInPerson(product);
    const evil = newAddress();
    await person.browser.requestEmailChange({
      body: { new_email: evil, current_password: person.password },
    });
    const confirmation = await product.mailbox.latest(evil);
    await reset(await recoveryToken(person, 2));
    const confirm = product.browser().confirmEmailChange({
      body: { token: confirmation.tokenOf('email_change') },
    });
    expect((await failureOf(confirm)).code).toBe('link_invalid');
  });

  it('keeps the link when the password is weak', async () => {
    const person = await signedInPerson(product);
    const token = await recoveryToken(person);
    expect((await failureOf(reset(token, 'weakpass'))).code).toBe('weak_password');
    const common = await failureOf(reset(token, 'Password1'));
    expect(common).toMatchObject({
      code: 'weak_password',
      fields: { password: 'password_common' },
    });
    await reset(token);
  });

  it('rejects a link of another purpose', async () => {
    const email = newAddress();
    await product.browser().signUp({ body: signUpBody(email) });
    const mail = await product.mailbox.latest(email);
    expect((await failureOf(reset(mail.tokenOf('signup')))).code).toBe('link_invalid');
  });
});

describe('a password change', () => {
  const change = (person: Person, current_password: string, password: string) =>
    person.browser.changePassword({
      body: { current_password, password, confirm_password: password },
    });

  it('ends all other sessions and keeps the current one', async () => {
    const person = await signedInPerson(product);
    const other = product.browser();
    await other.signIn({ body: { email: person.email, password: person.password } });
    await change(person, person.password, newPassword);
    expect((await failureOf(other.getProfile())).code).toBe('session_missing');
    expect((await failureOf(other.refreshSession())).code).toBe('session_missing');
    expect((await person.browser.getProfile()).user_id).toBe(person.userId);
  });

  it('requires the correct current password and a strong, different new one', async () => {
    const person = await signedInPerson(product);
    const common = await failureOf(change(person, person.password, 'Password1'));
    expect(common.fields).toEqual({ password: 'password_common' });
    expect(await failureOf(change(person, 'Wrong-pass-1', newPassword))).toMatchObject({
      status: 403,
      code: 'wrong_password',
      fields: { current_password: 'wrong_password' },
    });
    expect((await failureOf(change(person, person.password, 'abcdefgh'))).facts.reasons).toEqual([
      'uppercase',
      'digit',
    ]);
    expect((await failureOf(change(person, person.password, person.password))).code).toBe(
      'password_unchanged',
    );
  });

  it('succeeds in only one of two concurrent sessions', async () => {
    const person = await signedInPerson(product);
    const second = product.browser();
    await second.signIn({ body: { email: person.email, password: person.password } });
    const change = (browser: typeof second, password: string) =>
      browser.changePassword({
        body: { current_password: person.password, password, confirm_password: password },
      });
    const outcomes = await Promise.allSettled([
      change(person.browser, 'First-pass-2'),
      change(second, 'Second-pass-2'),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('invalidates unused recovery links', async () => {
    const person = await signedInPerson(product);
    const token = await recoveryToken(person);
    await change(person, person.password, newPassword);
    expect((await failureOf(reset(token))).code).toBe('link_invalid');
  });
});

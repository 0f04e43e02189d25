import { limits } from '@zavet/contract/limits';
import { factorTimings, sessionTimings } from '@zavet/contract/timings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../../../../../test/failure-of.ts';
import { newAddress, type Person, signedInPerson } from '../../../../../test/people.ts';
import {
  addPasskey,
  createSoftwareAuthenticator,
  enableCodes,
  passPassword,
  securityEventsOf,
  signInWithPasskey,
} from '../../../../../test/second-factors.ts';
import { startTestProduct, type TestProduct } from '../../../../../test/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const subjectsTo = ({ email }: Person, count: number) => product.mailbox.subjects(email, count);

describe('a passkey', () => {
  it('signs in without a password in two calls, and its addition and use are mailed', async () => {
    const person = await signedInPerson(product);
    const { device, recoveryCodes } = await addPasskey(person);
    expect(recoveryCodes).toHaveLength(10);
    expect(await subjectsTo(person, 1)).toEqual(['Добавлен ключ доступа']);
    const browser = product.browser();
    const { session, has_ended_waiting_period } = await signInWithPasskey(browser, device);
    expect([session.user.id, has_ended_waiting_period]).toEqual([person.userId, false]);
    expect((await browser.setPin({ body: { pin: '730514' } })) && true).toBe(true);
    const { passkeys } = await browser.getFactors();
    expect(passkeys).toMatchObject([{ name: 'Телефон', last_used_at: expect.any(String) }]);
    expect(await subjectsTo(person, 2)).toContain('Вход с нового устройства');
  });

  it('is a second step after the password', async () => {
    const person = await signedInPerson(product);
    const { device } = await addPasskey(person);
    const browser = product.browser();
    const { passkey: request, has_codes } = await passPassword(browser, person);
    expect(request?.allowCredentials).toHaveLength(1);
    expect(has_codes).toBe(false);
    if (!request) throw new Error('no passkey was asked for');
    const passkey = device.use(request);
    await browser.completeSecondStep({ body: { passkey } });
    expect((await browser.getSession()).session?.user.id).toBe(person.userId);
  });

  it('proves presence in its own session only', async () => {
    const person = await signedInPerson(product);
    const { device } = await addPasskey(person);
    const { browser } = person;
    const other = product.browser();
    await signInWithPasskey(other, device);
    product.clock.advance(sessionTimings.proofLifetime);
    browser.provesAutomatically = false;
    const [{ id = '' } = {}] = (await browser.getFactors()).passkeys;
    const remove = () => browser.removePasskey({ params: { id } });
    expect((await failureOf(remove())).code).toBe('proof_required');
    const elsewhere = device.use(await other.startPasskeyProof());
    const refused = await failureOf(browser.proveSession({ body: { passkey: elsewhere } }));
    expect(refused.code).toBe('passkey_refused');
    const passkey = device.use(await browser.startPasskeyProof());
    await browser.proveSession({ body: { passkey } });
    await remove();
    expect(await browser.getFactors()).toMatchObject({ passkeys: [], recovery_codes_left: 0 });
  });

  it('replaces the current password for a new password and for deletion', async () => {
    const person = await signedInPerson(product);
    const { device } = await addPasskey(person);
    const { browser } = person;
    browser.provesAutomatically = false;
    product.clock.advance(sessionTimings.proofLifetime);
    const change = (password: string) =>
      browser.changePassword({ body: { password, confirm_password: password } });
    const leave = () => browser.deleteAccount({ body: { confirmation_word: 'УДАЛИТЬ' } });
    expect((await failureOf(change('Another-pass-2'))).code).toBe('proof_required');
    expect((await failureOf(leave())).code).toBe('proof_required');
    await browser.proveSession({
      body: { passkey: device.use(await browser.startPasskeyProof()) },
    });
    expect((await failureOf(change(person.password))).code).toBe('password_unchanged');
    await change('Another-pass-2');
    expect(
      await passPassword(product.browser(), { ...person, password: 'Another-pass-2' }),
    ).toBeTruthy();
    await leave();
    expect((await browser.getSession()).session).toBeNull();
  });

  it('of another account proves nothing, in a session or after a password', async () => {
    const person = await signedInPerson(product);
    await addPasskey(person);
    const thief = await signedInPerson(product);
    const { device } = await addPasskey(thief);
    const passkey = device.use(await person.browser.startPasskeyProof());
    const proof = person.browser.proveSession({ body: { passkey } });
    expect((await failureOf(proof)).code).toBe('passkey_refused');
    const browser = product.browser();
    const { passkey: request } = await passPassword(browser, person);
    if (!request) throw new Error('no passkey was asked for');
    const step = browser.completeSecondStep({ body: { passkey: device.use(request) } });
    expect((await failureOf(step)).code).toBe('passkey_refused');
    expect((await browser.getSession()).session).toBeNull();
  });
});

describe('a signed challenge', () => {
  it('is accepted once, even concurrently, and only for its purpose', async () => {
    const person = await signedInPerson(product);
    const { device } = await addPasskey(person);
    const browser = product.browser();
    const passkey = device.use(await browser.startPasskeySignIn());
    const results = await Promise.allSettled(
      [1, 2, 3].map(() => browser.signInWithPasskey({ body: { passkey } })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const stolen = device.use(await browser.startPasskeySignIn());
    const thief = product.browser();
    await thief.startPasskeySignIn();
    const carried = thief.signInWithPasskey({ body: { passkey: stolen } });
    expect((await failureOf(carried)).code).toBe('passkey_refused');
    const proof = device.use(await person.browser.startPasskeyProof());
    const misused = person.browser.signInWithPasskey({ body: { passkey: proof } });
    expect((await failureOf(misused)).code).toBe('passkey_refused');
  });

  it('requires our origin and host, user verification and an age below ten minutes', async () => {
    const person = await signedInPerson(product);
    const { device } = await addPasskey(person);
    const browser = product.browser();
    const late = device.use(await browser.startPasskeySignIn());
    product.clock.advance(factorTimings.passkey);
    const foreign = [
      late,
      device.use(await browser.startPasskeySignIn(), { origin: 'http://evil.test' }),
      device.use(await browser.startPasskeySignIn(), { origin: 'http://zavet.test:81' }),
      device.use(await browser.startPasskeySignIn(), { rpId: 'evil.test' }),
      device.use(await browser.startPasskeySignIn(), { isVerified: false }),
      device.use({ ...(await browser.startPasskeySignIn()), challenge: 'AAAA' }),
    ];
    for (const passkey of foreign) {
      const failure = await failureOf(browser.signInWithPasskey({ body: { passkey } }));
      expect(failure.code).toBe('passkey_refused');
    }
    expect((await signInWithPasskey(browser, device)).session.user.id).toBe(person.userId);
  });

  it('is refused with a regressed counter, which is mailed to the owner', async () => {
    const person = await signedInPerson(product);
    const { device } = await addPasskey(person);
    const browser = product.browser();
    const passkey = device.use(await browser.startPasskeySignIn(), { counter: 7 });
    await browser.signInWithPasskey({ body: { passkey } });
    const copy = device.use(await browser.startPasskeySignIn(), { counter: 7 });
    const failure = await failureOf(browser.signInWithPasskey({ body: { passkey: copy } }));
    expect(failure.code).toBe('passkey_refused');
    expect(await subjectsTo(person, 3)).toContain('Мы не приняли ваш ключ доступа');
    expect(await securityEventsOf(person)).toContain('passkey_refused');
  });
});

describe('an intruder in the account', () => {
  it('loses added passkeys, but not the passkey used to sign in, when the sign-in is disowned', async () => {
    const owner = await signedInPerson(product);
    const { device: stolen } = await addPasskey(owner);
    const thief = { ...owner, browser: product.browser() };
    await signInWithPasskey(thief.browser, stolen);
    const { device: added } = await addPasskey(thief);
    const mails = await product.mailbox.receive(owner.email, 3);
    const notice = mails.find(({ subject }) => subject === 'Вход с нового устройства');
    const body = { token: notice?.tokenOf('disown_sign_in') ?? '' };
    await product.browser().disownSignIn({ body });
    const again = await failureOf(signInWithPasskey(product.browser(), added));
    expect(again.code).toBe('passkey_refused');
    const browser = product.browser();
    await signInWithPasskey(browser, stolen);
    expect((await browser.getFactors()).passkeys).toHaveLength(1);
  });

  it('loses a passkey added under a new address when the change is undone', async () => {
    const owner = await signedInPerson(product);
    const new_email = newAddress();
    await owner.browser.requestEmailChange({ body: { new_email } });
    const { tokenOf: newToken } = await product.mailbox.latest(new_email);
    await owner.browser.confirmEmailChange({ body: { token: newToken('email_change') } });
    const { device } = await addPasskey(owner);
    const { tokenOf } = await product.mailbox.latest(owner.email);
    await product.browser().undoEmailChange({ body: { token: tokenOf('email_undo') } });
    const again = await failureOf(signInWithPasskey(product.browser(), device));
    expect(again.code).toBe('passkey_refused');
  });
});

describe('the list of passkeys', () => {
  it('is limited to ten, one per device, with names chosen by the owner', async () => {
    const person = await signedInPerson(product);
    const { browser } = person;
    await enableCodes(product, person);
    const device = createSoftwareAuthenticator();
    const { recoveryCodes } = await addPasskey(person, device);
    expect(recoveryCodes).toBeNull();
    const options = await browser.startPasskeyCreation();
    expect(options.excludeCredentials).toHaveLength(1);
    expect(options.attestation).toBe('none');
    const passkey = device.create(options);
    const add = () => browser.addPasskey({ body: { passkey, name: 'Ключ' } });
    await add();
    expect((await failureOf(add())).code).toBe('passkey_refused');
    const [{ id = '' } = {}] = (await browser.getFactors()).passkeys;
    await browser.renamePasskey({ params: { id }, body: { name: ' Ноутбук ' } });
    expect((await browser.getFactors()).passkeys[0]?.name).toBe('Ноутбук');
    while ((await browser.getFactors()).passkeys.length < limits.passkeys) await addPasskey(person);
    expect((await failureOf(browser.startPasskeyCreation())).code).toBe('passkey_limit_reached');
    await browser.removePasskey({ params: { id } });
    expect((await failureOf(browser.removePasskey({ params: { id } }))).code).toBe('not_found');
    expect((await browser.startPasskeyCreation()).excludeCredentials).toHaveLength(
      limits.passkeys - 1,
    );
  });

  it('cannot be changed without a recent proof', async () => {
    const person = await signedInPerson(product);
    await enableCodes(product, person);
    const { device } = await addPasskey(person);
    const { browser } = person;
    const [{ id = '' } = {}] = (await browser.getFactors()).passkeys;
    const passkey = device.create(await browser.startPasskeyCreation());
    product.clock.advance(sessionTimings.proofLifetime);
    browser.provesAutomatically = false;
    const changes = [
      () => browser.startPasskeyCreation(),
      () => browser.addPasskey({ body: { passkey, name: 'Чужой' } }),
      () => browser.renamePasskey({ params: { id }, body: { name: 'Чужой' } }),
      () => browser.removePasskey({ params: { id } }),
      () => browser.startCodeSetup(),
      () => browser.confirmCodes({ body: { code: '123456' } }),
      () => browser.removeCodes(),
      () => browser.makeRecoveryCodes(),
    ];
    for (const change of changes) expect((await failureOf(change())).code).toBe('proof_required');
  });
});

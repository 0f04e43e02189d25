import { factorTimings, sessionTimings } from '@zavet/contract/timings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../../../../../test/failure-of.ts';
import { type Person, signedInPerson } from '../../../../../test/people.ts';
import {
  addPasskey,
  codeOf,
  enableCodes,
  passPassword,
  securityEventsOf,
} from '../../../../../test/second-factors.ts';
import { tablesHolding } from '../../../../../test/stored-data.ts';
import { startTestProduct, type TestProduct } from '../../../../../test/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const newPerson = () => signedInPerson(product);
const subjectsTo = ({ email }: Person, count: number) => product.mailbox.subjects(email, count);

describe('an account without a second factor', () => {
  it('signs in with the password alone', async () => {
    const { email, password, userId, browser } = await newPerson();
    const answer = await product.browser().signIn({ body: { email, password } });
    expect(answer).toMatchObject({ session: { user: { id: userId } } });
    expect(answer).not.toHaveProperty('second_step');
    expect(await browser.getFactors()).toEqual({
      passkeys: [],
      has_codes: false,
      recovery_codes_left: 0,
      lost_device_until: null,
    });
    expect((await failureOf(browser.makeRecoveryCodes())).code).toBe('second_factor_missing');
  });
});

describe('one-time codes', () => {
  it('are turned on by the first correct code, with ten recovery codes and a mail', async () => {
    const person = await newPerson();
    const { email, password, browser } = person;
    const { secret, uri } = await browser.startCodeSetup();
    expect(uri).toContain(`secret=${secret}`);
    const wrong = await failureOf(browser.confirmCodes({ body: { code: '000 000' } }));
    expect(wrong.fields).toEqual({ code: 'wrong_one_time_code' });
    expect((await browser.signIn({ body: { email, password } })).session).not.toBeNull();
    const code = codeOf(product, secret);
    const { recovery_codes } = await browser.confirmCodes({ body: { code } });
    expect(new Set(recovery_codes).size).toBe(10);
    expect(recovery_codes?.every((one) => /^[2-9A-Z]{4}(-[2-9A-Z]{4}){2}$/.test(one))).toBe(true);
    expect(await browser.getFactors()).toMatchObject({ has_codes: true, recovery_codes_left: 10 });
    expect((await failureOf(browser.startCodeSetup())).code).toBe('codes_already_on');
    expect(await subjectsTo(person, 1)).toEqual(['Включены одноразовые коды']);
    expect(await securityEventsOf(person)).toContain('one_time_codes_on');
    await expectNoTrace(secret, [...(recovery_codes ?? [])]);
  });

  it('are required after the password, even on a known device, and work once', async () => {
    const person = await newPerson();
    const { code } = await enableCodes(product, person);
    const { browser } = person;
    expect(await passPassword(browser, person)).toEqual({
      passkey: null,
      has_codes: true,
      has_recovery_codes: true,
      lost_device_until: null,
    });
    const given = code();
    const answer = await browser.completeSecondStep({
      body: { code: ` ${given.slice(0, 3)} ${given.slice(3)}` },
    });
    expect(answer).toMatchObject({
      session: { user: { id: person.userId } },
      has_ended_waiting_period: false,
    });
    expect(await browser.setPin({ body: { pin: '730514' } })).toEqual({});
    const other = product.browser();
    await passPassword(other, person);
    const again = await failureOf(other.completeSecondStep({ body: { code: given } }));
    expect(again.code).toBe('wrong_one_time_code');
    expect((await other.getSession()).session).toBeNull();
    expect(await securityEventsOf(person)).toEqual(
      expect.arrayContaining(['second_step_asked', 'second_factor_failed', 'signed_in']),
    );
  });

  it('prove presence once each; recovery codes do not', async () => {
    const person = await newPerson();
    const { code, recoveryCodes } = await enableCodes(product, person);
    const { browser } = person;
    product.clock.advance(sessionTimings.proofLifetime);
    await browser.refreshSession();
    browser.provesAutomatically = false;
    expect((await failureOf(browser.removeCodes())).code).toBe('proof_required');
    const given = code();
    await browser.proveSession({ body: { code: given } });
    const replay = await failureOf(browser.proveSession({ body: { code: given } }));
    expect(replay.fields).toEqual({ code: 'wrong_one_time_code' });
    const body = { recovery_code: recoveryCodes[0] } as never;
    expect((await failureOf(browser.proveSession({ body }))).code).toBe('invalid_input');
    await browser.removeCodes();
    expect(await browser.getFactors()).toMatchObject({ has_codes: false, recovery_codes_left: 0 });
    expect((await signInByPassword(person)).session).not.toBeNull();
  });
});

describe('recovery codes', () => {
  it('replace the second step once each and mail the number of remaining codes', async () => {
    const person = await newPerson();
    const { recoveryCodes } = await enableCodes(product, person);
    const [first = ''] = recoveryCodes;
    const browser = product.browser();
    await passPassword(browser, person);
    await browser.completeSecondStep({
      body: { recovery_code: first.toLowerCase().replaceAll('-', ' ') },
    });
    await passPassword(browser, person);
    const again = await failureOf(browser.completeSecondStep({ body: { recovery_code: first } }));
    expect(again.fields).toEqual({ recovery_code: 'wrong_recovery_code' });
    for (const recovery_code of recoveryCodes.slice(1, 8)) {
      await passPassword(browser, person);
      await browser.completeSecondStep({ body: { recovery_code } });
    }
    expect((await browser.getFactors()).recovery_codes_left).toBe(2);
    const subjects = await subjectsTo(person, 10);
    expect(subjects.filter((subject) => subject === 'Вход по резервному коду')).toHaveLength(7);
    expect(
      subjects.filter((subject) => subject === 'Резервные коды почти закончились'),
    ).toHaveLength(1);
  });

  it('expire when new ones are created', async () => {
    const person = await newPerson();
    const { recoveryCodes } = await enableCodes(product, person);
    const { recovery_codes } = await person.browser.makeRecoveryCodes();
    const browser = product.browser();
    await passPassword(browser, person);
    const former = { recovery_code: recoveryCodes[0] ?? '' };
    expect((await failureOf(browser.completeSecondStep({ body: former }))).code).toBe(
      'wrong_recovery_code',
    );
    await browser.completeSecondStep({ body: { recovery_code: recovery_codes[0] ?? '' } });
    expect((await browser.getFactors()).recovery_codes_left).toBe(9);
  });
});

describe('the second step', () => {
  it('works only in the same browser for ten minutes', async () => {
    const person = await newPerson();
    const { recoveryCodes, code } = await enableCodes(product, person);
    const browser = product.browser();
    await passPassword(browser, person);
    const thief = product.browser();
    for (const [name, value] of browser.cookies) {
      if (name === 'zavet_second_step') thief.cookies.set(name, value);
    }
    const body = { recovery_code: recoveryCodes[0] ?? '' };
    expect((await failureOf(thief.completeSecondStep({ body }))).code).toBe('second_step_expired');
    product.clock.advance(factorTimings.secondStep);
    expect((await failureOf(browser.completeSecondStep({ body }))).code).toBe(
      'second_step_expired',
    );
    await passPassword(browser, person);
    expect((await browser.completeSecondStep({ body: { code: code() } })).session).not.toBeNull();
  });

  it('ends when the password changes', async () => {
    const person = await newPerson();
    const { code } = await enableCodes(product, person);
    const thief = product.browser();
    await passPassword(thief, person);
    const password = 'Another-horse-2';
    await person.browser.changePassword({
      body: { current_password: person.password, password, confirm_password: password },
    });
    expect((await failureOf(thief.completeSecondStep({ body: { code: code() } }))).code).toBe(
      'second_step_expired',
    );
  });

  it('succeeds for only one of several concurrent attempts, with a code or a recovery code', async () => {
    const person = await newPerson();
    const { code, recoveryCodes } = await enableCodes(product, person);
    const given = { code: code() };
    const recovery = { recovery_code: recoveryCodes[0] ?? '' };
    for (const body of [given, recovery]) {
      const browsers = [product.browser(), product.browser(), product.browser()];
      for (const browser of browsers) await passPassword(browser, person);
      const results = await Promise.allSettled(
        browsers.map((one) => one.completeSecondStep({ body })),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });

  it('throttles guesses, but not the owner, and mails the tenth failure', async () => {
    const person = await newPerson();
    const { code } = await enableCodes(product, person);
    const thief = product.browser();
    await passPassword(thief, person);
    const guess = () => failureOf(thief.completeSecondStep({ body: { code: '000000' } }));
    for (let failures = 0; failures < 5; failures++) {
      expect((await guess()).code).toBe('wrong_one_time_code');
    }
    expect((await guess()).code).toBe('too_many_requests');
    for (let failures = 5; failures < 10; failures++) {
      product.clock.advance(5 * 60_000);
      await passPassword(thief, person);
      expect((await guess()).code).toBe('wrong_one_time_code');
    }
    expect(await subjectsTo(person, 2)).toContain('Кто-то знает ваш пароль и подбирает код');
    expect((await guess()).code).toBe('too_many_requests');
    await passPassword(person.browser, person);
    expect(
      (await person.browser.completeSecondStep({ body: { code: code() } })).session,
    ).not.toBeNull();
  });

  it('remains after a password reset by mail', async () => {
    const person = await newPerson();
    const { code } = await enableCodes(product, person);
    const browser = product.browser();
    await browser.recover({ body: { email: person.email } });
    const { tokenOf } = await product.mailbox.latest(person.email, 2);
    const password = 'Another-horse-2';
    const body = { token: tokenOf('recovery'), password, confirm_password: password };
    await browser.resetPassword({ body });
    await passPassword(browser, { ...person, password });
    expect((await browser.completeSecondStep({ body: { code: code() } })).session).not.toBeNull();
  });
});

describe('a disowned change of factors', () => {
  it('is described by its link, works once, ends sessions and voids the password', async () => {
    const person = await newPerson();
    const { code } = await enableCodes(product, person);
    const first = await product.mailbox.latest(person.email);
    product.clock.advance(60_000);
    const thief = { ...person, browser: product.browser() };
    await passPassword(thief.browser, thief);
    await thief.browser.completeSecondStep({ body: { code: code() } });
    await addPasskey(thief);
    await product.mailbox.receive(person.email, 3);
    await thief.browser.makeRecoveryCodes();
    const mails = await product.mailbox.receive(person.email, 4);
    const added = mails.find(({ subject }) => subject === 'Добавлен ключ доступа');
    const token = added?.tokenOf('disown_factor') ?? '';
    const owner = product.browser();
    const described = await owner.describeLink({ body: { type: 'disown_factor', token } });
    expect(described.effect).toBe('disown_factor');
    const { recovery_token } = await owner.disownFactor({ body: { token } });
    expect((await failureOf(owner.disownFactor({ body: { token } }))).code).toBe('link_invalid');
    expect((await failureOf(thief.browser.getFactors())).code).toBe('session_missing');
    const old = { email: person.email, password: person.password };
    expect((await failureOf(owner.signIn({ body: old }))).code).toBe('invalid_credentials');
    const password = 'Another-horse-2';
    const body = { token: recovery_token, password, confirm_password: password };
    await owner.resetPassword({ body });
    expect(await passPassword(owner, { ...person, password })).toEqual({
      passkey: null,
      has_codes: true,
      has_recovery_codes: false,
      lost_device_until: null,
    });
    await owner.completeSecondStep({ body: { code: code() } });
    expect((await owner.getFactors()).passkeys).toEqual([]);
    await owner.disownFactor({ body: { token: first.tokenOf('disown_factor') } });
    expect((await failureOf(owner.getFactors())).code).toBe('session_missing');
  });
});

const signInByPassword = ({ email, password }: Person) =>
  product.browser().signIn({ body: { email, password } });

/** Neither the secret nor a recovery code appears in the database or the log. */
async function expectNoTrace(secret: string, codes: string[]): Promise<void> {
  const texts = [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))];
  expect(await tablesHolding(product.database, texts)).toEqual([]);
  expect(texts.filter((text) => product.logged().includes(text))).toEqual([]);
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../../../../../test/failure-of.ts';
import { signedInPerson } from '../../../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../../../test/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const anna = { first_name: 'Анна', last_name: 'Лаврова', date_of_birth: null };

describe('the profile', () => {
  it('keeps names as they were first set', async () => {
    const { browser } = await signedInPerson(product);
    const saved = await browser.updateBasicInfo({ body: anna });
    expect(saved.full_name).toBe('Анна Лаврова');
    const change = browser.updateBasicInfo({ body: { ...anna, first_name: 'Мария' } });
    expect(await failureOf(change)).toMatchObject({
      status: 409,
      code: 'field_locked',
      fields: { first_name: 'field_locked' },
    });
    expect((await browser.getProfile()).first_name).toBe('Анна');
  });

  it('takes the date of birth later and only once', async () => {
    const { browser } = await signedInPerson(product);
    await browser.updateBasicInfo({ body: anna });
    await browser.updateBasicInfo({ body: { ...anna, date_of_birth: '1960-05-04' } });
    for (const date_of_birth of ['1961-05-04', null]) {
      const change = browser.updateBasicInfo({ body: { ...anna, date_of_birth } });
      expect((await failureOf(change)).fields).toEqual({ date_of_birth: 'field_locked' });
    }
    expect((await browser.getProfile()).date_of_birth).toBe('1960-05-04');
  });

  it('lets one of two different names win when both are sent at once', async () => {
    const { browser } = await signedInPerson(product);
    const names = ['Анна', 'Мария', 'Ольга', 'Елена'];
    const outcomes = await Promise.allSettled(
      names.map((first_name) => browser.updateBasicInfo({ body: { ...anna, first_name } })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('says at the field what is wrong', async () => {
    const { browser } = await signedInPerson(product);
    const save = (body: Parameters<typeof browser.updateBasicInfo>[0]['body']) =>
      failureOf(browser.updateBasicInfo({ body }));
    expect((await save({ first_name: 'A', last_name: ' ', date_of_birth: null })).fields).toEqual({
      first_name: 'name_too_short',
      last_name: 'required',
    });
    const tooYoung = await save({ ...anna, date_of_birth: '2020-01-01' });
    expect(tooYoung.fields).toEqual({ date_of_birth: 'underage' });
    const noDate = await save({ ...anna, date_of_birth: '2001-02-29' });
    expect(noDate.fields).toEqual({ date_of_birth: 'date_invalid' });
    expect((await browser.getProfile()).first_name).toBeNull();
  });

  it('takes a phone in international form, without spaces, and gives it up again', async () => {
    const { browser } = await signedInPerson(product);
    const save = (phone: string) => browser.updateContactInfo({ body: { phone } });
    expect((await save('+7 (495) 123-45-67')).phone).toBe('+74951234567');
    expect((await failureOf(save('+74951234567'))).code).toBe('no_changes');
    for (const wrong of ['84951234567', '+0123', '+1234567890123456', '+7x']) {
      expect((await failureOf(save(wrong))).fields).toEqual({ phone: 'phone_invalid' });
    }
    expect((await save('')).phone).toBeNull();
  });

  it('says when there is nothing to save', async () => {
    const { browser } = await signedInPerson(product);
    await browser.updateBasicInfo({ body: anna });
    expect((await failureOf(browser.updateBasicInfo({ body: anna }))).code).toBe('no_changes');
  });

  it('keeps the language, and mails follow it', async () => {
    const { browser, email } = await signedInPerson(product);
    await browser.updatePreferredLanguage({ body: { preferred_language: 'sv' } });
    expect((await browser.getSession()).session?.user.preferred_language).toBe('sv');
    await browser.recover({ body: { email } });
    const mail = await product.mailbox.latest(email);
    expect(mail.text).toContain('lösenord');
  });

  it('ignores fields that are not named in the contract', async () => {
    const { browser } = await signedInPerson(product);
    const body = { ...anna, pin_hash: 'x', user_email: 'x@example.org', preferred_language: 'fr' };
    await browser.updateBasicInfo({ body });
    const profile = await browser.getProfile();
    expect(profile).toMatchObject({ has_pin: false, preferred_language: 'ru' });
    expect(Object.keys(profile)).not.toContain('pin_hash');
  });
});

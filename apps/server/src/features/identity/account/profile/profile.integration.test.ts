import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../../../../../test/failure-of.ts';
import { type Person, signedInPerson, signedUpPerson } from '../../../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../../../test/test-product.ts';
import { withService } from '../../../../context.ts';
import { matchesArgon2id, pins } from '../passwords/passwords.ts';
import { updateBasicInfo } from './profile.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const anna = { first_name: 'Анна', last_name: 'Лаврова', date_of_birth: null };

describe('the profile', () => {
  it('does not change names once they are set', async () => {
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

  it('accepts the date of birth later and only once', async () => {
    const { browser } = await signedInPerson(product);
    await browser.updateBasicInfo({ body: anna });
    await browser.updateBasicInfo({ body: { ...anna, date_of_birth: '1960-05-04' } });
    for (const date_of_birth of ['1961-05-04', null]) {
      const change = browser.updateBasicInfo({ body: { ...anna, date_of_birth } });
      expect((await failureOf(change)).fields).toEqual({ date_of_birth: 'field_locked' });
    }
    expect((await browser.getProfile()).date_of_birth).toBe('1960-05-04');
  });

  it('accepts only one of several concurrent names', async () => {
    const { browser } = await signedInPerson(product);
    const names = ['Анна', 'Мария', 'Ольга', 'Елена'];
    const outcomes = await Promise.allSettled(
      names.map((first_name) => browser.updateBasicInfo({ body: { ...anna, first_name } })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('returns the problem of each field', async () => {
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

  it('stores a phone in international format, and deletes it', async () => {
    const { browser } = await signedInPerson(product);
    const save = (phone: string) => browser.updateContactInfo({ body: { phone } });
    expect((await save('+7 (495) 123-45-67')).phone).toBe('+74951234567');
    expect((await failureOf(save('+74951234567'))).code).toBe('no_changes');
    for (const wrong of ['84951234567', '+0123', '+1234567890123456', '+7x']) {
      expect((await failureOf(save(wrong))).fields).toEqual({ phone: 'phone_invalid' });
    }
    expect((await save('')).phone).toBeNull();
  });

  it('fails if nothing changes', async () => {
    const { browser } = await signedInPerson(product);
    await browser.updateBasicInfo({ body: anna });
    expect((await failureOf(browser.updateBasicInfo({ body: anna }))).code).toBe('no_changes');
  });

  it('stores the language, which mails use', async () => {
    const { browser, email } = await signedInPerson(product);
    await browser.updatePreferredLanguage({ body: { preferred_language: 'sv' } });
    expect((await browser.getSession()).session?.user.preferred_language).toBe('sv');
    await browser.recover({ body: { email } });
    const mail = await product.mailbox.latest(email);
    expect(mail.text).toContain('lösenord');
  });

  it('ignores fields outside the contract', async () => {
    const { browser } = await signedInPerson(product);
    const body = { ...anna, pin_hash: 'x', user_email: 'x@example.org', preferred_language: 'fr' };
    await browser.updateBasicInfo({ body });
    const profile = await browser.getProfile();
    expect(profile).toMatchObject({ has_pin: false, preferred_language: 'ru' });
    expect(Object.keys(profile)).not.toContain('pin_hash');
  });
});

describe('the emergency PIN', () => {
  const set = (person: Person, pin: string, current_password = person.password) =>
    person.browser.setPin({ body: { pin, current_password } });

  it('can be set, changed and removed with the password', async () => {
    const person = await signedUpPerson(product);
    await set(person, '482159');
    expect((await person.browser.getProfile()).has_pin).toBe(true);
    await set(person, '730514');
    await person.browser.removePin({ body: { current_password: person.password } });
    expect((await person.browser.getProfile()).has_pin).toBe(false);
    expect(await product.mailbox.receive(person.email, 4)).toHaveLength(4);
  });

  it('requires six digits and the correct password', async () => {
    const person = await signedUpPerson(product);
    for (const pin of ['12345', '1234567', '12345a', '']) {
      expect((await failureOf(set(person, pin))).fields).toEqual({ pin: 'pin_invalid' });
    }
    expect((await failureOf(set(person, '482159', 'Wrong-pass-1'))).code).toBe('wrong_password');
    const remove = person.browser.removePin({ body: { current_password: person.password } });
    expect((await failureOf(remove)).code).toBe('no_changes');
  });

  const saveBirthday = ({ browser }: Person) =>
    browser.updateBasicInfo({
      body: { first_name: 'Anna', last_name: 'Lavrova', date_of_birth: '1961-03-07' },
    });

  it("is not guessable: a sequence, a repetition, the owner's birthday", async () => {
    const person = await signedInPerson(product);
    await saveBirthday(person);
    for (const pin of ['123456', '121212']) {
      expect((await failureOf(set(person, pin))).fields).toEqual({ pin: 'pin_too_simple' });
    }
    expect((await failureOf(set(person, '070361'))).fields).toEqual({ pin: 'pin_is_birthday' });
  });

  it('rejects a date of birth with the same digits until it is changed', async () => {
    const person = await signedInPerson(product);
    await set(person, '070361');
    expect((await failureOf(saveBirthday(person))).fields).toEqual({
      date_of_birth: 'date_is_pin',
    });
    expect(await person.browser.getProfile()).toMatchObject({
      first_name: null,
      date_of_birth: null,
    });
    await set(person, '482159');
    expect((await saveBirthday(person)).date_of_birth).toBe('1961-03-07');
  });

  it('is compared with a date of birth even if it changes during the comparison', async () => {
    const person = await signedInPerson(product);
    await set(person, '482159');
    const { ctx } = product;
    let isReplaced = false;
    const real = pins(ctx);
    const slow = {
      ...real,
      matches: async (storedHash: string, pin: string) => {
        if (!isReplaced) await set(person, '070361');
        isReplaced = true;
        return real.matches(storedHash, pin);
      },
    };
    const body = { first_name: 'Anna', last_name: 'Lavrova', date_of_birth: '1961-03-07' };
    const save = updateBasicInfo(withService(ctx, pins, slow), person.userId, body);
    await expect(save).rejects.toMatchObject({ fields: { date_of_birth: 'date_is_pin' } });
    expect((await person.browser.getProfile()).date_of_birth).toBeNull();
  });

  it('is never saved together with the matching birthday, even concurrently', async () => {
    for (let round = 0; round < 2; round++) {
      const person = await signedInPerson(product);
      const outcomes = await Promise.allSettled([set(person, '070361'), saveBirthday(person)]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });

  it('cannot be guessed from the database without the key', async () => {
    const person = await signedUpPerson(product);
    await set(person, '482159');
    const [row] = await product.database.rows<{ pin_hash: string }>(
      sql`select pin_hash from user_profiles where user_id = ${person.userId}`,
    );
    expect(row?.pin_hash).toMatch(/^\$argon2id\$/);
    expect(await matchesArgon2id(row?.pin_hash ?? '', '482159')).toBe(false);
  });
});

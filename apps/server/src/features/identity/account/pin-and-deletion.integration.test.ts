import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { failureOf } from '../../../../test/failure-of.ts';
import { type Person, signedInPerson, signedUpPerson } from '../../../../test/people.ts';
import { tablesHolding } from '../../../../test/tables-holding.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { withService } from '../../../context.ts';
import { matchesArgon2id, pins } from './passwords/passwords.ts';
import { updateBasicInfo } from './profile/profile.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

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

  it('has six digits and needs the right password', async () => {
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

  it('is not one that is tried first: a row, a repetition, the own birthday', async () => {
    const person = await signedInPerson(product);
    await saveBirthday(person);
    for (const pin of ['123456', '121212']) {
      expect((await failureOf(set(person, pin))).fields).toEqual({ pin: 'pin_too_simple' });
    }
    expect((await failureOf(set(person, '070361'))).fields).toEqual({ pin: 'pin_is_birthday' });
  });

  it('made of a birthday that is saved later has to be changed before that date is taken', async () => {
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

  it('that replaces another while a birthday is compared is compared as well', async () => {
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

  it('and the birthday it is made of are never both saved, also at once', async () => {
    for (let round = 0; round < 2; round++) {
      const person = await signedInPerson(product);
      const outcomes = await Promise.allSettled([set(person, '070361'), saveBirthday(person)]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });

  it('is not in the database in any form that can be guessed without the key', async () => {
    const person = await signedUpPerson(product);
    await set(person, '482159');
    const [row] = await product.database.rows<{ pin_hash: string }>(
      sql`select pin_hash from user_profiles where user_id = ${person.userId}`,
    );
    expect(row?.pin_hash).toMatch(/^\$argon2id\$/);
    expect(await matchesArgon2id(row?.pin_hash ?? '', '482159')).toBe(false);
  });
});

describe('deleting an account', () => {
  const remove = (person: Person, confirmation_word: string, current_password = person.password) =>
    person.browser.deleteAccount({ body: { confirmation_word, current_password } });

  it('needs the typed word and the password', async () => {
    const person = await signedUpPerson(product);
    expect((await failureOf(remove(person, 'удалить'))).fields).toEqual({
      confirmation_word: 'wrong_confirmation_word',
    });
    expect((await failureOf(remove(person, 'УДАЛИТЬ', 'Wrong-pass-1'))).fields).toEqual({
      current_password: 'wrong_password',
    });
    expect((await person.browser.getProfile()).user_id).toBe(person.userId);
  });

  it('removes every row of the person, ends all sessions at once and leaves a bare tombstone', async () => {
    const person = await signedUpPerson(product);
    const second = product.browser();
    await second.signIn({ body: { email: person.email, password: person.password } });
    await person.browser.setPin({ body: { pin: '482159', current_password: person.password } });
    expect(await remove(person, 'УДАЛИТЬ')).toEqual({ success: true });
    expect((await failureOf(second.getProfile())).code).toBe('session_missing');
    const logged = product.logged().split('\n');
    expect(logged.find((line) => line.includes('account deleted'))).toMatch(
      /"user_id":"[^"]+".*"address":"10\.0\.\d+\.\d+","browser":"Test browser"/,
    );
    // Mails of several jobs overtake each other.
    await vi.waitFor(async () => {
      const subjects = (await product.mailbox.receive(person.email)).map(({ subject }) => subject);
      expect(subjects).toContainEqual(expect.stringMatching(/удалён|удален/i));
    });
    // The address stays for that last mail and goes with it, from the queue of jobs as well.
    await vi.waitFor(async () => expect(await tracesOf(person)).toEqual(['tombstones']), {
      timeout: 20_000,
    });
    expect(await tablesHolding(product.database, [person.email])).toEqual([]);
    const again = product.browser().signIn({
      body: { email: person.email, password: person.password },
    });
    expect((await failureOf(again)).code).toBe('invalid_credentials');
  });

  it('frees the address for a new account', async () => {
    const person = await signedUpPerson(product);
    const former = (await product.mailbox.latest(person.email)).tokenOf('signup');
    await remove(person, 'УДАЛИТЬ');
    const { signUpBody } = await import('../../../../test/people.ts');
    const browser = product.browser();
    await browser.signUp({ body: signUpBody(person.email) });
    // Captured mail of the former account goes with it, sooner or later than this one comes.
    const token = await vi.waitFor(
      async () => {
        const mails = await product.mailbox.receive(person.email, 1);
        const tokens = mails
          .filter(({ text }) => text.includes('type=signup'))
          .map((mail) => mail.tokenOf('signup'));
        const fresh = tokens.find((one) => one !== former);
        if (fresh === undefined) throw new Error('no link for the new account yet');
        return fresh;
      },
      { timeout: 120_000 },
    );
    const { session } = await browser.verifyEmail({ body: { token } });
    expect(session?.user.id).not.toBe(person.userId);
  });
});

/** Names of the product's tables in which the person's id or address stands anywhere. */
async function tracesOf(person: Person): Promise<string[]> {
  const tables = await product.database.rows<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await product.database.rows(sql`
      select 1 from ${sql.identifier(name)} t
      where t::text like ${`%${person.userId}%`} or t::text like ${`%${person.email}%`}`);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

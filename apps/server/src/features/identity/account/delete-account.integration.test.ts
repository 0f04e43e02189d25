import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { failureOf } from '../../../../test/failure-of.ts';
import { acceptances, type Person, signedUpPerson, signUpBody } from '../../../../test/people.ts';
import { tablesHolding } from '../../../../test/stored-data.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { listConsents } from './consent-repository.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

describe('account deletion', () => {
  const remove = (person: Person, confirmation_word: string, current_password = person.password) =>
    person.browser.deleteAccount({ body: { confirmation_word, current_password } });

  it('requires the typed word and the password', async () => {
    const person = await signedUpPerson(product);
    expect((await failureOf(remove(person, 'удалить'))).fields).toEqual({
      confirmation_word: 'wrong_confirmation_word',
    });
    expect((await failureOf(remove(person, 'УДАЛИТЬ', 'Wrong-pass-1'))).fields).toEqual({
      current_password: 'wrong_password',
    });
    expect((await person.browser.getProfile()).user_id).toBe(person.userId);
  });

  it('deletes every row, ends all sessions immediately and leaves only a tombstone', async () => {
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
    // Mails may arrive in any order.
    await vi.waitFor(async () => {
      const subjects = (await product.mailbox.receive(person.email)).map(({ subject }) => subject);
      expect(subjects).toContainEqual(expect.stringMatching(/удалён|удален/i));
    });
    // The address is kept for the last mail only, also in the job queue.
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
    const browser = product.browser();
    await browser.signUp({ body: signUpBody(person.email) });
    // Captured mails of the deleted account may be removed before or after the new mail arrives.
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

describe('consents', () => {
  it('are kept with edition, date, IP address and browser', async () => {
    const person = await signedUpPerson(product);
    const consents = await listConsents(product.database, person.userId);
    expect(consents).toHaveLength(4);
    expect(Object.fromEntries(consents.map((one) => [one.document, one.version]))).toEqual(
      acceptances,
    );
    expect(consents[0]).toMatchObject({
      accepted_at: expect.any(Date),
      ip_address: expect.stringMatching(/^10\.0\./),
      user_agent: 'Test browser',
    });
  });

  it('are withdrawn with the account, and the audit log keeps edition and date without a name', async () => {
    const person = await signedUpPerson(product);
    await person.browser.deleteAccount({
      body: {
        confirmation_word: 'УДАЛИТЬ',
        current_password: person.password,
        withdraws_consent: true,
      },
    });
    const recorded = await product.database.rows(sql`
      select act, actor_kind, facts from audit_entries where owner_id = ${person.userId}`);
    expect(recorded).toEqual([
      {
        act: 'consent_withdrawn',
        actor_kind: 'owner',
        facts: {
          document: 'personal_data_consent',
          edition: acceptances.personal_data_consent,
        },
      },
    ]);
    await vi.waitFor(async () => {
      const subjects = (await product.mailbox.receive(person.email)).map(({ subject }) => subject);
      expect(subjects).toContain('Согласие отозвано, аккаунт удалён');
    });
    expect((await failureOf(product.browser().signIn({ body: person }))).code).toBe(
      'invalid_credentials',
    );
  });

  it('are not withdrawn by a plain or a rejected deletion', async () => {
    const person = await signedUpPerson(product);
    const body = { confirmation_word: 'УДАЛИТЬ', withdraws_consent: true };
    const wrong = { ...body, current_password: 'Wrong-pass-1' };
    expect((await failureOf(person.browser.deleteAccount({ body: wrong }))).code).toBe(
      'wrong_password',
    );
    const plain = { confirmation_word: 'УДАЛИТЬ', current_password: person.password };
    await person.browser.deleteAccount({ body: plain });
    const recorded = await product.database.rows(
      sql`select 1 from audit_entries where owner_id = ${person.userId}`,
    );
    expect(recorded).toEqual([]);
  });
});

/** Tables that contain the id or the address. */
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

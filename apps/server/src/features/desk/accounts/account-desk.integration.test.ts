import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { failureOf } from '../../../../test/failure-of.ts';
import { operatorAtDesk, type TestOperator } from '../../../../test/operators.ts';
import { buy, type PayingProduct, startPayingProduct } from '../../../../test/payment-fixture.ts';
import { newAddress, type Person, signedInPerson, signUpBody } from '../../../../test/people.ts';
import { confirmedSecondAddress } from '../../../../test/protocol-settings.ts';
import { tablesHolding } from '../../../../test/stored-data.ts';
import { addContact, writeInstruction } from '../../../../test/vault-fixtures.ts';

let product: PayingProduct;
let operator: TestOperator;
beforeAll(async () => {
  product = await startPayingProduct();
  operator = await operatorAtDesk(product);
});
afterAll(() => product.stop());

const basicInfo = { first_name: 'Анна', last_name: 'Иванова', date_of_birth: '1980-05-17' };
const proof = { proof: 'passport', reference: '45 10 998877' } as const;

async function namedPerson(): Promise<Person> {
  const person = await signedInPerson(product);
  await person.browser.updateBasicInfo({ body: basicInfo });
  return person;
}

const viewOf = async ({ userId }: Pick<Person, 'userId'>) =>
  (await operator.browser.getAccount({ params: { id: userId } })).account;

const correct = (userId: string, changes: Partial<typeof basicInfo>) =>
  operator.browser.correctBasicInfo({
    params: { id: userId },
    body: { ...basicInfo, ...changes, ...proof, code: operator.code() },
  });

const auditOf = (userId: string) =>
  product.database.rows<{ act: string; facts: Record<string, unknown>; actor_id: string }>(sql`
    select act, facts, actor_id from audit_entries
    where owner_id = ${userId} and act <> 'account_viewed' order by at`);

/** Waits for the mail; others may arrive before it. */
const waitForMail = (address: string, subject: string) =>
  vi.waitFor(async () => {
    const mail = (await product.mailbox.receive(address)).find((one) => one.subject === subject);
    if (!mail) throw new Error(`no mail «${subject}» to ${address}`);
    return mail;
  }, 20_000);

describe('account search', () => {
  it('finds complete current, pending and former addresses, but no partial ones', async () => {
    const person = await signedInPerson(product);
    const found = async (email: string) =>
      (await operator.browser.searchAccounts({ body: { email } })).accounts.map(
        ({ id, match }) => ({ id, match }),
      );
    const { email, userId: id } = person;
    expect(await found(` ${email.toUpperCase()} `)).toEqual([{ id, match: 'present' }]);
    expect(await found(email.slice(1))).toEqual([]);
    const next = newAddress();
    await person.browser.requestEmailChange({
      body: { new_email: next, current_password: person.password },
    });
    expect(await found(next)).toEqual([{ id, match: 'pending' }]);
    const token = (await product.mailbox.latest(next)).tokenOf('email_change');
    await person.browser.confirmEmailChange({ body: { token } });
    expect(await found(next)).toEqual([{ id, match: 'present' }]);
    expect(await found(email)).toEqual([{ id, match: 'former' }]);
  });
});

describe('account view', () => {
  it('shows plan, dates, numbers and sessions but no content, and records each view', async () => {
    const person = await namedPerson();
    await buy(product, person, 'storage_300_monthly');
    await writeInstruction(person, { title: 'Канарейка', content: 'Секретный текст' });
    const view = await viewOf(person);
    expect(view).toMatchObject({
      ...basicInfo,
      email: person.email,
      state: 'active',
      has_pin: false,
      plan: { plan: 'storage_300', period: 'monthly', limit_mb: 300 },
      instructions: 1,
      files: 0,
      throttles: [],
      corrections: [],
    });
    expect(view.contacts).toEqual({ pending: 1, confirmed: 0, declined: 0, activated: 0 });
    expect(view.sessions).toHaveLength(1);
    expect(view.last_seen_at).not.toBeNull();
    expect(JSON.stringify(view)).not.toMatch(/Канарейка|Секретный/);
    await viewOf(person);
    const views = await product.database.rows(sql`
      select 1 from audit_entries where act = 'account_viewed' and owner_id = ${person.userId}
        and actor_kind = 'operator' and actor_id = ${operator.userId}`);
    expect(views).toHaveLength(2);
  });

  it('resends the confirmation only to an unconfirmed account', async () => {
    const email = newAddress();
    await product.browser().signUp({ body: signUpBody(email) });
    await product.mailbox.latest(email);
    const { accounts } = await operator.browser.searchAccounts({ body: { email } });
    const id = accounts[0]?.id ?? '';
    expect(accounts).toMatchObject([{ state: 'unconfirmed' }]);
    await operator.browser.resendConfirmation({ params: { id } });
    const [, resent] = await product.mailbox.receive(email, 2);
    await product.browser().verifyEmail({ body: { token: resent?.tokenOf('signup') ?? '' } });
    const refused = await failureOf(operator.browser.resendConfirmation({ params: { id } }));
    expect(refused.code).toBe('already_confirmed');
    expect(await auditOf(id)).toMatchObject([{ act: 'confirmation_resent' }]);
  });

  it('lifts a sign-in delay immediately', async () => {
    const person = await signedInPerson(product);
    const { email, userId: id, password } = person;
    const elsewhere = product.browser();
    const wrong = { body: { email, password: 'Wrong-horse-12' } };
    for (let tries = 0; tries < 5; tries++) await failureOf(elsewhere.signIn(wrong));
    expect((await failureOf(elsewhere.signIn(wrong))).code).toBe('too_many_requests');
    expect((await viewOf(person)).throttles).toMatchObject([
      { is_known_device: false, failures: 5 },
    ]);
    const lift = () =>
      operator.browser.liftSignInDelay({ params: { id }, body: { code: operator.code() } });
    await lift();
    expect((await viewOf(person)).throttles).toEqual([]);
    await elsewhere.signIn({ body: { email, password } });
    expect(await auditOf(id)).toMatchObject([{ act: 'sign_in_delay_lifted' }]);
  });
});

describe('correction on proof', () => {
  it('changes locked fields, names them in mails to every address, and stores values only in the profile', async () => {
    const person = await namedPerson();
    const second = await confirmedSecondAddress(product, person);
    await correct(person.userId, { last_name: 'Канареева' });
    const profile = await person.browser.getProfile();
    expect(profile).toMatchObject({ ...basicInfo, last_name: 'Канареева' });
    for (const address of [person.email, second]) {
      const mail = await waitForMail(address, 'Данные вашего профиля исправлены');
      expect(mail.text).toContain('фамилию');
      expect(mail.text).not.toContain('дату рождения');
      expect(mail.text).not.toContain('Канареева');
    }
    expect(await auditOf(person.userId)).toMatchObject([
      { act: 'basic_info_corrected', facts: { fields: 'last_name', proof: 'passport' } },
    ]);
    expect(await tablesHolding(product.database, [proof.reference])).toEqual([]);
    expect(await tablesHolding(product.database, ['Канареева'])).toEqual(['user_profiles']);
    expect((await viewOf(person)).corrections).toMatchObject([{ fields: ['last_name'], ...proof }]);
  });

  it('rejects an underage date, an invalid name, an unset profile and unchanged values', async () => {
    const person = await namedPerson();
    const errorOf = async (changes: Partial<Record<keyof typeof basicInfo, string>>) => {
      const failure = await failureOf(correct(person.userId, changes));
      return failure.code === 'invalid_input' ? failure.fields : failure.code;
    };
    expect(await errorOf({ date_of_birth: '2020-01-01' })).toEqual({ date_of_birth: 'underage' });
    expect(await errorOf({ first_name: '12345' })).toMatchObject({
      first_name: 'name_without_letters',
    });
    expect(await errorOf({})).toBe('no_changes');
    const unnamed = await signedInPerson(product);
    const filled = await failureOf(correct(unnamed.userId, {}));
    expect(filled.fields).toMatchObject({ first_name: 'not_locked_yet' });
    expect(await auditOf(person.userId)).toEqual([]);
  });

  it('rejects a date of birth that is the PIN, and a used code', async () => {
    const person = await namedPerson();
    await person.browser.setPin({ body: { pin: '290375', current_password: person.password } });
    const refused = await failureOf(correct(person.userId, { date_of_birth: '1975-03-29' }));
    expect(refused.fields).toEqual({ date_of_birth: 'date_is_pin' });
    const code = operator.code();
    const body = { ...basicInfo, first_name: 'Ольга', ...proof, code };
    const params = { id: person.userId };
    await operator.browser.correctBasicInfo({ params, body });
    const repeated = await failureOf(operator.browser.correctBasicInfo({ params, body }));
    expect(repeated.code).toBe('wrong_operator_code');
  });
});

it('ends renewals after a death once: deletes the card and notifies every address', async () => {
  const person = await signedInPerson(product);
  await buy(product, person, 'storage_300_monthly');
  expect((await viewOf(person)).plan).toMatchObject({ auto_renewal: true, has_card: true });
  const end = () =>
    operator.browser.endRenewals({
      params: { id: person.userId },
      body: { code: operator.code(), reason: 'death_certificate' },
    });
  await end();
  expect((await viewOf(person)).plan).toMatchObject({
    plan: 'storage_300',
    auto_renewal: false,
    has_card: false,
  });
  await waitForMail(person.email, 'Автопродление тарифа отключено');
  expect((await failureOf(end())).code).toBe('no_changes');
  expect(await auditOf(person.userId)).toMatchObject([
    { act: 'renewals_ended', facts: { reason: 'death_certificate' } },
  ]);
  const { events } = await person.browser.listSecurityEvents({ query: {} });
  expect(events[0]).toMatchObject({ kind: 'renewals_ended', ip_address: null });
});

it('names the operator and the owner in the audit log, until the account is deleted', async () => {
  const person = await namedPerson();
  await correct(person.userId, { last_name: 'Петрова' });
  const newest = async () => {
    const query = { act: 'basic_info_corrected' } as const;
    const { entries } = await operator.browser.listAudit({ query });
    return entries[0];
  };
  expect(await newest()).toMatchObject({
    actor_person: { email: operator.email },
    owner: { name: 'Анна Петрова', email: person.email },
  });
  await product.database.rows(sql`delete from users where id = ${person.userId}`);
  expect(await newest()).toMatchObject({ owner: null, owner_id: person.userId });
});

it('rejects acts of operators on their own account and on owners who have them as a contact', async () => {
  const person = await namedPerson();
  await buy(product, person, 'storage_300_monthly');
  await addContact(person, operator.email);
  await operator.browser.updateBasicInfo({ body: basicInfo });
  for (const { userId } of [operator, person]) {
    expect(await viewOf({ userId })).toMatchObject({ is_involved: true });
    const params = { id: userId };
    const acts = {
      correct: () => correct(userId, { last_name: 'Петрова' }),
      end: () =>
        operator.browser.endRenewals({
          params,
          body: { reason: 'reported_by_relatives', code: operator.code() },
        }),
    };
    expect((await failureOf(acts.correct())).code).toBe('operator_involved');
    if (userId === person.userId) {
      expect((await failureOf(acts.end())).code).toBe('operator_involved');
    }
  }
  expect(await person.browser.getProfile()).toMatchObject(basicInfo);
  expect(await auditOf(person.userId)).toEqual([]);
  const other = await operatorAtDesk(product);
  const { account } = await other.browser.getAccount({ params: { id: person.userId } });
  expect(account.is_involved).toBe(false);
});

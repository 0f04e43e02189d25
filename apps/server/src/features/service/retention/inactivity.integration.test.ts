import { addYears } from '@zavet/contract/days';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onlyContact } from '../../../../test/activations.ts';
import { waitForMails } from '../../../../test/check-ins.ts';
import { hour } from '../../../../test/durations.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import type { Person } from '../../../../test/people.ts';
import { signInAgain } from '../../../../test/people.ts';
import { bought } from '../../../../test/plan-states.ts';
import { activationOf, family, type TrustedPerson } from '../../../../test/protocol.ts';
import { confirmedSecondAddress } from '../../../../test/protocol-settings.ts';
import { textOf } from '../../../../test/sample-files.ts';
import { tablesHolding } from '../../../../test/stored-data.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { attach } from '../../../../test/vault-fixtures.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import { changePlan, lockPlan } from '../../billing/plans/plan-repository.ts';
import { removeObjects } from '../../vault/instructions/clean-up-files.ts';
import { listRetentionRuns } from './index.ts';
import { runRetention } from './run-retention.ts';
import { watchInactiveOwners } from './watch-inactive-owners.ts';

const day = 24 * hour;
const { t } = mailWords('ru');
const warningSubject = (nth: 'first' | 'second' | 'third') => t(`retention.absence_${nth}.subject`);

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const watch = () => watchInactiveOwners(product.ctx);

/** Advances the clock to this many days before the end of the three years, and runs the jobs. */
async function advanceTo(daysBefore: number, from: Date, others: readonly Person[]): Promise<void> {
  const then = addYears(from, 3).getTime() - daysBefore * day;
  product.clock.advance(then - product.clock.now().getTime());
  await runJobs(others);
}

async function passDays(days: number, others: readonly Person[]): Promise<void> {
  product.clock.advance(days * day);
  await runJobs(others);
}

async function runJobs(others: readonly Person[]): Promise<void> {
  for (const other of others) await signInAgain(other);
  // Retention must not remove the captured mail that this test reads.
  await runRetention({ ...product.ctx, capturedMails: undefined });
  await watch();
  await waitForMails(product);
}

async function inactiveFamily() {
  const { owner, contacts, instruction } = await family(product);
  const contact = onlyContact(contacts);
  const letters = owner.userId.slice(-12).replace(/\d/g, (digit) => 'ghijklmnop'.charAt(+digit));
  const last_name = `Canary${letters}`;
  await owner.browser.updateBasicInfo({
    body: { first_name: 'Анна', last_name, date_of_birth: null },
  });
  return { owner, contact, instruction, last_name, inactiveSince: product.clock.now() };
}

const accountExists = async ({ userId }: Person) =>
  (await product.database.rows(sql`select 1 from users where id = ${userId}`)).length === 1;
const warningsTo = async (address: string) =>
  (await product.mailbox.subjects(address, 0)).filter((subject) =>
    [warningSubject('first'), warningSubject('second'), warningSubject('third')].includes(subject),
  );
const removalNoticesTo = async (contact: TrustedPerson) =>
  (await product.mailbox.subjects(contact.email, 0)).filter((subject) => /удалён$/.test(subject));

describe('an inactive owner', () => {
  it('is warned three times at every address, contacts once, and then all data is removed', async () => {
    const { owner, contact, instruction, last_name, inactiveSince } = await inactiveFamily();
    const second = await confirmedSecondAddress(product, owner);
    await attach(owner, instruction.id, 'письмо.txt', textOf(100));
    const objects = async () => {
      const keys: string[] = [];
      for await (const { key } of product.store.list(`files/${owner.userId}/`)) keys.push(key);
      return keys;
    };
    expect(await objects()).toHaveLength(1);

    await advanceTo(91, inactiveSince, [contact]);
    expect(await warningsTo(owner.email)).toEqual([]);
    await passDays(1, [contact]);
    expect(await warningsTo(owner.email)).toEqual([warningSubject('first')]);
    expect(await warningsTo(second)).toEqual([warningSubject('first')]);
    const { text } = await product.mailbox.latest(owner.email);
    expect(text).toContain('http://zavet.test/login');
    await watch();
    await passDays(29, [contact]);
    expect(await warningsTo(owner.email)).toHaveLength(1);
    await passDays(1, [contact]);
    expect(await warningsTo(second)).toEqual([warningSubject('first'), warningSubject('second')]);
    expect(await removalNoticesTo(contact)).toEqual([]);
    await passDays(30, [contact]);
    expect(await warningsTo(owner.email)).toHaveLength(3);
    expect(await removalNoticesTo(contact)).toHaveLength(1);
    const notice = await product.mailbox.latest(contact.email);
    expect(notice.text).toContain(`${last_name} (${owner.email})`);
    expect(notice.text).toContain('/trusted-legacies');
    expect(notice.text).not.toContain(instruction.title);

    await passDays(29, [contact]);
    expect(await accountExists(owner)).toBe(true);

    // A crash before the commit changes nothing.
    product.clock.advance(day);
    const crashing = { ...product.ctx, checkpoint: crash };
    await watchInactiveOwners(crashing).catch(() => {});
    expect(await accountExists(owner)).toBe(true);
    await signInAgain(contact);
    await watch();
    expect(await accountExists(owner)).toBe(false);
    await waitForMails(product);
    await removeObjects(product);
    expect(await objects()).toEqual([]);
    expect(await tablesHolding(product.database, [last_name, owner.email, second])).toEqual([]);
    const [tombstone] = await product.database.rows(
      sql`select 1 from tombstones where user_id = ${owner.userId}`,
    );
    expect(tombstone).toBeDefined();
    // Earlier captured mails were removed by retention.
    const lastMail = t('account.account_deleted.absence.subject');
    expect(await product.mailbox.subjects(owner.email, 0)).toEqual([lastMail]);
    expect(await product.mailbox.subjects(second, 0)).toEqual([lastMail]);
    const signIn = product.browser().signIn({ body: owner });
    expect((await failureOf(signIn)).code).toBe('invalid_credentials');
    const [run] = (await listRetentionRuns(product.database, 100)).filter(
      ({ kind }) => kind === 'account',
    );
    expect(run).toMatchObject({ removed: { accounts: 1 } });
    const [audit] = await product.database.rows<{ act: string }>(
      sql`select act from audit_entries where owner_id = ${owner.userId}`,
    );
    expect(audit?.act).toBe('account_deleted_for_inactivity');
  });

  it('cancels the removal by signing in, and notified contacts get a retraction', async () => {
    const { owner, contact, inactiveSince } = await inactiveFamily();
    // After a month of downtime, warnings are still 30 days apart.
    await advanceTo(-31, inactiveSince, [contact]);
    expect(await warningsTo(owner.email)).toHaveLength(1);
    await passDays(45, [contact]);
    expect(await warningsTo(owner.email)).toHaveLength(2);
    await passDays(1, [contact]);
    expect(await warningsTo(owner.email)).toHaveLength(2);
    await passDays(29, [contact]);
    expect(await warningsTo(owner.email)).toHaveLength(3);
    await signInAgain(owner);
    // The job deletes the session, but the time of the last activity is stored.
    product.clock.advance(100 * day);
    await runJobs([contact]);
    expect(await accountExists(owner)).toBe(true);
    expect(await removalNoticesTo(contact)).toHaveLength(2);
    const back = await product.mailbox.latest(contact.email);
    expect(back.text).toContain('остаётся');
    expect(await product.database.rows(sql`select 1 from inactivity_warnings`)).toEqual([]);
    expect(await product.database.rows(sql`select 1 from inactivity_notices`)).toEqual([]);
    await signInAgain(owner);
    const { events } = await owner.browser.listSecurityEvents({ query: {} });
    const kinds = events.map(({ kind }) => kind);
    expect(kinds).toContain('inactivity_warned');
    expect(kinds).toContain('contacts_notified_of_inactivity');
  });

  it('keeps the account while a start is in progress or a plan is paid, and is warned again later', async () => {
    const { owner, contact, inactiveSince } = await inactiveFamily();
    const { database } = product;
    await advanceTo(89, inactiveSince, [contact]);
    await passDays(30, [contact]);
    await passDays(30, [contact]);
    expect(await warningsTo(owner.email)).toHaveLength(3);
    const activation = await contact.browser.startActivation({
      body: activationOf(owner, contact),
    });
    await passDays(40, [contact]);
    expect(await accountExists(owner)).toBe(true);
    expect(await database.rows(sql`select 1 from inactivity_warnings`)).toEqual([]);
    expect(activation.payment_id).toBeTruthy();
    await database.rows(sql`update activation_requests set status = 'payment_canceled'
      where deceased_user_id = ${owner.userId}`);
    const today = product.clock.now().toISOString().slice(0, 10);
    await lockPlan(database, owner.userId);
    await changePlan(database, owner.userId, bought('storage_300_yearly', today));
    await passDays(1, [contact]);
    expect(await warningsTo(owner.email)).toHaveLength(3);
    await database.rows(sql`update user_storage set plan = 'free_expired', valid_until = null
      where user_id = ${owner.userId}`);
    await passDays(1, [contact]);
    expect((await warningsTo(owner.email)).at(-1)).toBe(warningSubject('first'));
    await passDays(100, [contact]);
    expect(await accountExists(owner)).toBe(true);
  });
});

function crash(point: string): void {
  if (point === 'retention.before_commit') throw new Error('killed');
}

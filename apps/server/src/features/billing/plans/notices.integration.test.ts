import { addDays, addMonths, moscowDay } from '@zavet/contract/days';
import { type SmtpStandIn, startSmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buy, type PayingProduct, startPayingProduct } from '../../../../test/payment-fixture.ts';
import { type Person, signedInPerson } from '../../../../test/people.ts';
import { moveClockTo, runDay, runQueuedJobs } from '../../../../test/plan-days.ts';
import { textOf } from '../../../../test/sample-files.ts';
import { tablesHolding } from '../../../../test/stored-data.ts';
import { attach, writeInstruction } from '../../../../test/vault-fixtures.ts';
import { dayName } from '../../../platform/mail/templates/mail-words.ts';
import { runDailyPlanTasks } from './index.ts';
import { readPlan } from './plan-repository.ts';

let smtp: SmtpStandIn;
let product: PayingProduct;
let person: Person;
beforeAll(async () => {
  smtp = await startSmtpStandIn();
  product = await startPayingProduct({ smtpUrl: smtp.url, runsJobs: false });
  product.standIn.control.setWebhooks({ mode: 'never' });
});
afterAll(async () => {
  await product.stop();
  await smtp.stop();
});
beforeEach(async () => {
  product.standIn.control.reset();
  await product.database.rows(sql`update user_storage set plan = 'custom', grace_until = null`);
  person = await signedInPerson(product);
});

const today = () => moscowDay(product.clock.now());
const plan = () => readPlan(product.database, person.userId);
const charges = () => Object.values(product.standIn.control.charges()).length;
const runOn = (day: string) => runDay(product, day);
const dayText = (day: string) => dayName({ locale: 'ru' }, day);
const notices = () =>
  smtp.accepted.filter(
    ({ to, subject }) => to === person.email && /спишется|закончится/.test(subject),
  );
const noticeSubjects = () => notices().map(({ subject }) => subject.replaceAll(/\s/g, ' '));
const willCharge = (day: string, amount: string) =>
  `${dayText(day)} спишется ${amount} ₽ за тариф «300 МБ»`;
const willEnd = (day: string) => `Тариф «300 МБ» закончится ${dayText(day)}`;

describe('before a renewal', () => {
  it('of a month, the owner is notified once of amount and day, three days ahead', async () => {
    await buy(product, person, 'storage_300_monthly');
    const end = addMonths(today(), 1);
    await runOn(addDays(end, -4));
    expect(noticeSubjects()).toEqual([]);
    moveClockTo(product, addDays(end, -3));
    // Two simultaneous runs, and further ones.
    await Promise.all([1, 2].map(() => runDailyPlanTasks(product.ctx)));
    for (const days of [-3, -2, -1]) await runOn(addDays(end, days));
    expect(noticeSubjects()).toEqual([willCharge(end, '300')]);
    expect(charges()).toBe(1);
    await runOn(end);
    expect([charges(), (await plan()).valid_until]).toEqual([2, addMonths(end, 1)]);
    expect(noticeSubjects()).toHaveLength(1);
  });

  it('of a year, the owner is notified seven days ahead', async () => {
    await buy(product, person, 'storage_300_yearly');
    const end = addMonths(today(), 12);
    await runOn(addDays(end, -8));
    expect(noticeSubjects()).toEqual([]);
    await runOn(addDays(end, -7));
    expect(noticeSubjects()).toEqual([willCharge(end, '3 000')]);
  });

  it('an owner who changes the plan gets no notice about a charge that will not follow', async () => {
    await buy(product, person, 'storage_300_monthly');
    const end = addMonths(today(), 1);
    moveClockTo(product, addDays(end, -3));
    await runDailyPlanTasks(product.ctx);
    await person.browser.signIn({ body: person });
    await buy(product, person, 'storage_500_monthly');
    await runQueuedJobs(product);
    expect(noticeSubjects()).toEqual([]);
  });

  it('an owner is notified of the end after switching renewal off, and of the charge after switching it on', async () => {
    await buy(product, person, 'storage_300_monthly');
    const end = addMonths(today(), 1);
    moveClockTo(product, addDays(end, -3));
    await person.browser.signIn({ body: person });
    await person.browser.setAutoRenewal({ body: { is_on: false } });
    for (const days of [-3, -2]) await runOn(addDays(end, days));
    expect(noticeSubjects()).toEqual([willEnd(end)]);
    await person.browser.signIn({ body: person });
    await person.browser.setAutoRenewal({ body: { is_on: true } });
    await runOn(addDays(end, -1));
    expect(noticeSubjects()).toEqual([willEnd(end), willCharge(end, '300')]);
    await runOn(end);
    expect(charges()).toBe(2);
  });
});

describe('a charge requires an accepted notice', () => {
  it('after downtime the notice is sent late, and the card is charged on the day it states', async () => {
    await buy(product, person, 'storage_300_monthly');
    const restartedOn = addDays(addMonths(today(), 1), 2);
    await runOn(restartedOn);
    await runOn(restartedOn);
    expect(noticeSubjects()).toEqual([willCharge(addDays(restartedOn, 1), '300')]);
    expect(charges()).toBe(1);
    await person.browser.signIn({ body: person });
    expect((await person.browser.getPlan()).charged_on).toBe(addDays(restartedOn, 1));
    await runOn(addDays(restartedOn, 1));
    expect([charges(), noticeSubjects().length]).toEqual([2, 1]);
  });

  it('while no mail server answers, the plan neither ends nor is charged', async () => {
    await buy(product, person, 'storage_300_monthly');
    const end = addMonths(today(), 1);
    await smtp.stop();
    for (const days of [-3, -1, 0, 1, 5, 20]) await runOn(addDays(end, days));
    expect([charges(), (await plan()).plan]).toEqual([1, 'storage_300']);
    await smtp.start();
    await runOn(addDays(end, 21));
    await runOn(addDays(end, 22));
    expect(noticeSubjects()).toEqual([willCharge(addDays(end, 22), '300')]);
    expect([charges(), (await plan()).period_from]).toEqual([2, addDays(end, 22)]);
  });

  it('if the owner’s mail server refuses it, the owner sees that, it is retried daily, and the plan lapses', async () => {
    await buy(product, person, 'storage_300_monthly');
    const end = addMonths(today(), 1);
    smtp.answer(person.email, { code: 550 });
    for (const days of [-3, 0, 6]) await runOn(addDays(end, days));
    await person.browser.signIn({ body: person });
    expect(await person.browser.getPlan()).toMatchObject({
      plan: 'storage_300',
      unreached: 'renewal',
    });
    const refusedNotices = smtp.refused.filter(
      ({ to, subject }) => to === person.email && subject.includes('спишется'),
    );
    expect(new Set(refusedNotices.map(({ message_id }) => message_id)).size).toBe(3);
    for (const days of [7, 7]) await runOn(addDays(end, days));
    expect([charges(), (await plan()).plan]).toEqual([1, 'free_expired']);
  });
});

describe('files above the limit', () => {
  const removalMails = () =>
    smtp.accepted.filter(({ to, subject }) => to === person.email && /удален/.test(subject));

  /** An owner with a lapsed plan and four files, of which the newest does not fit. */
  async function lapsedOwner(): Promise<{ id: string; end: string }> {
    await buy(product, person, 'storage_300_monthly');
    const { id } = await writeInstruction(person);
    for (const name of ['1.txt', '2.txt', '3.txt', 'План дома.txt']) {
      await attach(person, id, name, textOf(1024 * 1024, name));
    }
    await person.browser.setAutoRenewal({ body: { is_on: false } });
    const end = addMonths(today(), 1);
    await runOn(end);
    // The size of three files, because filling 30 MB would take long.
    await product.database.rows(
      sql`update user_storage set limit_mb = 3 where user_id = ${person.userId}`,
    );
    return { id, end };
  }

  it('are kept while the last warning is refused, which the owner sees, and removed once it is accepted', async () => {
    const { id, end } = await lapsedOwner();
    smtp.answer(person.email, { code: 550 });
    for (const days of [29, 30, 31, 36]) await runOn(addDays(end, days));
    await person.browser.signIn({ body: person });
    const instruction = await person.browser.getInstruction({ params: { id } });
    expect(instruction.files).toHaveLength(4);
    const newest = instruction.files.at(-1);
    expect(newest?.file_name).toBe('План дома.txt');
    expect(instruction.files_to_remove).toEqual({
      on: addDays(end, 30),
      file_ids: [newest?.id],
    });
    expect((await person.browser.getPlan()).unreached).toBe('removal');
    const { findings } = await person.browser.getReadiness();
    expect(findings.map(({ kind }) => kind)).toContain('owner_unreached');

    smtp.answer(person.email, { code: 250 });
    await runOn(addDays(end, 37));
    const [warning] = removalMails();
    expect(warning?.subject).toContain(dayText(addDays(end, 38)));
    expect(warning?.text).toContain('План дома.txt');
    expect(warning?.text).not.toContain('3.txt');
    moveClockTo(product, addDays(end, 38));
    await runDailyPlanTasks(product.ctx);
    // Rows and jobs contain ids, never names.
    expect(await tablesHolding(product.database, ['План дома'])).toEqual([]);
    await runQueuedJobs(product);
    expect(removalMails().at(-1)?.text).toContain('План дома.txt');

    await person.browser.signIn({ body: person });
    const [remaining] = (await person.browser.listInstructions()).instructions;
    expect(remaining?.files.map(({ file_name }) => file_name)).toEqual(['1.txt', '2.txt', '3.txt']);
    expect(remaining).toMatchObject({
      files_to_remove: null,
      removed_files: [{ file_name: 'План дома.txt', removed_on: addDays(end, 38) }],
    });
    expect((await person.browser.getPlan()).unreached).toBeNull();

    // A file uploaded again is no longer listed as removed.
    await buy(product, person, 'storage_300_monthly');
    await attach(person, id, 'План дома.txt', textOf(1024, 'again'));
    const restored = await person.browser.getInstruction({ params: { id } });
    expect(restored.removed_files).toEqual([]);
  });

  it('cause no warning if they fit again before the mail is written', async () => {
    const { id, end } = await lapsedOwner();
    moveClockTo(product, addDays(end, 16));
    await runDailyPlanTasks(product.ctx);
    await person.browser.signIn({ body: person });
    const { files } = await person.browser.getInstruction({ params: { id } });
    await person.browser.deleteFile({ params: { id: files[0]?.id ?? '' } });
    await runQueuedJobs(product);
    expect(removalMails()).toEqual([]);
  });
});

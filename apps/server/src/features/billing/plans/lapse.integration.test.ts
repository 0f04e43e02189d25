import { addDays, addMonths, moscowDay } from '@zavet/contract/days';
import { type SmtpStandIn, startSmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PayingProduct, startPayingProduct } from '../../../../test/payment-fixture.ts';
import type { Person } from '../../../../test/people.ts';
import { moveClockTo, runDay, runQueuedJobs } from '../../../../test/plan-days.ts';
import {
  giftOf,
  giftStatus,
  lapsingFamily,
  openGift,
} from '../../../../test/plan-lapse-fixture.ts';
import { activationOf, type TrustedPerson } from '../../../../test/protocol.ts';
import { dayName } from '../../../platform/mail/templates/mail-words.ts';
import { settleRefund } from '../payments/refund-payment.ts';
import { readPlan } from './plan-repository.ts';

let smtp: SmtpStandIn;
let product: PayingProduct;
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
  // Owners of earlier tests would be warned as well.
  await product.database.rows(sql`update user_storage set plan = 'custom', grace_until = null`);
});

const today = () => moscowDay(product.clock.now());
const planOf = (owner: Person) => readPlan(product.database, owner.userId);
const runOn = (day: string) => runDay(product, day);
const signIn = (person: Person) => person.browser.signIn({ body: person });
const dayText = (day: string) => dayName({ locale: 'ru' }, day);
const mailsTo = (person: Person, about: RegExp) =>
  smtp.accepted.filter(({ to, subject }) => to === person.email && about.test(subject));
const warningsTo = (person: Person) => mailsTo(person, /тариф не продлён/);

/** Runs the days of the warnings, up to the day before the removal. */
async function warnAll(end: string): Promise<void> {
  for (const days of [0, 16, 23, 29]) await runOn(addDays(end, days));
}

describe('before the removal of files', () => {
  it('confirmed contacts are notified 14 days and a day ahead, without stored contents and amounts', async () => {
    const { owner, contacts, end, filesOf } = await lapsingFamily(product);
    await runOn(end);
    await runOn(addDays(end, 15));
    for (const contact of contacts) expect(warningsTo(contact)).toEqual([]);
    await runOn(addDays(end, 16));
    for (const days of [23, 29]) await runOn(addDays(end, days));
    for (const contact of contacts) {
      const mails = warningsTo(contact);
      expect(mails).toHaveLength(2);
      for (const { text } of mails) {
        expect(text).toContain(dayText(addDays(end, 30)));
        expect(text).toContain(owner.email);
        expect(text).not.toMatch(/\.txt|₽|\d МБ/);
      }
    }
    expect(mailsTo(owner, /Часть файлов/).at(-1)?.text).toContain(
      'Доверенным лицам мы тоже сообщаем',
    );
    expect(await filesOf()).toBe(4);
    await runOn(addDays(end, 30));
    expect(await filesOf()).toBe(3);
  });

  it('files are kept while no contact is reachable, and the owner is notified', async () => {
    const { owner, contacts, end, filesOf } = await lapsingFamily(product);
    for (const { email } of contacts) smtp.answer(email, { code: 550 });
    await warnAll(end);
    await runOn(addDays(end, 30));
    expect(await filesOf()).toBe(4);
    expect(mailsTo(owner, /не дошли до ваших доверенных/)).toHaveLength(1);
    await signIn(owner);
    expect(await owner.browser.getPlan()).toMatchObject({ unreached: 'contacts' });
  });
});

describe('an activation', () => {
  it('prevents the removal while it is being paid, and leaves 14 days once it is canceled', async () => {
    const { owner, contacts, end, filesOf } = await lapsingFamily(product);
    const [contact] = contacts as [TrustedPerson];
    await warnAll(end);
    await signIn(contact);
    await contact.browser.startActivation({ body: activationOf(owner, contact) });
    await runOn(addDays(end, 30));
    expect(await filesOf()).toBe(4);
    await signIn(contact);
    const { legacies } = await contact.browser.listLegacies();
    const params = { id: legacies[0]?.activation?.id ?? '' };
    expect((await contact.browser.listLapsingPlans()).plans).toEqual([]);
    await contact.browser.cancelActivation({ params });
    const canceledOn = today();
    expect(warningsTo(contact)).toHaveLength(2);
    await runOn(addDays(canceledOn, 1));
    expect(warningsTo(contact).at(-1)?.text).toContain(dayText(addDays(canceledOn, 15)));
    await runOn(addDays(canceledOn, 8));
    await runOn(addDays(canceledOn, 14));
    expect(await filesOf()).toBe(4);
    expect(warningsTo(contact)).toHaveLength(4);
    expect((await planOf(owner)).grace_until).toBe(addDays(canceledOn, 15));
    await runOn(addDays(canceledOn, 15));
    expect(await filesOf()).toBe(3);
  });
});

describe('a gift of a trusted contact', () => {
  it('restarts the plan without saving a card, notifies the other contacts, and a second gift is refunded', async () => {
    const { owner, contacts, end, filesOf } = await lapsingFamily(product);
    const [first, second] = contacts as [TrustedPerson, TrustedPerson];
    await runOn(end);
    await signIn(first);
    const early = first.browser.payForOwner({ body: giftOf(owner, first) });
    await expect(early).rejects.toMatchObject({ code: 'plan_settled' });
    for (const days of [16, 23, 29]) await runOn(addDays(end, days));
    // Files would be removed today, but a gift may be pending.
    moveClockTo(product, addDays(end, 30));
    for (const contact of contacts) await signIn(contact);
    const { plans } = await first.browser.listLapsingPlans();
    expect(plans).toEqual([
      {
        user_id: owner.userId,
        trusted_contact_id: first.contactId,
        files_removed_on: addDays(end, 30),
        offers: [
          { plan_id: 'storage_300_monthly', amount: 300, valid_until: addMonths(today(), 1) },
          { plan_id: 'storage_300_yearly', amount: 3000, valid_until: addMonths(today(), 12) },
        ],
        is_paid_by_other: false,
      },
    ]);
    const one = await openGift(product, first, giftOf(owner, first));
    const again = await first.browser.payForOwner({ body: giftOf(owner, first) });
    expect(again.payment_id).toBe(one.payment_id);
    expect((await second.browser.listLapsingPlans()).plans[0]?.is_paid_by_other).toBe(true);
    const other = await openGift(
      product,
      second,
      giftOf(owner, second, 'storage_300_yearly', 3000),
    );
    await runOn(addDays(end, 30));
    expect(await filesOf()).toBe(4);
    for (const { provider_id } of [one, other]) product.standIn.control.pay(provider_id);
    expect(await giftStatus(first, one.crt)).toMatchObject({ is_paid: true, outcome: 'in_force' });
    expect(await giftStatus(second, other.crt)).toMatchObject({ outcome: 'refunded' });
    expect(await planOf(owner)).toMatchObject({
      plan: 'storage_300',
      period: 'monthly',
      auto_renewal: false,
      valid_until: addMonths(today(), 1),
    });
    await runQueuedJobs(product);
    const savedCards =
      await product.database.rows(sql`select user_id from payment_methods where user_id
      in (${first.userId}, ${owner.userId})`);
    expect(savedCards).toEqual([]);
    const [refund] = await product.database.rows<{ id: string; amount_kopecks: number }>(
      sql`select id, amount_kopecks from refunds where payment_id = ${other.payment_id}`,
    );
    expect(refund?.amount_kopecks).toBe(300_000);
    await settleRefund(product.ctx, refund?.id ?? '');
    await runQueuedJobs(product);
    expect(mailsTo(second, /вернули вам деньги/)).toHaveLength(1);
    expect(mailsTo(second, /файлы остаются/)).toHaveLength(1);
    expect(mailsTo(first, /тариф оплачен$/)).toHaveLength(1);
    expect(mailsTo(owner, /оплачивает ваш тариф/)).toHaveLength(1);
    await signIn(owner);
    const { payments } = await first.browser.listPayments();
    expect(payments).toMatchObject([
      { kind: 'gift', owner_name: owner.email, status: 'succeeded' },
    ]);
    const own = await owner.browser.listPayments();
    expect(own.payments.map(({ kind }) => kind)).toEqual(['purchase']);
    expect((await first.browser.listLapsingPlans()).plans).toEqual([]);
    await expect(first.browser.payForOwner({ body: giftOf(owner, first) })).rejects.toMatchObject({
      code: 'plan_settled',
    });
  });

  it('requires a contact of the owner and the catalogue price, and is refunded to a removed contact', async () => {
    const { owner, contacts, end } = await lapsingFamily(product, 1);
    const [contact] = contacts as [TrustedPerson];
    const stranger = (await lapsingFamily(product, 1)).contacts[0] as TrustedPerson;
    await warnAll(end);
    for (const person of [contact, stranger]) await signIn(person);
    const asStranger = { ...giftOf(owner, contact) };
    await expect(stranger.browser.payForOwner({ body: asStranger })).rejects.toMatchObject({
      code: 'legacy_not_found',
    });
    const cheaper = giftOf(owner, contact, 'storage_300_monthly', 1);
    await expect(contact.browser.payForOwner({ body: cheaper })).rejects.toMatchObject({
      code: 'payment_mismatch',
    });
    const larger = giftOf(owner, contact, 'storage_500_monthly', 450);
    await expect(contact.browser.payForOwner({ body: larger })).rejects.toMatchObject({
      code: 'plan_not_offered',
    });
    // The gift is paid after the owner has removed the contact.
    const { provider_id, crt } = await openGift(product, contact, giftOf(owner, contact));
    await product.database.rows(sql`
      update trusted_contacts set bound_user_id = null, status = 'declined'
      where id = ${contact.contactId}`);
    product.standIn.control.pay(provider_id);
    expect(await giftStatus(contact, crt)).toMatchObject({
      outcome: 'refunded',
      reason: 'contact_removed',
    });
    expect((await planOf(owner)).plan).toBe('free_expired');
    expect((await contact.browser.listPayments()).payments[0]?.owner_name).toBeNull();
  });
});

import {
  type PlanProduct,
  type PriceEditions,
  priceEditions,
} from '@zavet/contract/billing/plan-catalogue';
import { addDays, addMonths, moscowDay } from '@zavet/contract/days';
import { type SmtpStandIn, startSmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buy,
  type PayingProduct,
  paymentInput,
  startPayingProduct,
} from '../../../../test/payment-fixture.ts';
import { type Person, signedInPerson } from '../../../../test/people.ts';
import { moveClockTo, runDay, runQueuedJobs } from '../../../../test/plan-days.ts';
import {
  giftOf,
  type LapsingFamily,
  lapsingFamily,
  openGift,
} from '../../../../test/plan-lapse-fixture.ts';
import { activationOf, type TrustedPerson } from '../../../../test/protocol.ts';
import { dayName } from '../../../platform/mail/templates/mail-words.ts';
import { announceEditions } from '../../identity/legal/announce-editions.ts';
import { readPlan } from './plan-repository.ts';

const start = moscowDay(new Date());
const raisedOn = addDays(start, 12);
const [published] = priceEditions;
const prices: PriceEditions = [
  published,
  {
    edition: raisedOn,
    plans: {
      storage_300: { monthly: 350, yearly: 3000 },
      storage_500: { monthly: 500, yearly: 4500 },
      storage_1024: { monthly: 900, yearly: 8500 },
    },
    protocolActivation: 7500,
  },
];

let smtp: SmtpStandIn;
let product: PayingProduct;
/** Has automatic renewal, and is notified in time. */
let renewingOwner: Person;
/** The mail server of this owner is unavailable until long after the price change. */
let unreachableOwner: Person;
/** A lapsed plan; only the first of its contacts is notified in time. */
let lapsedFamily: LapsingFamily;
beforeAll(async () => {
  smtp = await startSmtpStandIn();
  product = await startPayingProduct({ smtpUrl: smtp.url, runsJobs: false, prices });
  product.standIn.control.setWebhooks({ mode: 'never' });
  renewingOwner = await signedInPerson(product);
  unreachableOwner = await signedInPerson(product);
  await buy(product, renewingOwner, 'storage_500_monthly');
  lapsedFamily = await lapsingFamily(product);
  await runQueuedJobs(product);
});
afterAll(async () => {
  await product.stop();
  await smtp.stop();
});

const signIn = (person: Person) => person.browser.signIn({ body: person });
const noticesTo = (person: Person) =>
  smtp.accepted.filter(({ to, subject }) => to === person.email && /меняются цены/.test(subject));
const latestTo = ({ email }: Person) => smtp.accepted.filter(({ to }) => to === email).at(-1);
const amountOf = (payment_id: string) =>
  product.standIn.control.payments().find(({ metadata }) => metadata?.payment_id === payment_id)
    ?.amount.value;
async function announce(): Promise<void> {
  await announceEditions(product.ctx);
  await runQueuedJobs(product);
}
/** The full price of today. */
async function priceFor(person: Person, plan_id: PlanProduct): Promise<number | undefined> {
  await signIn(person);
  const { offers } = await person.browser.getPlan();
  return offers.find((offer) => offer.plan_id === plan_id)?.price;
}

describe('new prices', () => {
  it('are announced once to all users, with the changes and the day', async () => {
    smtp.answer(unreachableOwner.email, { code: 451 });
    const [, second] = lapsedFamily.contacts as [TrustedPerson, TrustedPerson];
    smtp.answer(second.email, { code: 451 });
    expect(latestTo(renewingOwner)?.text).toContain('450\u00a0₽');
    await announce();
    await announce();
    const [notice, ...others] = noticesTo(renewingOwner);
    expect(others).toEqual([]);
    expect(notice?.text).toContain(dayName({ locale: 'ru' }, raisedOn));
    for (const amount of ['450\u00a0₽', '500\u00a0₽', '7\u00a0000\u00a0₽', '7\u00a0500\u00a0₽']) {
      expect(notice?.text).toContain(amount);
    }
    // The yearly price has not changed.
    expect(notice?.text).not.toContain('4\u00a0500\u00a0₽');
    expect(noticesTo(unreachableOwner)).toEqual([]);
  });

  it('apply from their day to users notified in time, and to no others', async () => {
    moveClockTo(product, addDays(raisedOn, -1));
    for (const person of [renewingOwner, unreachableOwner]) {
      expect(await priceFor(person, 'storage_500_monthly')).toBe(450);
    }
    const order = await paymentInput(unreachableOwner, 'storage_300_monthly');
    const notified = lapsedFamily.owner;
    await signIn(notified);
    const bigger = await paymentInput(notified, 'storage_1024_monthly');
    moveClockTo(product, raisedOn);
    await signIn(notified);
    await expect(notified.browser.createPayment({ body: bigger })).rejects.toMatchObject({
      code: 'payment_mismatch',
      facts: { field: 'amount' },
    });
    expect(await priceFor(notified, 'storage_1024_monthly')).toBe(900);
    expect(await priceFor(unreachableOwner, 'storage_300_monthly')).toBe(300);
    const { payment_id } = await unreachableOwner.browser.createPayment({ body: order });
    expect(amountOf(payment_id)).toBe('300.00');
  });

  it('apply immediately and without a notice to new users', async () => {
    const newcomer = await signedInPerson(product);
    expect(await priceFor(newcomer, 'storage_500_monthly')).toBe(500);
    await announce();
    expect(noticesTo(newcomer)).toEqual([]);
  });

  it('of an activation depend on the payer', async () => {
    const [notified, unnotified] = lapsedFamily.contacts as [TrustedPerson, TrustedPerson];
    for (const [contact, price] of [[notified, 7500] as const, [unnotified, 7000] as const]) {
      await signIn(contact);
      const { legacies } = await contact.browser.listLegacies();
      expect(legacies[0]?.activation_price).toBe(price);
      const body = activationOf(lapsedFamily.owner, contact);
      const other = price === 7500 ? 7000 : 7500;
      await expect(
        contact.browser.startActivation({ body: { ...body, amount: other } }),
      ).rejects.toMatchObject({ code: 'payment_mismatch', facts: { field: 'amount' } });
      const { payment_id } = await contact.browser.startActivation({
        body: { ...body, amount: price },
      });
      expect(amountOf(payment_id)).toBe(`${price}.00`);
      const paying = (await contact.browser.listLegacies()).legacies[0]?.activation;
      expect(paying?.paid_amount).toBe(price);
      await contact.browser.cancelActivation({ params: { id: paying?.id ?? '' } });
    }
  });
});

describe('a renewal', () => {
  it('is announced and charged at the price of the day its period ends', async () => {
    const end = addMonths(start, 1);
    await signIn(renewingOwner);
    expect(await renewingOwner.browser.getPlan()).toMatchObject({
      charged_on: end,
      charged_amount: 500,
    });
    expect((await readPlan(product.database, renewingOwner.userId)).price_kopecks).toBe(45_000);
    await runDay(product, addDays(end, -3));
    expect(latestTo(renewingOwner)).toMatchObject({ text: expect.stringContaining('500\u00a0₽') });
    await runDay(product, end);
    expect(await readPlan(product.database, renewingOwner.userId)).toMatchObject({
      valid_until: addMonths(start, 2),
      price_kopecks: 50_000,
    });
    const charged = product.standIn.control.payments().map(({ amount }) => amount.value);
    expect(charged).toContain('500.00');
  });
});

describe('a gift', () => {
  it('has the price that applies to the contact', async () => {
    const [notified, unnotified] = lapsedFamily.contacts as [TrustedPerson, TrustedPerson];
    await runDay(product, lapsedFamily.end);
    await runDay(product, addDays(lapsedFamily.end, 16));
    const offered = async (contact: TrustedPerson) => {
      await signIn(contact);
      const { plans } = await contact.browser.listLapsingPlans();
      return plans[0]?.offers.map(({ amount }) => amount);
    };
    expect(await offered(unnotified)).toEqual([300, 3000]);
    expect(await offered(notified)).toEqual([350, 3000]);
    const gift = giftOf(lapsedFamily.owner, notified, 'storage_300_monthly', 300);
    await expect(notified.browser.payForOwner({ body: gift })).rejects.toMatchObject({
      code: 'payment_mismatch',
    });
    const { provider_id } = await openGift(product, notified, { ...gift, amount: 350 });
    product.standIn.control.pay(provider_id);
    await notified.browser.refreshPaymentStatus({
      body: { action: 'refresh-payment-status', crt: gift.client_return_token },
    });
    expect(await readPlan(product.database, lapsedFamily.owner.userId)).toMatchObject({
      plan: 'storage_300',
      price_kopecks: 35_000,
    });
  });
});

describe('a late notice', () => {
  it('keeps the former price for ten days after a mail server accepts it', async () => {
    expect(await priceFor(unreachableOwner, 'storage_500_monthly')).toBe(450);
    smtp.answer(unreachableOwner.email, { code: 250 });
    await announce();
    const promised = addDays(moscowDay(product.clock.now()), 10);
    expect(noticesTo(unreachableOwner).at(-1)?.text).toContain(dayName({ locale: 'ru' }, promised));
    moveClockTo(product, addDays(promised, -1));
    expect(await priceFor(unreachableOwner, 'storage_500_monthly')).toBe(450);
    moveClockTo(product, promised);
    expect(await priceFor(unreachableOwner, 'storage_500_monthly')).toBe(500);
  });
});

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../../../../../test/failure-of.ts';
import { type Person, signedInPerson } from '../../../../../test/people.ts';
import { confirmedSecondAddress } from '../../../../../test/protocol-settings.ts';
import {
  addPasskey,
  enableCodes,
  passPassword,
  securityEventsOf,
  signInWithPasskey,
} from '../../../../../test/second-factors.ts';
import { startTestProduct, type TestProduct } from '../../../../../test/test-product.ts';
import { processLostDeviceWaits } from './lost-device.ts';

const hour = 3_600 * 1_000;
const day = 24 * hour;

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

/** Runs the job twice: the second run must change nothing. */
async function processWaits(): Promise<void> {
  for (let runs = 0; runs < 2; runs++) {
    await processLostDeviceWaits(product.ctx, new AbortController().signal);
  }
}

const subjects = {
  reported: 'Кто-то просит убрать второй шаг входа',
  reminder: 'Напоминание: скоро для входа хватит пароля',
  stopped: 'Второй шаг входа останется',
  used: 'Второй шаг входа останется: вход выполнен',
  changed: 'Второй шаг входа останется: пароль изменён',
  removed: 'Ключи доступа и коды убраны',
};

const mailsTo = async (address: string, subject: string, count = 1) =>
  expect
    .poll(async () => {
      const mails = await product.mailbox.receive(address);
      return mails.filter((mail) => mail.subject === subject);
    })
    .toHaveLength(count);

const mailTo = async (address: string, subject: string) => {
  await mailsTo(address, subject);
  const mail = (await product.mailbox.receive(address)).find((one) => one.subject === subject);
  if (!mail) throw new Error(`no mail "${subject}"`);
  return mail;
};

/** An owner with one-time codes, whose device is reported lost in another browser. */
async function reportedLoss(person?: Person) {
  const owner = person ?? (await signedInPerson(product));
  const factors = await enableCodes(product, owner);
  const browser = product.browser();
  await passPassword(browser, owner);
  const { ends_at } = await browser.reportLostDevice();
  return { owner, browser, ends_at, ...factors };
}

describe('the waiting period for a lost device', () => {
  it('removes every factor after seven days with mails to every address', async () => {
    const owner = await signedInPerson(product);
    const second = await confirmedSecondAddress(product, owner);
    await addPasskey(owner);
    const { browser, ends_at } = await reportedLoss(owner);
    expect(new Date(ends_at).getTime() - product.clock.now().getTime()).toBeGreaterThan(6.99 * day);
    expect((await browser.reportLostDevice()).ends_at).toBe(ends_at);
    for (const address of [owner.email, second]) await mailsTo(address, subjects.reported);
    expect((await owner.browser.getFactors()).lost_device_until).toBe(ends_at);
    product.clock.advance(3 * day - hour);
    await processWaits();
    product.clock.advance(hour);
    await processWaits();
    for (const address of [owner.email, second]) await mailsTo(address, subjects.reminder, 1);
    product.clock.advance(3 * day);
    await processWaits();
    for (const address of [owner.email, second]) await mailsTo(address, subjects.reminder, 2);
    expect((await passPassword(browser, owner)).has_codes).toBe(true);
    product.clock.advance(day + hour);
    await owner.browser.refreshSession();
    expect((await owner.browser.getFactors()).passkeys).toHaveLength(1);
    await processWaits();
    for (const address of [owner.email, second]) await mailsTo(address, subjects.removed);
    expect((await failureOf(owner.browser.getFactors())).code).toBe('session_missing');
    const { session } = await browser.signIn({
      body: { email: owner.email, password: owner.password },
    });
    expect(session?.user.id).toBe(owner.userId);
    expect(await browser.getFactors()).toEqual({
      passkeys: [],
      has_codes: false,
      recovery_codes_left: 0,
      lost_device_until: null,
    });
    expect(await securityEventsOf({ ...owner, browser })).toEqual(
      expect.arrayContaining(['lost_device_reported', 'second_factor_removed']),
    );
  });

  it('can be stopped from any established address and started again a day later', async () => {
    const owner = await signedInPerson(product);
    const second = await confirmedSecondAddress(product, owner);
    await product.database.rows(sql`
      update second_addresses set confirmed_at = confirmed_at - interval '7 days'
      where user_id = ${owner.userId}`);
    const { browser } = await reportedLoss(owner);
    const token = (await mailTo(second, subjects.reported)).tokenOf('cancel_lost_device');
    const first = (await mailTo(owner.email, subjects.reported)).tokenOf('cancel_lost_device');
    const described = await browser.describeLink({ body: { type: 'cancel_lost_device', token } });
    expect(described).toMatchObject({ effect: 'cancel_lost_device' });
    await product.browser().cancelLostDevice({ body: { token } });
    for (const body of [{ token }, { token: first }]) {
      expect((await failureOf(browser.cancelLostDevice({ body }))).code).toBe('link_invalid');
    }
    for (const address of [owner.email, second]) await mailsTo(address, subjects.stopped);
    expect((await failureOf(browser.reportLostDevice())).code).toBe('second_step_expired');
    product.clock.advance(8 * day);
    await processWaits();
    product.clock.advance(-7 * day - hour);
    await passPassword(browser, owner);
    expect((await failureOf(browser.reportLostDevice())).code).toBe('lost_device_too_soon');
    product.clock.advance(hour);
    await passPassword(browser, owner);
    expect((await browser.reportLostDevice()).ends_at).toEqual(expect.any(String));
  });

  it('cannot be stopped from a second address confirmed less than seven days before', async () => {
    const owner = await signedInPerson(product);
    const second = await confirmedSecondAddress(product, owner);
    await reportedLoss(owner);
    await mailTo(owner.email, subjects.reported);
    product.clock.advance(3 * day);
    await processWaits();
    for (const subject of [subjects.reported, subjects.reminder]) {
      expect((await mailTo(owner.email, subject)).text).toContain('cancel_lost_device');
      expect((await mailTo(second, subject)).text).not.toContain('cancel_lost_device');
    }
  });

  it('ends once a factor is used, at sign-in or in a session', async () => {
    const { owner, code, browser } = await reportedLoss();
    const answer = await browser.completeSecondStep({ body: { code: code() } });
    expect(answer.has_ended_waiting_period).toBe(true);
    await mailsTo(owner.email, subjects.used);
    const { device } = await addPasskey(owner);
    const other = product.browser();
    await passPassword(other, owner);
    await other.reportLostDevice();
    expect((await signInWithPasskey(product.browser(), device)).has_ended_waiting_period).toBe(
      true,
    );
    await mailsTo(owner.email, subjects.used, 2);
    await passPassword(other, owner);
    await other.reportLostDevice();
    await owner.browser.proveSession({ body: { code: code() } });
    await mailsTo(owner.email, subjects.used, 3);
    product.clock.advance(8 * day);
    await processWaits();
    expect((await passPassword(other, owner)).has_codes).toBe(true);
  });

  it('ends after a password change', async () => {
    const { owner } = await reportedLoss();
    const password = 'Another-horse-2';
    await owner.browser.changePassword({
      body: { current_password: owner.password, password, confirm_password: password },
    });
    await mailsTo(owner.email, subjects.changed);
    product.clock.advance(8 * day);
    await processWaits();
    expect((await passPassword(product.browser(), { ...owner, password })).has_codes).toBe(true);
  });

  it('sends missed reminders after downtime before it ends', async () => {
    const { owner, browser } = await reportedLoss();
    product.clock.advance(9 * day);
    await processWaits();
    await mailsTo(owner.email, subjects.reminder);
    expect((await passPassword(browser, owner)).has_codes).toBe(true);
    product.clock.advance(day);
    await processWaits();
    await mailsTo(owner.email, subjects.removed);
  });

  it('cannot be started without the password', async () => {
    expect((await failureOf(product.browser().reportLostDevice())).code).toBe(
      'second_step_expired',
    );
  });
});

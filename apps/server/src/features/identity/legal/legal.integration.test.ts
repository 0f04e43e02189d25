import { addDays, moscowDay } from '@zavet/contract/days';
import type { Editions } from '@zavet/contract/identity/editions';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newAddress, type Person, signedInPerson, signUpBody } from '../../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import type { Context } from '../../../context.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import { MailRefused } from '../../../platform/mail/mail-transport.ts';
import { sendMail } from '../../../platform/mail/mailer.ts';
import { announceEditions } from './announce-editions.ts';
import { editionNotice } from './notice-mails.ts';

const today = moscowDay(new Date());
const old = addDays(today, -100);
const recent = addDays(today, -5);
const next = addDays(today, 20);
const noticeEnds = addDays(today, 10);

/** The policy changed without a notice; terms and offer change together later. */
const editions: Editions = {
  privacy_policy: [old, recent],
  terms_of_use: [old, next],
  public_offer: [old, next],
  personal_data_consent: [old],
};
const inForceToday = {
  privacy_policy: recent,
  terms_of_use: old,
  public_offer: old,
  personal_data_consent: old,
};

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct(
    { OPERATOR: 'ООО «Завет», ОГРН 1', MAX_TRUSTED_CONTACTS: '5' },
    { editions },
  );
});
afterAll(() => product.stop());

const announce = () => announceEditions(product.ctx);
interface EnqueuedNotice {
  mail_id: string;
  ids: { user_id: string };
}

const send = (ctx: Context, notice: EnqueuedNotice, mailer = product.ctx.mailer) =>
  sendMail(mailer, ctx, editionNotice, notice);
/** Collects enqueued notices instead of sending them. */
function collectNotices() {
  const enqueued: EnqueuedNotice[] = [];
  const enqueue = async (_: unknown, notice: unknown) =>
    void enqueued.push(notice as EnqueuedNotice);
  return { enqueued, ctx: { ...product.ctx, jobs: { enqueue } as JobQueue } };
}
const documentsNotified = async ({ userId }: Pick<Person, 'userId'>) => {
  const rows = await product.database.rows<{ document: string }>(
    sql`select document from edition_notices
        where user_id = ${userId} and notified_on is not null order by document`,
  );
  return rows.map(({ document }) => document);
};
const noticesTo = async ({ userId }: Pick<Person, 'userId'>) =>
  product.database.rows<{ edition: string }>(
    sql`select distinct edition::text from edition_notices where user_id = ${userId} order by edition`,
  );
const daysIn = (views: { document: string; edition: string; applies_from: string }[]) =>
  Object.fromEntries(views.map((one) => [one.document, [one.edition, one.applies_from]]));

describe('service information', () => {
  it('is public', async () => {
    expect(await product.browser().getService()).toEqual({
      operator: 'ООО «Завет», ОГРН 1',
      support_email: 'support@zavet.example',
      site_address: 'http://zavet.test',
      trusted_contacts: 5,
    });
  });
});

describe('sign-up', () => {
  it('accepts exactly the editions in force today', async () => {
    const body = (privacy_policy: string) => ({
      ...signUpBody(newAddress()),
      accepted: { ...inForceToday, privacy_policy },
    });
    await expect(product.browser().signUp({ body: body(old) })).rejects.toMatchObject({
      code: 'document_outdated',
      facts: { documents: ['privacy_policy'] },
    });
    await product.browser().signUp({ body: body(recent) });
  });

  it('sends no notice of editions accepted at sign-up', async () => {
    const browser = product.browser();
    const body = { ...signUpBody(newAddress()), accepted: inForceToday };
    await browser.signUp({ body });
    const mail = await product.mailbox.latest(body.email);
    await announce();
    const { session } = await browser.verifyEmail({ body: { token: mail.tokenOf('signup') } });
    const userId = session?.user.id ?? '';
    expect(await noticesTo({ userId })).toEqual([]);
    await announce();
    expect(await noticesTo({ userId })).toEqual([{ edition: next }]);
    const { in_force, coming } = await browser.getDocuments();
    expect(daysIn(in_force)).toMatchObject({ privacy_policy: [recent, recent] });
    expect(in_force.every(({ accepted_at }) => accepted_at !== null)).toBe(true);
    expect(daysIn(coming)).toEqual({ terms_of_use: [next, next], public_offer: [next, next] });
  });
});

describe('new edition', () => {
  it('is announced once, in one mail with all new editions, under repeated and concurrent runs', async () => {
    const people = [await signedInPerson(product), await signedInPerson(product)];
    await Promise.all([announce(), announce()]);
    await announce();
    for (const person of people) {
      const mails = await product.mailbox.receive(person.email, 1);
      expect(mails).toHaveLength(1);
      expect(mails[0]?.text).toContain(`http://zavet.test/terms?edition=${next}`);
      expect(mails[0]?.text).toContain(`http://zavet.test/public-offer?edition=${next}`);
      expect(mails[0]?.text).toContain(`http://zavet.test/privacy?edition=${recent}`);
      expect(await noticesTo(person)).toEqual([{ edition: recent }, { edition: next }]);
      const { in_force, coming } = await person.browser.getDocuments();
      expect(daysIn(in_force)).toMatchObject({ privacy_policy: [old, old] });
      expect(daysIn(coming)).toMatchObject({
        privacy_policy: [recent, noticeEnds],
        terms_of_use: [next, next],
      });
    }
  });

  it('can be accepted in advance and partially, and the first acceptance counts', async () => {
    const { browser } = await signedInPerson(product);
    const accept = (accepted: Record<string, string>) =>
      browser.acceptDocuments({ body: { accepted } });
    const first = await accept({ terms_of_use: next, privacy_policy: old });
    const acceptedAt = ({ in_force, coming }: typeof first) =>
      [...in_force, ...coming]
        .filter(({ accepted_at }) => accepted_at !== null)
        .map(({ document, edition, accepted_at }) => ({ document, edition, accepted_at }));
    expect(acceptedAt(first)).toMatchObject([
      { document: 'privacy_policy', edition: old },
      { document: 'terms_of_use', edition: next },
    ]);
    product.clock.advance(1000);
    expect(acceptedAt(await accept({ terms_of_use: next }))).toEqual(acceptedAt(first));
    const { events } = await browser.listSecurityEvents({ query: {} });
    expect(events.filter(({ kind }) => kind === 'documents_accepted')).toHaveLength(1);
    await expect(accept({ terms_of_use: next, public_offer: recent })).rejects.toMatchObject({
      code: 'document_outdated',
      facts: { documents: ['public_offer'] },
    });
    expect(await accept({})).toEqual(await browser.getDocuments());
  });

  it('counts as announced once a mail server accepts the notice, and a lost notice is resent', async () => {
    const person = await signedInPerson(product);
    const { ctx, enqueued } = collectNotices();
    const refuses = () => Promise.reject(new MailRefused('busy', { permanent: false }));
    await announceEditions(ctx);
    const [first] = enqueued.filter(({ ids }) => ids.user_id === person.userId);
    if (!first) throw new Error('No notice was enqueued.');
    const { mailer } = product.ctx;
    const failing = { ...mailer, transport: { ...mailer.transport, deliver: refuses } };
    await expect(send(ctx, first, failing)).rejects.toThrow();
    expect(await documentsNotified(person)).toEqual([]);
    enqueued.length = 0;
    await announceEditions(ctx);
    expect(enqueued.filter(({ ids }) => ids.user_id === person.userId)).toEqual([]);
    const nineDays = 9 * 24 * 60 * 60 * 1000;
    const later = { now: () => new Date(product.clock.now().getTime() + nineDays) };
    await announceEditions({ ...ctx, clock: later });
    const resent = enqueued.filter(({ ids }) => ids.user_id === person.userId);
    expect(resent).toHaveLength(1);
    for (const notice of resent) await send(ctx, notice);
    expect(await documentsNotified(person)).toEqual([
      'privacy_policy',
      'public_offer',
      'terms_of_use',
    ]);
    // The first job is late and sends nothing.
    await send(ctx, first);
    expect(await product.mailbox.receive(person.email, 1)).toHaveLength(1);
  });

  it('gets its own notice if added to an announced day', async () => {
    const person = await signedInPerson(product);
    const { ctx, enqueued } = collectNotices();
    await announceEditions(ctx);
    for (const notice of enqueued.filter(({ ids }) => ids.user_id === person.userId)) {
      await send(ctx, notice);
    }
    enqueued.length = 0;
    const joined = {
      ...ctx,
      editions: { ...editions, personal_data_consent: [old, next] as const },
    };
    await announceEditions(joined);
    const [notice, ...rest] = enqueued.filter(({ ids }) => ids.user_id === person.userId);
    if (!notice) throw new Error('No notice was enqueued.');
    expect(rest).toEqual([]);
    await send(joined, notice);
    const mails = await product.mailbox.receive(person.email, 2);
    const own = mails.filter(({ text }) => text.includes('/personal-data-consent?'));
    expect(own).toHaveLength(1);
    expect(own[0]?.text).not.toContain('/terms?');
  });

  // Last test, because it advances the clock by days.
  it('applies ten days after its notice was sent, and the previous edition until then', async () => {
    const person = await signedInPerson(product);
    const developer = product.browser();
    await developer.passDays({ body: { days: 1 } });
    await vi.waitFor(async () => expect(await noticesTo(person)).toHaveLength(2));
    await product.mailbox.receive(person.email, 1);
    const inForce = async () => {
      await person.browser.signIn({ body: person });
      const { in_force } = await person.browser.getDocuments();
      return in_force.find(({ document }) => document === 'privacy_policy');
    };
    await developer.passDays({ body: { days: 9 } });
    expect(await inForce()).toMatchObject({ edition: old });
    await developer.passDays({ body: { days: 1 } });
    expect(await inForce()).toMatchObject({ edition: recent, applies_from: addDays(today, 11) });
    expect(await product.mailbox.receive(person.email, 1)).toHaveLength(1);
  });
});

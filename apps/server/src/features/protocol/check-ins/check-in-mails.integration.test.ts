import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { disableCheckIns, waitForMails } from '../../../../test/check-ins.ts';
import { hour } from '../../../../test/durations.ts';
import { type Person, signedInPerson } from '../../../../test/people.ts';
import { trustedPersonOf } from '../../../../test/protocol.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { writeInstruction } from '../../../../test/vault-fixtures.ts';
import type { Context } from '../../../context.ts';
import { MailRefused } from '../../../platform/mail/mail-transport.ts';
import { sendMail } from '../../../platform/mail/mailer.ts';
import { checkInMail } from './check-in-mails.ts';
import { runCheckIns } from './check-in-rounds.ts';
import { readCheckInSettings } from './check-in-settings.ts';
import { ownerSilentMail } from './missed-check-in-mails.ts';
import { remindToReview } from './review-reminder.ts';
import { markContactsNotified } from './round-repository.ts';

const dayMs = 24 * hour;

interface MailJob {
  mail: string;
  mail_id: string;
  ids: { check_in_id: string; notice_id: string };
}

let product: TestProduct;
let enqueued: MailJob[];
let ctx: Context;
beforeAll(async () => {
  product = await startTestProduct();
  enqueued = [];
  // Captures mail jobs, so that nothing is sent automatically.
  const enqueue = async (_: unknown, job: unknown) => void enqueued.push(job as MailJob);
  ctx = { ...product.ctx, jobs: { enqueue } as Context['jobs'] };
});
afterAll(() => product.stop());
beforeEach(() => disableCheckIns(product));

/** Runs the job after some days; returns the mails that it enqueued. */
async function runAfter(days: number): Promise<MailJob[]> {
  product.clock.advance(days * dayMs);
  enqueued.length = 0;
  await runCheckIns(ctx);
  return [...enqueued];
}

async function watchedOwner(): Promise<Person> {
  const owner = await signedInPerson(product);
  await owner.browser.setCheckInFrequency({ body: { frequency: 'weekly' } });
  return owner;
}

const stepsOf = async ({ userId }: Person) =>
  (await readCheckInSettings(ctx, userId)).steps.map(({ kind }) => kind);

/** Sends a check-in to a mail server that refuses it permanently. */
const refuse = (job: MailJob) => {
  const deliver = () => Promise.reject(new MailRefused('no such mailbox', { permanent: true }));
  const { mailer } = product.ctx;
  return sendMail(
    { ...mailer, transport: { ...mailer.transport, deliver } },
    ctx,
    checkInMail,
    job,
  );
};
const send = (job: MailJob) => sendMail(product.ctx.mailer, ctx, checkInMail, job);

describe('a check-in mail', () => {
  it('starts its week when a mail server accepts it, and is resent when lost', async () => {
    const owner = await watchedOwner();
    const [job] = await runAfter(7);
    if (!job) throw new Error('no mail was enqueued');
    expect(await stepsOf(owner)).toEqual(['check_in_enqueued']);
    expect(await runAfter(7)).toEqual([]);
    const [again] = await runAfter(1);
    // The resent mail has the same link and the same Message-ID.
    expect(again).toEqual(job);
    expect(await send(job)).toBe('accepted');
    expect(await send(job)).toBe('not_due');
    expect(await runAfter(6)).toEqual([]);
    expect(await runAfter(1)).toHaveLength(1);
    expect(await stepsOf(owner)).toEqual(['check_in_sent', 'check_in_enqueued']);
  });

  it('is not sent to an owner who was active meanwhile', async () => {
    const owner = await watchedOwner();
    const [job] = await runAfter(7);
    await product.browser().signIn({ body: { email: owner.email, password: owner.password } });
    expect(await runAfter(0)).toEqual([]);
    expect(await stepsOf(owner)).toEqual(['check_in_enqueued', 'seen']);
    expect(job && (await send(job))).toBe('not_due');
  });
});

describe('refused check-ins', () => {
  it('are shown to the owner, resent three times, and mentioned to the contacts', async () => {
    const owner = await watchedOwner();
    await trustedPersonOf(product, owner);
    const sent: string[] = [];
    for (let mails = 0; mails < 6; mails++) {
      const [job] = await runAfter(7);
      expect(job?.mail).toBe('check_in');
      expect(job && (await refuse(job))).toBe('refused');
      sent.push(job?.mail_id ?? '');
    }
    const [first] = sent;
    expect(sent.slice(0, 4)).toEqual([first, first, first, first]);
    expect(new Set(sent).size).toBe(3);
    expect(await stepsOf(owner)).toEqual([
      'check_in_refused',
      'check_in_refused',
      'check_in_refused',
    ]);
    const jobs = await runAfter(7);
    const silent = jobs.find(({ mail }) => mail === 'owner_silent');
    const found = silent && (await ownerSilentMail.find(ctx, silent.ids));
    expect(found).toMatchObject({ facts: { is_unreached: true, owner_email: owner.email } });
  });

  it('alternate with a confirmed second address', async () => {
    const owner = await watchedOwner();
    await product.database.rows(sql`
      insert into second_addresses (user_id, email, link_id, link_digest, asked_at, expires_at, confirmed_at)
      values (${owner.userId}, 'second@example.org', ${randomUUID()}, ${randomUUID()}, now(), now(), now())`);
    const addresses: string[] = [];
    for (let mails = 0; mails < 4; mails++) {
      const [job] = await runAfter(7);
      const found = job && (await checkInMail.find(ctx, job.ids));
      addresses.push(found && 'to' in found ? found.to : '');
      if (job) await refuse(job);
    }
    const { email } = owner;
    expect(addresses).toEqual([email, 'second@example.org', email, 'second@example.org']);
    const rows = await product.database.rows<{ address: string; email: string }>(
      sql`select address, email from unreached_addresses where user_id = ${owner.userId} order by address`,
    );
    expect(rows).toEqual([
      { address: 'first', email },
      { address: 'second', email: 'second@example.org' },
    ]);
  });

  it('do not count as unanswered when a resend arrives', async () => {
    const owner = await watchedOwner();
    await trustedPersonOf(product, owner);
    const [job] = await runAfter(7);
    if (job) await refuse(job);
    for (let mails = 0; mails < 3; mails++) {
      const [next] = await runAfter(7);
      expect(next?.mail).toBe('check_in');
      if (next) await send(next);
    }
    const jobs = await runAfter(7);
    expect(jobs.map(({ mail }) => mail)).toContain('owner_silent');
    expect(await stepsOf(owner)).toEqual([
      ...['check_in_sent', 'check_in_sent', 'check_in_sent'],
      'contacts_notified',
    ]);
  });
});

describe('contacts', () => {
  it('are not notified by the database before three mails, each a week apart', async () => {
    const owner = await watchedOwner();
    await trustedPersonOf(product, owner);
    for (let mails = 0; mails < 3; mails++) {
      const [job] = await runAfter(7);
      if (job) await send(job);
    }
    const [round] = await product.database.rows<{ id: string }>(
      sql`select id from check_in_rounds where user_id = ${owner.userId}`,
    );
    const at = (days: number) => new Date(product.clock.now().getTime() + days * dayMs);
    expect(await markContactsNotified(product.database, round?.id ?? '', 1, at(6))).toBe(false);
    expect(await markContactsNotified(product.database, round?.id ?? '', 1, at(7))).toBe(true);
    expect(await markContactsNotified(product.database, round?.id ?? '', 1, at(8))).toBe(false);
  });
});

describe('a review reminder', () => {
  const subject = 'Пора перечитать ваши распоряжения';
  const remind = () => remindToReview(product.ctx);
  const remindersTo = async ({ email }: Person) => {
    await waitForMails(product);
    return (await product.mailbox.subjects(email, 0)).filter((sent) => sent === subject).length;
  };
  async function writer() {
    const owner = await signedInPerson(product);
    const contact = await trustedPersonOf(product, owner);
    const body = { trusted_contact_ids: [contact.contactId] };
    const instruction = await writeInstruction(owner, body);
    return { owner, contact, instruction };
  }

  it('is sent once at six and once at twelve months by concurrent workers', async () => {
    const { owner, instruction } = await writer();
    await remind();
    expect(await remindersTo(owner)).toBe(0);
    product.clock.advance(185 * dayMs);
    await Promise.all([remind(), remind(), remind()]);
    expect(await remindersTo(owner)).toBe(1);
    const [mail] = (await product.mailbox.receive(owner.email, 1)).slice(-1);
    expect(mail?.text).toContain('1 распоряжение');
    product.clock.advance(100 * dayMs);
    await remind();
    expect(await remindersTo(owner)).toBe(1);
    product.clock.advance(85 * dayMs);
    await remind();
    product.clock.advance(900 * dayMs);
    await remind();
    expect(await remindersTo(owner)).toBe(2);
    await owner.browser.signIn({ body: { email: owner.email, password: owner.password } });
    await owner.browser.reviewInstruction({ params: { id: instruction.id } });
    product.clock.advance(185 * dayMs);
    await remind();
    expect(await remindersTo(owner)).toBe(3);
  });

  it('is sent immediately when another instruction reached a stage since the last reminder', async () => {
    const { owner, contact, instruction } = await writer();
    product.clock.advance(60 * dayMs);
    await owner.browser.signIn({ body: { email: owner.email, password: owner.password } });
    await writeInstruction(owner, { trusted_contact_ids: [contact.contactId] });
    product.clock.advance(125 * dayMs);
    await remind();
    product.clock.advance(60 * dayMs);
    await remind();
    expect(await remindersTo(owner)).toBe(1);
    await owner.browser.signIn({ body: { email: owner.email, password: owner.password } });
    await owner.browser.reviewInstruction({ params: { id: instruction.id } });
    await remind();
    expect(await remindersTo(owner)).toBe(2);
  });

  it('is not sent while check-ins are unanswered or a start is in progress', async () => {
    const silent = await writer();
    await product.database.rows(sql`
      insert into check_in_rounds (id, user_id, silent_since, started_at)
      values (gen_random_uuid(), ${silent.owner.userId}, now(), now())`);
    const starting = await writer();
    await product.database.rows(sql`
      insert into activation_requests (id, deceased_user_id, trusted_contact_id, status,
        created_at, updated_at)
      values (gen_random_uuid(), ${starting.owner.userId}, ${starting.contact.contactId},
        'agreement_pending', now(), now())`);
    product.clock.advance(200 * dayMs);
    await remind();
    expect([await remindersTo(silent.owner), await remindersTo(starting.owner)]).toEqual([0, 0]);
    await product.database.rows(sql`
      update check_in_rounds set ended_at = now(), ended_by = 'seen'
      where user_id = ${silent.owner.userId}`);
    product.clock.advance(dayMs);
    await remind();
    expect(await remindersTo(silent.owner)).toBe(1);
  });

  it('is not sent once the protocol is active', async () => {
    const { owner, contact } = await writer();
    await product.database.rows(sql`
      insert into activation_requests (id, deceased_user_id, trusted_contact_id, status, activated_at,
        created_at, updated_at)
      values (gen_random_uuid(), ${owner.userId}, ${contact.contactId}, 'delivered', now(), now(), now())
      returning id`);
    product.clock.advance(200 * dayMs);
    await remind();
    expect(await remindersTo(owner)).toBe(0);
  });
});

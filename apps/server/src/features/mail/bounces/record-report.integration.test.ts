import { findShape, nonReports } from '@zavet/smtp-stand-in/report-shapes';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bounce,
  bounceEnvironment,
  lastSentMail,
  returnAddressOf,
  settleReports,
} from '../../../../test/bounce-fixture.ts';
import { invitedContact, onlyContactOf } from '../../../../test/contacts.ts';
import type { Person } from '../../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { withService } from '../../../context.ts';
import { createReturnAddresses } from '../../../platform/mail/return-address.ts';
import { receiveReport } from './receive-report.ts';
import { bounceHandlers, recordReport } from './record-report.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct(bounceEnvironment, { runsJobs: false });
});
afterAll(() => product.stop());

const source = (mailId: string, shape = 'Postfix, no such user') =>
  Buffer.from(
    findShape(shape).source({
      to: returnAddressOf(product, mailId),
      recipient: 'anna.lavrova@example.com',
    }),
  );
const stateOf = async (owner: Person) => (await onlyContactOf(owner)).invitation?.mail_state;
const findingsOf = async ({ browser }: Person) =>
  (await browser.getReadiness()).findings.map(({ kind }) => kind);
const reports = () =>
  product.database.rows<{ reply: string | null; outcome: string | null; status: string }>(
    sql`select reply, outcome, status from bounce_reports order by reported_at desc, id desc`,
  );

/** An owner with a contact, and the id of the accepted invitation mail. */
async function inviteContact() {
  const { owner, contact, token } = await invitedContact(product);
  return { owner, contact, token, mailId: await lastSentMail(product, 'contact_invitation') };
}

describe('an invitation that bounced', () => {
  it('is shown like one that was refused, on the contact and in the readiness', async () => {
    const { owner, mailId } = await inviteContact();
    expect(await stateOf(owner)).toBe('sent');
    expect(await findingsOf(owner)).not.toContain('contacts_unreachable');
    expect(await bounce(product, mailId)).toBe('stored');
    expect(await stateOf(owner)).toBe('refused');
    expect(await findingsOf(owner)).toContain('contacts_unreachable');
  });

  it('can be sent again; reports about the former one are then ignored', async () => {
    const { owner, contact, mailId } = await inviteContact();
    await bounce(product, mailId);
    await owner.browser.sendConfirmationEmail({ body: { p_contact_id: contact.id } });
    expect(await stateOf(owner)).toBe('sent');
    await bounce(product, mailId, { date: 'Thu, 19 Nov 2026 12:00:00 +0300' });
    expect(await stateOf(owner)).toBe('sent');
  });

  it('is ignored if the contact has answered by its link', async () => {
    const { owner, token, mailId } = await inviteContact();
    await product.browser().acceptInvitation({ body: { token } });
    await bounce(product, mailId);
    expect(await stateOf(owner)).toBe('sent');
    expect(await findingsOf(owner)).not.toContain('contacts_unreachable');
  });
});

describe('a report', () => {
  it('is stored once, also from different sources', async () => {
    const { owner, contact, mailId } = await inviteContact();
    expect(await bounce(product, mailId)).toBe('stored');
    await owner.browser.sendConfirmationEmail({ body: { p_contact_id: contact.id } });
    const [before] = await reports();
    const copy = Buffer.concat([Buffer.from('Received: elsewhere\r\n'), source(mailId)]);
    expect(await receiveReport(product.ctx, source(mailId))).not.toBe('unknown_address');
    expect(await receiveReport(product.ctx, copy)).toBe('duplicate');
    await settleReports(product);
    expect(await stateOf(owner)).toBe('sent');
    expect(before).toMatchObject({ outcome: 'recorded', status: '5.1.1' });
  });

  it('is settled once by two concurrent workers', async () => {
    const { mailId } = await inviteContact();
    await receiveReport(product.ctx, source(mailId));
    const [open] = await product.database.rows<{ id: string }>(
      sql`select id from bounce_reports where settled_at is null`,
    );
    let calls = 0;
    const handler = async () => {
      calls += 1;
      return 'recorded' as const;
    };
    const record = () =>
      recordReport(withService(product.ctx, bounceHandlers, [handler]), open?.id ?? '');
    await Promise.all([record(), record(), record()]);
    expect(calls).toBe(1);
  });

  it('is retried after a failed handler', async () => {
    const { mailId } = await inviteContact();
    await receiveReport(product.ctx, source(mailId));
    const [open] = await product.database.rows<{ id: string }>(
      sql`select id from bounce_reports where settled_at is null`,
    );
    const id = open?.id ?? '';
    const failing = () => Promise.reject(new Error('the process died'));
    const dying = withService(product.ctx, bounceHandlers, [failing]);
    await expect(recordReport(dying, id)).rejects.toThrow('died');
    const replies: string[] = [];
    const handler = async ({ reply }: { reply: string }) => {
      replies.push(reply);
      return 'no_change' as const;
    };
    const handlers = [async () => 'unknown' as const, handler];
    await recordReport(withService(product.ctx, bounceHandlers, handlers), id);
    expect(replies).toEqual([
      '203.0.113.5: 550 5.1.1 <anna.lavrova@example.com>: Recipient address rejected: User unknown',
    ]);
  });

  it('of a delay changes nothing', async () => {
    const { owner, mailId } = await inviteContact();
    expect(await bounce(product, mailId, { shape: 'Postfix, delayed' })).toBe('stored');
    expect(await stateOf(owner)).toBe('sent');
    expect((await reports())[0]?.outcome).toBe('no_change');
    // A later failure is still recorded.
    await bounce(product, mailId);
    expect(await stateOf(owner)).toBe('refused');
  });

  it('is stored at most a hundred times per mail', async () => {
    const mailId = '019a0000-0000-7000-8000-0000000cafe0';
    await product.database.rows(sql`
      insert into bounce_reports (id, mail_id, digest, kind, is_address_unknown, reported_at, outcome, settled_at)
      select gen_random_uuid(), ${mailId}, place::text, 'delayed', false, '2020-01-01', 'unknown', '2020-01-01'
      from generate_series(1, 99) place`);
    expect(await bounce(product, mailId)).toBe('stored');
    expect(await bounce(product, mailId, { shape: 'Gmail' })).toBe('duplicate');
  });

  it('to an unknown return address is ignored', async () => {
    const { owner, mailId } = await inviteContact();
    const address = returnAddressOf(product, mailId);
    const foreign = createReturnAddresses(
      { derive: () => Buffer.alloc(32, 1) },
      { kind: 'domain', domain: 'bounces.zavet.test' },
    ).addressOf(mailId);
    for (const to of [foreign, address.replace('b-', 'c-'), 'post@zavet.test', owner.email]) {
      const forged = findShape('qmail').source({ to, recipient: 'anna@example.com' });
      expect(await receiveReport(product.ctx, Buffer.from(forged))).toBe('unknown_address');
    }
    await settleReports(product);
    expect(await stateOf(owner)).toBe('sent');
  });

  it('about a mail without bounce handling is only recorded', async () => {
    await bounce(product, '019a0000-0000-7000-8000-00000000abcd');
    expect((await reports())[0]).toMatchObject({ outcome: 'unknown', reply: null });
  });

  it.each(nonReports)('is not recognised in $name', async ({ source: write }) => {
    const { owner, mailId } = await inviteContact();
    const to = returnAddressOf(product, mailId);
    const mail = Buffer.from(write({ to, recipient: 'anna@example.com' }));
    expect(await receiveReport(product.ctx, mail, [to])).toBe('no_failure');
    expect(await stateOf(owner)).toBe('sent');
  });

  it('stores the reply sealed, and only until it is settled', async () => {
    const { mailId } = await inviteContact();
    await receiveReport(product.ctx, source(mailId));
    const [open] = await reports();
    expect(open?.reply).toMatch(/^1\.service\./);
    expect(JSON.stringify(open)).not.toContain('lavrova');
    await settleReports(product);
    expect((await reports())[0]?.reply).toBeNull();
    expect(product.logged()).not.toContain('anna.lavrova@example.com');
  });
});

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../../../test/people.ts';
import { payFor } from '../../../../test/protocol.ts';
import { mailsAbout, ownerWithContacts } from '../../../../test/rehearsal.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { writeInstruction } from '../../../../test/vault-fixtures.ts';
import type { Context } from '../../../context.ts';
import { sendMail } from '../../../platform/mail/mailer.ts';
import { endRehearsals } from './end-rehearsal.ts';
import { rehearsalReminderMail, remindToRehearse } from './remind-to-rehearse.ts';
import { startRehearsal } from './start-rehearsal.ts';

const day = 24 * 3_600_000;
const unknownOrigin = { address: null, user_agent: null };

interface Job {
  mail?: string;
  mail_id: string;
  ids: { user_id: string };
}

let product: TestProduct;
let enqueued: Job[];
let ctx: Context;
beforeAll(async () => {
  product = await startTestProduct();
  enqueued = [];
  // Captures jobs, so that nothing is sent automatically.
  const enqueue = async (_: unknown, job: unknown) => void enqueued.push(job as Job);
  ctx = { ...product.ctx, jobs: { enqueue } as Context['jobs'] };
});
afterAll(() => product.stop());

const start = ({ userId: user_id }: Person) =>
  startRehearsal(ctx, { user_id }, false, unknownOrigin);
const send = (job: Job | undefined) =>
  sendMail(product.ctx.mailer, ctx, rehearsalReminderMail, job as never);

describe('the reminder', () => {
  const reminded = async ({ userId }: Person) => {
    enqueued.length = 0;
    await remindToRehearse(ctx);
    return enqueued.filter(({ ids }) => ids.user_id === userId);
  };

  it('is sent a year after the first contact was named, and again a year later', async () => {
    const { owner } = await ownerWithContacts(product);
    product.clock.advance(364 * day);
    expect(await reminded(owner)).toEqual([]);
    product.clock.advance(day);
    const [job] = await reminded(owner);
    expect(job?.mail).toBe('rehearsal_reminder');
    expect(await reminded(owner)).toEqual([]);
    expect(await send(job)).toBe('accepted');
    const [mail] = await mailsAbout(product, owner.email, /репетицию$/);
    expect(mail?.text).toContain('репетиции не было');
    product.clock.advance(365 * day);
    expect(await reminded(owner)).toHaveLength(1);
  });

  it('counts from the last rehearsal, and is not sent if one was held since', async () => {
    const { owner } = await ownerWithContacts(product);
    product.clock.advance(100 * day);
    await start(owner);
    product.clock.advance(364 * day);
    await endRehearsals(ctx);
    expect(await reminded(owner)).toEqual([]);
    product.clock.advance(day);
    const [job] = await reminded(owner);
    expect(job?.mail).toBe('rehearsal_reminder');
    await start(owner);
    expect(await send(job)).toBe('not_due');
  });

  it('is not sent without a confirmed contact, nor while a protocol is in progress', async () => {
    const { owner, contacts } = await ownerWithContacts(product);
    const [starter] = contacts;
    if (!starter) throw new Error('no contact');
    await writeInstruction(owner, { trusted_contact_ids: [starter.contactId] });
    await payFor(owner, starter);
    const { owner: alone, contacts: formerContacts } = await ownerWithContacts(product);
    await product.database.rows(sql`
      update trusted_contacts set status = 'declined', bound_user_id = null
      where id = ${formerContacts[0]?.contactId}`);
    product.clock.advance(366 * day);
    expect(await reminded(owner)).toEqual([]);
    expect(await reminded(alone)).toEqual([]);
  });
});

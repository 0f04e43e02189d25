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
const nowhere = { address: null, user_agent: null };

interface Order {
  mail?: string;
  mail_id: string;
  ids: { user_id: string };
}

let product: TestProduct;
let orders: Order[];
let ctx: Context;
beforeAll(async () => {
  product = await startTestProduct();
  orders = [];
  // With the orders in hand instead of in the queue: nothing is sent by itself.
  const enqueue = async (_: unknown, order: unknown) => void orders.push(order as Order);
  ctx = { ...product.ctx, jobs: { enqueue } as Context['jobs'] };
});
afterAll(() => product.stop());

const start = ({ userId: user_id }: Person) => startRehearsal(ctx, { user_id }, false, nowhere);
const send = (order: Order | undefined) =>
  sendMail(product.ctx.mailer, ctx, rehearsalReminderMail, order as never);

describe('the reminder', () => {
  const reminded = async ({ userId }: Person) => {
    orders.length = 0;
    await remindToRehearse(ctx);
    return orders.filter(({ ids }) => ids.user_id === userId);
  };

  it('comes a year after the first contact was named, once, and again a year later', async () => {
    const { owner } = await ownerWithContacts(product);
    product.clock.advance(364 * day);
    expect(await reminded(owner)).toEqual([]);
    product.clock.advance(day);
    const [order] = await reminded(owner);
    expect(order?.mail).toBe('rehearsal_reminder');
    expect(await reminded(owner)).toEqual([]);
    expect(await send(order)).toBe('taken');
    const [mail] = await mailsAbout(product, owner.email, /репетицию$/);
    expect(mail?.text).toContain('репетиции ещё не было');
    product.clock.advance(365 * day);
    expect(await reminded(owner)).toHaveLength(1);
  });

  it('counts from the last rehearsal, and is not sent where one was held since', async () => {
    const { owner } = await ownerWithContacts(product);
    product.clock.advance(100 * day);
    await start(owner);
    product.clock.advance(364 * day);
    await endRehearsals(ctx);
    expect(await reminded(owner)).toEqual([]);
    product.clock.advance(day);
    const [order] = await reminded(owner);
    expect(order?.mail).toBe('rehearsal_reminder');
    await start(owner);
    expect(await send(order)).toBe('not_due');
  });

  it('does not come without a confirmed contact, nor while a protocol runs', async () => {
    const { owner, contacts } = await ownerWithContacts(product);
    const [starter] = contacts;
    if (!starter) throw new Error('no contact');
    await writeInstruction(owner, { trusted_contact_ids: [starter.contactId] });
    await payFor(owner, starter);
    const { owner: alone, contacts: gone } = await ownerWithContacts(product);
    await product.database.rows(sql`
      update trusted_contacts set status = 'declined', bound_user_id = null
      where id = ${gone[0]?.contactId}`);
    product.clock.advance(366 * day);
    expect(await reminded(owner)).toEqual([]);
    expect(await reminded(alone)).toEqual([]);
  });
});

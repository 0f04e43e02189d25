import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type PostalProduct, startPostalProduct } from '../../../../test/letters.ts';
import { newAddress, type Person } from '../../../../test/people.ts';
import { deliveryTokenIn, family, payFor, type TrustedPerson } from '../../../../test/protocol.ts';
import type { TestProduct } from '../../../../test/test-product.ts';
import { writeInstruction } from '../../../../test/vault-fixtures.ts';
import { orderedMails } from '../../../../test/waiting.ts';
import { authorIsWell } from '../emails/rearming-mails.ts';
import { sendLetters } from '../letters/send-letters.ts';


interface Released {
  owner: Person;
  contacts: TrustedPerson[];
  /** No contact: named by two instructions, so two letters in one mail. */
  recipient: string;
  activationId: string;
}

/** Two contacts and a further recipient, with letters queued for all of them. */
async function released(): Promise<Released> {
  const { owner, contacts } = await family(product, 2);
  const recipient = newAddress();
  const [first] = contacts;
  if (!first) throw new Error('a contact was wanted');
  for (const trusted_contact_ids of [[first.contactId], [first.contactId]]) {
    await writeInstruction(owner, {
      trusted_contact_ids,
      recipient_email: recipient,
      recipient_name: 'Лев',
    });
  }
  await payFor(owner, first);
  const [row] = await product.database.rows<{ id: string }>(sql`
    select id from activation_requests where deceased_user_id = ${owner.userId}`);
  return { owner, contacts, recipient, activationId: row?.id ?? '' };
}

const deliver = ({ activationId }: Released) => sendLetters(product.ctx, activationId);

/** Addresses that are notified so far, as the mails find them. */
async function notified({ owner }: Released): Promise<string[]> {
  const notices = await product.database.rows<{ id: string }>(sql`
    select id from recall_notices where user_id = ${owner.userId} order by created_at, id`);
  const mails = (await orderedMails(product)).filter(({ name }) => name === 'author_is_well');
  const ordered = mails.map((mail) => ('notice_id' in mail ? mail.notice_id : undefined));
  const found = await Promise.all(
    notices.map(async ({ id }) => {
      expect(ordered.filter((one) => one === id)).toHaveLength(1);
      return authorIsWell.find(product.ctx, { notice_id: id });
    }),
  );
  return found.map((mail) => (mail && 'to' in mail ? mail.to : '')).toSorted();
}

const emailsOf = (people: readonly { email: string }[]) => people.map(({ email }) => email);

describe('everyone who was mailed a letter is notified that the author is well', () => {
  it('at the closing of letters, contacts and others, each once and not again at the arming', async () => {
    const one = await released();
    await deliver(one);
    await one.owner.browser.closeLetters();
    const everyone = [...emailsOf(one.contacts), one.recipient].toSorted();
    expect(await notified(one)).toEqual(everyone);
    await one.owner.browser.armAgain();
    expect(await notified(one)).toEqual(everyone);
  });

  it('at the arming, where contacts get their own mail about it', async () => {
    const one = await released();
    await deliver(one);
    await one.owner.browser.armAgain();
    expect(await notified(one)).toEqual([one.recipient]);
  });

  it('also after they have read the letters', async () => {
    const one = await released();
    await deliver(one);
    const [letter] = postal.takenBy(one.recipient);
    const token = deliveryTokenIn(letter?.text ?? '');
    await product.browser().openDeliveryLink({ body: { token } });
    await one.owner.browser.closeLetters();
    expect(await notified(one)).toContain(one.recipient);
  });

  it('also when a mail server takes the letter only after it was taken back', async () => {
    const one = await released();
    const { promise: answer, resolve: take } = Promise.withResolvers<{ code: number }>();
    postal.standIn.answer(one.recipient, answer);
    const delivering = deliver(one);
    await vi.waitFor(async () => {
      const claimed = await product.database.rows(sql`
        select 1 from envelopes where activation_id = ${one.activationId} and contact_id is null
          and claimed_until is not null`);
      if (claimed.length === 0) throw new Error('nothing is claimed yet');
    });
    await one.owner.browser.closeLetters();
    expect(await notified(one)).not.toContain(one.recipient);
    take({ code: 250 });
    await delivering;
    expect(await notified(one)).toContain(one.recipient);
  });

  it('at the address that the letter went to, whatever the owner writes afterwards', async () => {
    const one = await released();
    await deliver(one);
    await one.owner.browser.armAgain();
    await product.database.rows(sql`delete from instructions where user_id = ${one.owner.userId}`);
    expect(await notified(one)).toEqual([one.recipient]);
  });

  it('but not where the letter was never sent', async () => {
    const one = await released();
    await one.owner.browser.closeLetters();
    await one.owner.browser.armAgain();
    expect(await notified(one)).toEqual([]);
  });
});

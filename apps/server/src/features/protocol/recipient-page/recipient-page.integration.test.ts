import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../../../../test/browser.ts';
import { hour } from '../../../../test/durations.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import { newAddress, type Person, signedInPerson } from '../../../../test/people.ts';
import {
  deliveriesOf,
  deliveryEventsOf,
  deliveryTokenIn,
  family,
  payFor,
  type TrustedPerson,
} from '../../../../test/protocol.ts';
import { samples } from '../../../../test/sample-files.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { attach, writeInstruction } from '../../../../test/vault-fixtures.ts';
import { remindOfExpiringLinks } from '../letters/follow-up.ts';

const day = 24 * hour;

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

interface Letter {
  owner: Person;
  contact: TrustedPerson;
  recipient: string;
  token: string;
  fileId: string;
}

/** A letter with a file, delivered to a recipient without an account. */
async function deliverLetter(): Promise<Letter> {
  const { owner, contacts } = await family(product);
  const [contact] = contacts;
  if (!contact) throw new Error('no contact');
  const recipient = newAddress();
  const { id } = await writeInstruction(owner, {
    trusted_contact_ids: [contact.contactId],
    recipient_email: recipient,
  });
  const file = await attach(owner, id, 'a.png', samples.png);
  await payFor(owner, contact);
  const { text } = await product.mailbox.latest(recipient);
  return { owner, contact, recipient, token: deliveryTokenIn(text), fileId: file.id };
}

const codeOf = async (call: Promise<unknown>) => (await failureOf(call)).code;
const open = (browser: Browser, token: string) => browser.openDeliveryLink({ body: { token } });

async function openInBrowser({ token }: Letter) {
  const browser = product.browser();
  const { delivery_id } = await open(browser, token);
  return { browser, params: { id: delivery_id } };
}

describe('the link of a letter', () => {
  it('gives access to exactly one letter, and only in the browser that opened it', async () => {
    const first = await deliverLetter();
    const second = await deliverLetter();
    const { browser, params } = await openInBrowser(first);
    const other = await openInBrowser(second);
    expect(await codeOf(browser.getDelivery({ params: other.params }))).toBe(
      'delivery_session_missing',
    );
    const path = `/api/deliveries/${params.id}/files/${second.fileId}`;
    expect((await browser.send(path)).status).toBe(404);
    for (const stranger of [product.browser(), (await signedInPerson(product)).browser]) {
      expect(await codeOf(stranger.getDelivery({ params }))).toBe('delivery_session_missing');
      expect(await codeOf(stranger.closeDeliveryLink({ params }))).toBe('delivery_session_missing');
      for (const rest of [`files/${first.fileId}`, 'archive']) {
        expect((await stranger.send(`/api/deliveries/${params.id}/${rest}`)).status).toBe(401);
      }
    }
  });

  it('is refused if unknown', async () => {
    expect(await codeOf(open(product.browser(), 'x'.repeat(43)))).toBe('link_invalid');
  });

  it('allows reading for an hour, and can be opened again', async () => {
    const one = await deliverLetter();
    const { browser, params } = await openInBrowser(one);
    product.clock.advance(hour + 1);
    expect(await codeOf(browser.getDelivery({ params }))).toBe('delivery_session_missing');
    product.clock.advance(-hour - 1);
    await open(browser, one.token);
    expect((await browser.getDelivery({ params })).files).toHaveLength(1);
    const openings = (await deliveryEventsOf(product.database, params.id)).filter(
      (kind) => kind === 'opened',
    );
    expect(openings).toHaveLength(2);
  });

  it('allows the download of a file and records it', async () => {
    const one = await deliverLetter();
    const { browser, params } = await openInBrowser(one);
    const file = await browser.send(`/api/deliveries/${params.id}/files/${one.fileId}`);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(samples.png);
    expect(await deliveryEventsOf(product.database, params.id)).toContain('downloaded');
  });

  it('can be closed immediately if it leaked; only the recipient gets the renewed one', async () => {
    const one = await deliverLetter();
    const { browser, params } = await openInBrowser(one);
    const finder = product.browser();
    await open(finder, one.token);
    await browser.closeDeliveryLink({ params });
    for (const each of [browser, finder]) {
      expect(await codeOf(each.getDelivery({ params }))).toBe('delivery_session_missing');
    }
    expect(await codeOf(open(finder, one.token))).toBe('link_closed');
    const { text } = await product.mailbox.latest(one.recipient, 2);
    const renewed = deliveryTokenIn(text);
    expect(renewed).not.toBe(one.token);
    expect((await open(browser, renewed)).delivery_id).toBe(params.id);
  });

  it('expires after a year, with reminders a month and a week before', async () => {
    const one = await deliverLetter();
    const remind = async () => {
      await remindOfExpiringLinks(product.ctx);
      await remindOfExpiringLinks(product.ctx);
    };
    await remind();
    product.clock.advance(336 * day);
    await remind();
    product.clock.advance(21 * day);
    await remind();
    product.clock.advance(2 * day);
    await remind();
    const mails = await product.mailbox.receive(one.recipient, 3);
    expect(mails).toHaveLength(3);
    expect(mails.map(({ text }) => deliveryTokenIn(text))).toEqual(Array(3).fill(one.token));
    for (const { text } of mails.slice(1)) {
      expect(text).toMatch(/скоро перестанет действовать[\s\S]*действует до \d+ [а-я]+ \d{4}/);
    }
    const { delivery_id } = await open(product.browser(), one.token);
    const reminded = (await deliveryEventsOf(product.database, delivery_id)).filter(
      (kind) => kind === 'reminded',
    );
    expect(reminded).toHaveLength(2);
    product.clock.advance(6 * day);
    expect(await codeOf(open(product.browser(), one.token))).toBe('link_expired');
    // Opening the letter from the account fails as well, and the list marks the letters as expired.
    await one.contact.browser.signIn({ body: one.contact });
    const { instructions } = await one.contact.browser.listReceivedInstructions({
      params: { id: one.contact.contactId },
    });
    expect(instructions.map(({ is_expired }) => is_expired)).toEqual([true, true]);
    const [first] = instructions;
    const opening = one.contact.browser.openReceivedInstruction({
      params: { id: first?.delivery_id ?? '' },
    });
    expect(await codeOf(opening)).toBe('link_expired');
    product.clock.advance(-365 * day);
  });
});

describe('after downtime in the month before the expiry', () => {
  it('a recipient is reminded once in the last week, but not of letters that were never accepted', async () => {
    const one = await deliverLetter();
    const refused = await deliverLetter();
    await product.database.rows(sql`
      update envelopes set state = 'unreachable' where user_id = ${refused.owner.userId}`);
    product.clock.advance(360 * day);
    await remindOfExpiringLinks(product.ctx);
    await remindOfExpiringLinks(product.ctx);
    const mails = await product.mailbox.receive(one.recipient, 2);
    expect(mails.map(({ text }) => text.includes('последнее напоминание'))).toEqual([false, true]);
    expect(await product.mailbox.receive(refused.recipient)).toHaveLength(1);
    product.clock.advance(-360 * day);
  });
});

describe('a trusted contact with an account', () => {
  it('sees and opens their letters without the mail', async () => {
    const { owner, contact } = await deliverLetter();
    const { browser } = contact;
    const { instructions } = await browser.listReceivedInstructions({
      params: { id: contact.contactId },
    });
    expect(instructions.map(({ file_count }) => file_count)).toEqual([0, 1]);
    expect(instructions.map(({ is_expired }) => is_expired)).toEqual([false, false]);
    const [first] = instructions;
    const params = { id: first?.delivery_id ?? '' };
    await browser.openReceivedInstruction({ params });
    expect((await browser.getDelivery({ params })).title).toBe(first?.title);
    const others = (await deliveriesOf(product.database, owner)).find((one) => !one.contact_id);
    const foreign = browser.openReceivedInstruction({ params: { id: others?.id ?? '' } });
    expect(await codeOf(foreign)).toBe('not_found');
  });
});

describe('the database', () => {
  it('contains neither tokens, addresses of recipients nor replies of mail servers', async () => {
    const { recipient, token } = await deliverLetter();
    const { id = '' } =
      (await product.database.rows<{ id: string }>(sql`select id from deliveries limit 1`))[0] ??
      {};
    expect(id).not.toBe('');
    const texts = await product.database.rows<{ row: string }>(sql`
      select row_to_json(deliveries)::text as row from deliveries
      union all select row_to_json(envelopes)::text from envelopes
      union all select row_to_json(delivery_links)::text from delivery_links
      union all select row_to_json(delivery_events)::text from delivery_events
      union all select row_to_json(activation_requests)::text from activation_requests
      union all select data::text from pgboss.job where name like '%deliver%' or name like 'protocol%'`);
    const all = texts.map(({ row }) => row).join('\n');
    for (const secret of [recipient, token, '250 captured']) expect(all).not.toContain(secret);
    expect(product.logged()).not.toContain(token);
  });
});

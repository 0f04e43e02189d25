import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../../../../test/browser.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import { newAddress } from '../../../../test/people.ts';
import {
  activationsOf,
  deliveriesOf,
  deliveryEventsOf,
  deliveryTokenIn,
  family,
  payFor,
} from '../../../../test/protocol.ts';
import { samples } from '../../../../test/sample-files.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { attach, writeInstruction } from '../../../../test/vault-fixtures.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const codeOf = async (call: Promise<unknown>) => (await failureOf(call)).code;

/** Two letters to one recipient, one to another, and some to contacts. */
async function twoLetters() {
  const { owner, contacts } = await family(product);
  const [contact] = contacts;
  if (!contact) throw new Error('no contact');
  const recipient = newAddress();
  const trusted_contact_ids = [contact.contactId];
  const write = (title: string, recipient_email: string) =>
    writeInstruction(owner, { title, trusted_contact_ids, recipient_email });
  await write('Первое', recipient);
  const { id } = await write('Второе', recipient);
  const file = await attach(owner, id, 'a.png', samples.png);
  await write('Чужое', newAddress());
  await payFor(owner, contact);
  const [{ subject, text } = { subject: '', text: '' }] = await product.mailbox.receive(recipient);
  const token = deliveryTokenIn(text);
  const browser = product.browser();
  const { delivery_id } = await browser.openDeliveryLink({ body: { token } });
  const mail = { subject, text };
  return { owner, contact, recipient, mail, token, browser, id: delivery_id, fileId: file.id };
}

async function otherOf(browser: Browser, id: string): Promise<string> {
  const { letters } = await browser.listDeliveredLetters({ params: { id } });
  const other = letters.find((letter) => letter.id !== id);
  if (!other) throw new Error('no other letter');
  return other.id;
}

describe('a recipient of several letters', () => {
  it('gets one mail with the titles and the starter', async () => {
    const { mail, recipient, contact, owner } = await twoLetters();
    expect(mail.subject).toMatch(/^2 письма для вас от /);
    for (const part of ['Первое', 'Второе', 'Анна']) expect(mail.text).toContain(part);
    expect(mail.text).not.toContain('Чужое');
    await expect.poll(() => activationsOf(product.database, owner)).toEqual(['delivered']);
    expect(await product.mailbox.receive(recipient)).toHaveLength(1);
    const own = await product.mailbox.receive(contact.email);
    const letters = own.filter(({ text }) => text.includes('/delivery#'));
    expect(letters).toHaveLength(1);
    // The mail to the starter does not say that another person started the protocol.
    expect(letters[0]?.text).toContain('Протокол запущен, письма уходят получателям');
    expect(letters[0]?.text).not.toContain('запустило');
  });

  it('sees only their own letters, oldest first', async () => {
    const { browser, id, owner } = await twoLetters();
    const { letters } = await browser.listDeliveredLetters({ params: { id } });
    expect(letters.map(({ title, file_count }) => ({ title, file_count }))).toEqual([
      { title: 'Первое', file_count: 0 },
      { title: 'Второе', file_count: 1 },
    ]);
    expect(letters.filter(({ opened_at }) => opened_at).map((letter) => letter.id)).toEqual([id]);
    const all = (await deliveriesOf(product.database, owner)).map((delivery) => delivery.id);
    const foreign = all.filter((one) => letters.every((letter) => letter.id !== one));
    expect(foreign.length).toBeGreaterThan(2);
    for (const letter_id of foreign) {
      const opening = browser.openDeliveredLetter({ params: { id, letter_id } });
      expect(await codeOf(opening)).toBe('not_found');
    }
  });

  it('opens another letter from the same page, and the opening is recorded', async () => {
    const { browser, id, fileId } = await twoLetters();
    const other = await otherOf(browser, id);
    const params = { id: other };
    expect(await codeOf(browser.getDelivery({ params }))).toBe('delivery_session_missing');
    expect(await deliveryEventsOf(product.database, other)).not.toContain('opened');
    await browser.openDeliveredLetter({ params: { id, letter_id: other } });
    expect(await deliveryEventsOf(product.database, other)).toContain('opened');
    const titles = [
      (await browser.getDelivery({ params })).title,
      (await browser.getDelivery({ params: { id } })).title,
    ];
    expect(titles.toSorted()).toEqual(['Второе', 'Первое']);
    const files = await Promise.all(
      [id, other].map((one) => browser.send(`/api/deliveries/${one}/files/${fileId}`)),
    );
    expect(files.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });

  it('loses access to all of them when the link is closed, and gets a renewed link', async () => {
    const { browser, id, token, recipient } = await twoLetters();
    const other = await otherOf(browser, id);
    await browser.openDeliveredLetter({ params: { id, letter_id: other } });
    await browser.closeDeliveryLink({ params: { id: other } });
    for (const one of [id, other]) {
      expect(await codeOf(browser.getDelivery({ params: { id: one } }))).toBe(
        'delivery_session_missing',
      );
    }
    expect(await codeOf(browser.openDeliveryLink({ body: { token } }))).toBe('link_closed');
    const [, renewed] = await product.mailbox.receive(recipient, 2);
    expect(renewed?.text).toContain('Второе');
    const again = await browser.openDeliveryLink({
      body: { token: deliveryTokenIn(renewed?.text ?? '') },
    });
    expect(again.delivery_id).toBe(id);
  });

  it('cannot read them after the owner armed the protocol again', async () => {
    const { browser, id, owner } = await twoLetters();
    const other = await otherOf(browser, id);
    await browser.openDeliveredLetter({ params: { id, letter_id: other } });
    await owner.browser.rearmProtocol();
    for (const params of [{ id }, { id: other }]) {
      expect(await codeOf(browser.getDelivery({ params }))).toBe('letter_recalled');
      expect(await codeOf(browser.listDeliveredLetters({ params }))).toBe('letter_recalled');
    }
  });
});

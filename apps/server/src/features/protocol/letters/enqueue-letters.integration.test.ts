import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setStatus } from '../../../../test/contacts.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import {
  letterTokenIn,
  type ProductWithMailServer,
  startWithMailServer,
} from '../../../../test/letters.ts';
import { cyrillicAddress, newAddress, type Person } from '../../../../test/people.ts';
import { family, payFor } from '../../../../test/protocol.ts';
import type { TestProduct } from '../../../../test/test-product.ts';
import { addContact, writeInstruction } from '../../../../test/vault-fixtures.ts';
import { sendLetters } from './send-letters.ts';

let postal: ProductWithMailServer;
let product: TestProduct;
beforeAll(async () => {
  postal = await startWithMailServer();
  product = postal.product;
});
afterAll(() => postal.stop());

async function activationIdOf({ userId }: Person): Promise<string> {
  const [activation] = await product.database.rows<{ id: string }>(
    sql`select id from activation_requests where deceased_user_id = ${userId}`,
  );
  return activation?.id ?? '';
}
const codeOf = async (call: Promise<unknown>) => (await failureOf(call)).code;

describe('a queued instruction', () => {
  it('is read-only for its owner', async () => {
    const { owner, contacts, instruction } = await family(product);
    const [contact] = contacts;
    if (!contact) throw new Error('no contact');
    await payFor(owner, contact);
    const params = { id: instruction.id };
    const { title, category, priority, content, trusted_contact_ids } = instruction;
    const changed = { title, category, priority, content, trusted_contact_ids, version: 1 };
    const body = { ...changed, recipient_name: '', recipient_email: '' };
    const { browser } = owner;
    expect(await codeOf(browser.updateInstruction({ params, body }))).toBe('instruction_closed');
    expect(await codeOf(browser.deleteInstruction({ params }))).toBe('instruction_closed');
    expect(await codeOf(browser.reviewInstruction({ params }))).toBe('instruction_closed');
    const headers = { 'x-file-name': 'a.txt' };
    const file = new Blob(['text']);
    expect(await codeOf(browser.attachFile({ params, headers, body: file }))).toBe(
      'instruction_closed',
    );
    const query = {};
    const removal = browser.deleteContact({ params: { id: contact.contactId }, query });
    expect(await codeOf(removal)).toBe('contact_activated');
    expect((await browser.getInstruction({ params })).content).toBe(content);
  });
});

describe('a release', () => {
  it('sends one mail to an address in another script, in any spelling', async () => {
    const { owner, contacts } = await family(product);
    const [contact] = contacts;
    if (!contact) throw new Error('no contact');
    const { kept, typed, wire } = cyrillicAddress();
    const { id } = await addContact(owner, typed);
    await setStatus(product.database, id, 'confirmed');
    const asRecipient = await writeInstruction(owner, {
      trusted_contact_ids: [contact.contactId],
      recipient_email: typed,
    });
    const asBoth = await writeInstruction(owner, {
      trusted_contact_ids: [id],
      recipient_email: wire,
    });
    expect([asRecipient, asBoth].map((one) => one.recipient_email)).toEqual([kept, kept]);
    await payFor(owner, contact);
    await sendLetters(product.ctx, await activationIdOf(owner));
    const mails = postal.lettersTo(kept);
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^2 письма/)]);
    // Contact and further recipient are the same person, who gets one link.
    const browser = product.browser();
    const token = letterTokenIn(mails[0]?.text ?? '') ?? '';
    const { delivery_id: first } = await browser.openDeliveryLink({ body: { token } });
    const { letters } = await browser.listDeliveredLetters({ params: { id: first } });
    expect(letters).toHaveLength(2);
    for (const { id: letter_id } of letters) {
      await browser.openDeliveredLetter({ params: { id: first, letter_id } });
      await browser.getDelivery({ params: { id: letter_id } });
    }
  });

  it('counts all letters and gives a reason for instructions that stay in the outbox', async () => {
    const { owner, contacts, instruction } = await family(product);
    const [contact] = contacts;
    if (!contact) throw new Error('no contact');
    const unanswered = await addContact(owner);
    const removed = await addContact(owner);
    const both = [contact.contactId, unanswered.id];
    const recipient_email = newAddress();
    const shared = await writeInstruction(owner, { trusted_contact_ids: both });
    const refused = await writeInstruction(owner, { trusted_contact_ids: both, recipient_email });
    const orphaned = await writeInstruction(owner, { trusted_contact_ids: [removed.id] });
    const unconfirmed = await writeInstruction(owner, { trusted_contact_ids: [unanswered.id] });
    await owner.browser.deleteContact({ params: { id: removed.id }, query: {} });
    await payFor(owner, contact);
    product.clock.advance(1);
    const late = await writeInstruction(owner, { trusted_contact_ids: [contact.contactId] });
    postal.standIn.answer(recipient_email, { code: 451 });
    await sendLetters(product.ctx, await activationIdOf(owner));
    const { protocol } = await owner.browser.getOwnProtocol();
    expect(protocol?.progress).toEqual({
      total: 7,
      accepted: 3,
      waiting: 1,
      unreachable: 0,
      withheld: 3,
      closed: 0,
      opened: 0,
    });
    expect(new Map(protocol?.left.map((one) => [one.instruction_id, one.reason]))).toEqual(
      new Map([
        [refused.id, 'not_accepted_yet'],
        [orphaned.id, 'no_recipient'],
        [unconfirmed.id, 'contacts_unconfirmed'],
        [late.id, 'written_after'],
      ]),
    );
    const { instructions } = await owner.browser.listInstructions();
    const sent = instructions.filter(({ status }) => status === 'sent').map(({ id }) => id);
    expect(new Set(sent)).toEqual(new Set([instruction.id, shared.id]));
    // Unconfirmed contacts get nothing, and the activator sees the same counts.
    expect(postal.lettersTo(unanswered.email)).toEqual([]);
    const { legacies } = await contact.browser.listLegacies();
    expect(legacies[0]?.activation?.progress).toEqual(protocol?.progress);
    expect(legacies[0]?.instruction_count).toBe(3);
    // A deleted instruction with a withheld letter no longer counts.
    await owner.browser.deleteInstruction({ params: { id: unconfirmed.id } });
    const afterwards = await owner.browser.getOwnProtocol();
    expect(afterwards.protocol?.progress).toMatchObject({ total: 6, withheld: 2 });
  });
});

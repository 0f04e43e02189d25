import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setStatus } from '../../../../test/contacts.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import { linkIn, type PostalProduct, startPostalProduct } from '../../../../test/letters.ts';
import { cyrillicAddress, newAddress, type Person } from '../../../../test/people.ts';
import { family, payFor } from '../../../../test/protocol.ts';
import type { TestProduct } from '../../../../test/test-product.ts';
import { nameContact, writeInstruction } from '../../../../test/vault-fixtures.ts';
import { sendLetters } from './send-letters.ts';

let postal: PostalProduct;
let product: TestProduct;
beforeAll(async () => {
  postal = await startPostalProduct();
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

describe('an instruction that is queued', () => {
  it('is closed to its owner, who can still read it', async () => {
    const { owner, contacts, instruction } = await family(product);
    const [contact] = contacts;
    if (!contact) throw new Error('a contact was wanted');
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

describe('what an owner meant', () => {
  it('reaches an address in another script, once, however it was written', async () => {
    const { owner, contacts } = await family(product);
    const [contact] = contacts;
    if (!contact) throw new Error('a contact was wanted');
    const { kept, typed, wire } = cyrillicAddress();
    const { id } = await nameContact(owner, typed);
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
    const mails = postal.takenBy(kept);
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^2 послания/)]);
    // As a contact and as a recipient it is one person, behind one link.
    const browser = product.browser();
    const token = linkIn(mails[0]?.text ?? '') ?? '';
    const { delivery_id: first } = await browser.openDeliveryLink({ body: { token } });
    const { letters } = await browser.listDeliveredLetters({ params: { id: first } });
    expect(letters).toHaveLength(2);
    for (const { id: letter_id } of letters) {
      await browser.openDeliveredLetter({ params: { id: first, letter_id } });
      await browser.getDelivery({ params: { id: letter_id } });
    }
  });

  it('is counted whole, and what stays in the outbox says why', async () => {
    const { owner, contacts, instruction } = await family(product);
    const [contact] = contacts;
    if (!contact) throw new Error('a contact was wanted');
    const unanswered = await nameContact(owner);
    const leaving = await nameContact(owner);
    const both = [contact.contactId, unanswered.id];
    const recipient_email = newAddress();
    const shared = await writeInstruction(owner, { trusted_contact_ids: both });
    const refused = await writeInstruction(owner, { trusted_contact_ids: both, recipient_email });
    const nobody = await writeInstruction(owner, { trusted_contact_ids: [leaving.id] });
    const unheard = await writeInstruction(owner, { trusted_contact_ids: [unanswered.id] });
    await owner.browser.deleteContact({ params: { id: leaving.id }, query: {} });
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
        [refused.id, 'not_taken_yet'],
        [nobody.id, 'no_recipient'],
        [unheard.id, 'contacts_unconfirmed'],
        [late.id, 'written_after'],
      ]),
    );
    const { instructions } = await owner.browser.listInstructions();
    const sent = instructions.filter(({ status }) => status === 'sent').map(({ id }) => id);
    expect(new Set(sent)).toEqual(new Set([instruction.id, shared.id]));
    // Who has not agreed gets nothing, and who paid sees the same figures.
    expect(postal.takenBy(unanswered.email)).toEqual([]);
    const { legacies } = await contact.browser.listLegacies();
    expect(legacies[0]?.activation?.progress).toEqual(protocol?.progress);
    expect(legacies[0]?.instruction_count).toBe(3);
    // What is taken back from somebody who never agreed is not meant any more.
    await owner.browser.deleteInstruction({ params: { id: unheard.id } });
    const afterwards = await owner.browser.getOwnProtocol();
    expect(afterwards.protocol?.progress).toMatchObject({ total: 6, withheld: 2 });
  });
});

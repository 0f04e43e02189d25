import type { LettersPreview } from '@zavet/contract/protocol/delivery-endpoints';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitForMail } from '../../../../test/contact-accounts.ts';
import { setStatus } from '../../../../test/contacts.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import { newAddress, type Person, signedInPerson } from '../../../../test/people.ts';
import {
  deliveriesOf,
  deliveryTokenIn,
  family,
  payFor,
  trustedPersonOf,
} from '../../../../test/protocol.ts';
import { samples } from '../../../../test/sample-files.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { addContact, attach, writeInstruction } from '../../../../test/vault-fixtures.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const lettersPreview = ({ browser }: Person, id: string) =>
  browser.previewLetters({ params: { id } });
const idsIn = ({ letters }: LettersPreview) => letters.map(({ instruction_id }) => instruction_id);

/** An owner with a contact who agreed, one who has not answered and one who declined. */
async function ownerOfThree() {
  const owner = await signedInPerson(product);
  const agreed = await trustedPersonOf(product, owner);
  const { id: silent } = await addContact(owner);
  const { id: declined } = await addContact(owner);
  await setStatus(product.database, declined, 'declined');
  const write = (trusted_contact_ids: string[], changes: object = {}) =>
    writeInstruction(owner, { trusted_contact_ids, ...changes });
  return { owner, agreed, silent, declined, write };
}

describe('the preview of a contact’s letters', () => {
  it('lists them oldest first, with the reasons for withheld and undeliverable ones', async () => {
    const { owner, agreed, silent, declined, write } = await ownerOfThree();
    const forBoth = await write([agreed.contactId, silent], { title: 'Обоим' });
    await attach(owner, forBoth.id, 'a.png', samples.png);
    product.clock.advance(1000);
    const forSilent = await write([silent], { title: 'Тому, кто молчит' });
    product.clock.advance(1000);
    const forDeclined = await write([declined], { title: 'Тому, кто отказался' });

    const ofAgreed = await lettersPreview(owner, agreed.contactId);
    expect(ofAgreed.contact).toMatchObject({ id: agreed.contactId, status: 'confirmed' });
    expect(ofAgreed.letters).toMatchObject([
      { instruction_id: forBoth.id, title: 'Обоим', file_count: 1, withheld: null },
    ]);
    expect(ofAgreed.unreached).toEqual([
      {
        instruction_id: forSilent.id,
        title: 'Тому, кто молчит',
        is_unreadable: false,
        reason: 'contacts_unconfirmed',
      },
      {
        instruction_id: forDeclined.id,
        title: 'Тому, кто отказался',
        is_unreadable: false,
        reason: 'contacts_declined',
      },
    ]);
    const ofSilent = await lettersPreview(owner, silent);
    expect(ofSilent.letters).toMatchObject([
      { instruction_id: forBoth.id, withheld: 'not_agreed' },
      { instruction_id: forSilent.id, withheld: 'not_agreed' },
    ]);
    expect(ofSilent.unreached).toEqual(ofAgreed.unreached);
    const ofDeclined = await lettersPreview(owner, declined);
    expect(ofDeclined.letters).toMatchObject([
      { instruction_id: forDeclined.id, withheld: 'declined' },
    ]);
  });

  it('equals the letters that the release then queues and withholds', async () => {
    const { owner, agreed, silent, declined, write } = await ownerOfThree();
    const names = { [agreed.contactId]: agreed.email } as Record<string, string>;
    for (const { id, email } of (await owner.browser.listContacts()).contacts) names[id] = email;
    await write([agreed.contactId]);
    await write([silent, declined]);
    await write([silent], { recipient_email: names[silent] });
    await write([declined], { recipient_email: agreed.email });
    await write([agreed.contactId, declined], { recipient_email: newAddress() });
    const previewed = await Promise.all(
      [agreed.contactId, silent, declined].map(async (id) => {
        const { letters } = await lettersPreview(owner, id);
        return letters.map(({ instruction_id, is_further_recipient, withheld }) => [
          instruction_id,
          is_further_recipient ? null : id,
          withheld === null ? 'queued' : 'withheld',
        ]);
      }),
    );
    await payFor(owner, agreed);
    const written = await deliveriesOf(product.database, owner);
    const toStranger = 1;
    expect(written).toHaveLength(previewed.flat().length + toStranger);
    const states = { accepted: 'queued' } as Record<string, string>;
    const rows = written.map(({ instruction_id, contact_id, state }) => [
      instruction_id,
      contact_id,
      states[state] ?? state,
    ]);
    expect(rows).toEqual(expect.arrayContaining(previewed.flat()));
  });

  it('is empty once all letters are queued', async () => {
    const { owner, contacts } = await family(product);
    const contact = contacts[0] as (typeof contacts)[number];
    expect(idsIn(await lettersPreview(owner, contact.contactId))).toHaveLength(1);
    await payFor(owner, contact);
    const after = await lettersPreview(owner, contact.contactId);
    expect(after).toMatchObject({ contact: { status: 'activated' }, letters: [], unreached: [] });
  });

  it('lists damaged instructions without their texts', async () => {
    const { owner, contacts, instruction } = await family(product);
    await product.database.rows(
      sql`update instructions set heading = 'forged' where id = ${instruction.id}`,
    );
    const { letters } = await lettersPreview(owner, contacts[0]?.contactId as string);
    expect(letters).toMatchObject([
      { instruction_id: instruction.id, title: '', preview: '', is_unreadable: true },
    ]);
  });
});

describe('the preview of a letter', () => {
  it('shows the owner the contact’s page, and records nothing', async () => {
    const { owner, contacts, instruction } = await family(product);
    const contact = contacts[0] as (typeof contacts)[number];
    await attach(owner, instruction.id, 'a.png', samples.png);
    const params = { id: contact.contactId, instruction_id: instruction.id };
    const before = await owner.browser.previewDelivery({ params });
    expect(before).toMatchObject({ id: instruction.id, content: instruction.content });
    expect(await deliveriesOf(product.database, owner)).toEqual([]);

    await payFor(owner, contact);
    const { text } = await waitForMail(product, contact.email, '/delivery#');
    const reader = product.browser();
    const { delivery_id } = await reader.openDeliveryLink({
      body: { token: deliveryTokenIn(text) },
    });
    const real = await reader.getDelivery({ params: { id: delivery_id } });
    const { id: _, expires_at: before_end, ...shown } = before;
    const { id: __, expires_at: real_end, ...read } = real;
    // The preview names no starter, because there is none yet.
    expect(shown).toEqual({ ...read, started_by: null, is_starter: false });
    expect(Date.parse(real_end) - Date.parse(before_end)).toBeGreaterThanOrEqual(0);
  });

  it('addresses a contact by the name that the instruction gives its further recipient', async () => {
    const { owner, agreed, silent, write } = await ownerOfThree();
    const { id } = await write([silent], {
      recipient_name: 'Сестра',
      recipient_email: agreed.email,
    });
    const params = { id: agreed.contactId, instruction_id: id };
    expect(await owner.browser.previewDelivery({ params })).toMatchObject({
      recipient_name: 'Сестра',
    });
  });

  it('is not found for letters to others, deleted letters, and strangers', async () => {
    const { owner, agreed, silent, write } = await ownerOfThree();
    const { id } = await write([silent]);
    const codeOf = async (person: Person, contact: string, instruction_id: string) => {
      const params = { id: contact, instruction_id };
      return (await failureOf(person.browser.previewDelivery({ params }))).code;
    };
    expect(await codeOf(owner, agreed.contactId, id)).toBe('not_found');
    const other = await ownerOfThree();
    const foreign = await other.write([other.agreed.contactId]);
    expect(await codeOf(owner, agreed.contactId, foreign.id)).toBe('not_found');
    expect(await codeOf(other.owner, agreed.contactId, id)).toBe('contact_not_found');
    await product.database.rows(sql`delete from instructions where id = ${id}`);
    expect(await codeOf(owner, silent, id)).toBe('not_found');
  });
});

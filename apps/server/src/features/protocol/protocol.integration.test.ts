import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newAddress } from '../../../test/people.ts';
import {
  activationsOf,
  deliveriesOf,
  deliveryEventsOf,
  deliveryTokenIn,
  family,
  payFor,
} from '../../../test/protocol.ts';
import { samples } from '../../../test/sample-files.ts';
import { startTestProduct, type TestProduct } from '../../../test/test-product.ts';
import { attach, writeInstruction } from '../../../test/vault-fixtures.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

describe('an activation', () => {
  it('leads from the payment to the opened letter', async () => {
    const { owner, contacts, instruction } = await family(product, 2);
    const [activator, other] = contacts;
    if (!activator || !other) throw new Error('expected two contacts');
    const recipient_email = newAddress();
    const second = await writeInstruction(owner, {
      trusted_contact_ids: [other.contactId],
      title: 'Ключи',
      recipient_name: 'Пётр',
      recipient_email,
    });
    const file = await attach(owner, second.id, 'План.pdf', samples.pdf);

    const anna = { first_name: 'Анна', last_name: 'Белова', date_of_birth: null };
    await owner.browser.updateBasicInfo({ body: anna });
    expect(await payFor(owner, activator)).toMatchObject({ is_paid: true });
    const { legacies } = await activator.browser.listLegacies();
    const { payments } = await activator.browser.listPayments();
    expect(payments.map(({ owner_name }) => owner_name)).toEqual(['Анна Белова']);
    expect(legacies.map(({ full_name }) => full_name)).toEqual(['Анна Белова']);

    const mail = await product.mailbox.latest(recipient_email);
    expect(mail.text).toContain('Ключи');
    expect(mail.text).not.toContain('Оригинал у нотариуса');
    await vi.waitFor(async () => {
      expect(await activationsOf(product.database, owner)).toEqual(['delivered']);
    }, 10_000);
    const { instructions } = await owner.browser.listInstructions();
    expect(instructions.map(({ status }) => status)).toEqual(['sent', 'sent']);

    const recipient = product.browser();
    const { delivery_id } = await recipient.openDeliveryLink({
      body: { token: deliveryTokenIn(mail.text) },
    });
    const letter = await recipient.getDelivery({ params: { id: delivery_id } });
    expect(letter).toMatchObject({
      owner_name: 'Анна Белова',
      recipient_name: 'Пётр',
      title: 'Ключи',
      content: second.content,
      files: [{ id: file.id, file_name: 'План.pdf' }],
    });
    const bytes = await recipient.send(`/api/deliveries/${delivery_id}/files/${file.id}`);
    expect(Buffer.from(await bytes.arrayBuffer())).toEqual(samples.pdf);
    expect(await deliveryEventsOf(product.database, delivery_id)).toEqual([
      'queued',
      'accepted',
      'opened',
      'downloaded',
    ]);
    const deliveries = await deliveriesOf(product.database, owner);
    expect(deliveries).toHaveLength(4);
    expect(new Set(deliveries.map((one) => `${one.instruction_id} ${one.contact_id}`))).toEqual(
      new Set([
        `${instruction.id} ${activator.contactId}`,
        `${instruction.id} ${other.contactId}`,
        `${second.id} ${other.contactId}`,
        `${second.id} null`,
      ]),
    );
  });
});

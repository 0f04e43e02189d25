import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  errorCodeOf,
  mailNamesTo,
  ownerWithTwoContacts,
  start,
} from '../../../../test/activations.ts';
import { setStatus } from '../../../../test/contacts.ts';
import { hour } from '../../../../test/durations.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import { type Person, signedInPerson, strongPassword } from '../../../../test/people.ts';
import { activationOf, activationsOf, deliveriesOf, payFor } from '../../../../test/protocol.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { addContact } from '../../../../test/vault-fixtures.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

describe('an activation', () => {
  it('changes contacts, instructions and deliveries together, and mails owner and contacts', async () => {
    const { owner, first, second } = await ownerWithTwoContacts(product);
    const unanswered = await addContact(owner);
    await payFor(owner, first);
    const { contacts } = await owner.browser.listContacts();
    const states = new Map(contacts.map(({ id, status }) => [id, status]));
    expect(states.get(first.contactId)).toBe('activated');
    expect(states.get(second.contactId)).toBe('activated');
    expect(states.get(unanswered.id)).toBe('pending');
    expect(await deliveriesOf(product.database, owner)).toHaveLength(2);
    const { protocol } = await owner.browser.getOwnProtocol();
    expect(protocol).toMatchObject({
      activated_by: { email: first.email },
      deliveries: [{ recipient_email: expect.any(String) }, {}],
    });
    expect(await mailNamesTo(product, owner.email, 2)).toEqual(
      expect.arrayContaining(['activation_announced', 'protocol_activated']),
    );
    // The letter itself announces the activation.
    expect(await mailNamesTo(product, first.email, 1)).toEqual(['delivery']);
    const { events } = await owner.browser.listSecurityEvents({ query: {} });
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['activation_payment_started', 'protocol_activated']),
    );
    expect((await owner.browser.getDashboard()).protocol_activated_at).not.toBeNull();
  });

  it('happens once: neither the same contact nor another can start it again', async () => {
    const { owner, first, second } = await ownerWithTwoContacts(product);
    await payFor(owner, first);
    expect(await errorCodeOf(start(owner, first))).toBe('protocol_already_active');
    expect(await errorCodeOf(start(owner, second))).toBe('protocol_already_active');
    expect(await activationsOf(product.database, owner)).toHaveLength(1);
  });

  it('whose payment notification was lost is found by the next start', async () => {
    const { owner, first } = await ownerWithTwoContacts(product);
    const body = activationOf(owner, first);
    await first.browser.startActivation({ body });
    await first.browser.refreshPaymentStatus({
      body: {
        action: 'refresh-payment-status',
        crt: body.metadata.client_return_token,
        status: 'succeeded',
      },
    });
    expect(await errorCodeOf(start(owner, first))).toBe('protocol_already_active');
    expect(await errorCodeOf(first.browser.startActivation({ body }))).toBe(
      'protocol_already_active',
    );
  });

  it('is not sold if there is nothing to deliver', async () => {
    const owner = await signedInPerson(product);
    const person = await signedInPerson(product);
    const { id: contactId } = await addContact(owner, person.email);
    await setStatus(product.database, contactId, 'confirmed');
    expect(await errorCodeOf(start(owner, { ...person, contactId }))).toBe('nothing_to_deliver');
  });

  it('rejects another price, person or return address', async () => {
    const { owner, first, second } = await ownerWithTwoContacts(product);
    const body = activationOf(owner, first);
    const call = (changed: object) =>
      first.browser.startActivation({ body: { ...body, ...changed } as typeof body });
    const foreign = { ...body.metadata, initiator_user_id: second.userId };
    expect(await errorCodeOf(call({ metadata: foreign }))).toBe('payment_mismatch');
    expect(await errorCodeOf(call({ return_url: 'https://evil.example/yookassa-return' }))).toBe(
      'invalid_input',
    );
    expect(await errorCodeOf(call({ amount: 1 }))).toBe('payment_mismatch');
    const { confirmation_url } = await call({});
    expect(new URL(confirmation_url).searchParams.get('amount')).toBe('7000');
  });
});

describe('the emergency PIN', () => {
  const setPin = async (owner: Person) =>
    owner.browser.setPin({ body: { pin: '246810', current_password: strongPassword } });

  it('is required if the owner set one, and the right one starts', async () => {
    const { owner, first } = await ownerWithTwoContacts(product);
    await setPin(owner);
    const { legacies } = await first.browser.listLegacies();
    expect(legacies[0]?.asks_for_pin).toBe(true);
    expect(await errorCodeOf(start(owner, first))).toBe('pin_required');
    expect(await payFor(owner, first, 'succeeded', '246810')).toMatchObject({ is_paid: true });
  });

  it('locks a contact out for a day after five wrong attempts, even concurrent ones, and mails the owner', async () => {
    const { owner, first, second } = await ownerWithTwoContacts(product);
    await setPin(owner);
    const wrong = await Promise.all(
      Array.from({ length: 8 }, () => failureOf(start(owner, first, '111111'))),
    );
    const codes = wrong.map(({ code }) => code).sort();
    expect(codes.filter((code) => code === 'wrong_pin')).toHaveLength(4);
    expect(codes.filter((code) => code === 'pin_locked')).toHaveLength(4);
    expect(await errorCodeOf(start(owner, first, '246810'))).toBe('pin_locked');
    expect(await mailNamesTo(product, owner.email, 2)).toContain('activation_pin_locked');
    const { legacies } = await first.browser.listLegacies();
    expect(legacies[0]?.pin_locked_until).not.toBeNull();
    expect(await errorCodeOf(start(owner, second, '111111'))).toBe('wrong_pin');
    product.clock.advance(24 * hour + 1);
    await first.browser.signIn({ body: first });
    expect(await start(owner, first, '246810')).toHaveProperty('payment_id');
    product.clock.advance(-24 * hour - 1);
  });

  it('is not compared for callers who may not activate', async () => {
    const { owner, first } = await ownerWithTwoContacts(product);
    await setPin(owner);
    const stranger = await signedInPerson(product);
    const asStranger = { ...stranger, contactId: first.contactId };
    expect(await errorCodeOf(start(owner, asStranger, '246810'))).toBe('legacy_not_found');
  });
});

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setStatus } from '../../../../test/contacts.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import { type Person, signedInPerson, strongPassword } from '../../../../test/people.ts';
import {
  activationOf,
  activationsOf,
  deliveriesOf,
  family,
  payFor,
  type TrustedPerson,
} from '../../../../test/protocol.ts';
import { hour, minute } from '../../../../test/test-clock.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { nameContact } from '../../../../test/vault-things.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

interface Pair {
  owner: Person;
  first: TrustedPerson;
  second: TrustedPerson;
}

async function pair(): Promise<Pair> {
  const { owner, contacts } = await family(product, 2);
  const [first, second] = contacts;
  if (!first || !second) throw new Error('two contacts were wanted');
  return { owner, first, second };
}

const start = (owner: Person, contact: TrustedPerson, pin?: string) =>
  contact.browser.startActivation({ body: activationOf(owner, contact, pin) });
const legacyOf = async (contact: TrustedPerson) =>
  (await contact.browser.listLegacies()).legacies[0];
const backWith = (crt: string) => ({ action: 'refresh-payment-status' as const, crt });
/** Why each try of an owner's contacts came to nothing, in the order in which they began. */
async function endings({ userId }: Person) {
  const rows = await product.database.rows<{ end_reason: string | null }>(sql`
    select end_reason from activation_requests
    where deceased_user_id = ${userId} order by created_at, id`);
  return rows.map(({ end_reason }) => end_reason);
}
const codeOf = async (call: Promise<unknown>) => (await failureOf(call)).code;
const mailsTo = async (email: string, count: number) =>
  (await product.mailbox.receive(email, count)).map(({ message_id }) =>
    message_id.replace(/^<([a-z_]+)\..*$/, '$1'),
  );

describe('an activation', () => {
  it('changes contacts, instructions and deliveries at once, and tells everybody concerned', async () => {
    const { owner, first, second } = await pair();
    const unanswered = await nameContact(owner);
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
    expect(await mailsTo(owner.email, 2)).toEqual(
      expect.arrayContaining(['activation_payment_started', 'protocol_activated']),
    );
    expect(await mailsTo(first.email, 3)).toEqual(
      expect.arrayContaining(['contact_invitation', 'activation_confirmed', 'delivery']),
    );
    const { events } = await owner.browser.listSecurityEvents();
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['activation_payment_started', 'protocol_activated']),
    );
    expect((await owner.browser.getDashboard()).protocol_activated_at).not.toBeNull();
  });

  it('happens once: neither the same contact nor another can start it again', async () => {
    const { owner, first, second } = await pair();
    await payFor(owner, first);
    expect(await codeOf(start(owner, first))).toBe('protocol_already_active');
    expect(await codeOf(start(owner, second))).toBe('protocol_already_active');
    expect(await activationsOf(product.database, owner)).toHaveLength(1);
  });

  it('that is being paid keeps nobody out: the others are told, and the first success counts', async () => {
    const { owner, first, second } = await pair();
    const begun = await start(owner, first);
    expect((await start(owner, first)).payment_id).toBe(begun.payment_id);
    expect(await legacyOf(second)).toMatchObject({ is_paid_by_other: true, activation: null });
    expect(await legacyOf(first)).toMatchObject({
      is_paid_by_other: false,
      activation: { status: 'payment_pending', is_mine: true },
    });
    await payFor(owner, second);
    await expect
      .poll(() => activationsOf(product.database, owner))
      .toEqual(['payment_canceled', 'delivered']);
    expect(await legacyOf(first)).toMatchObject({
      status: 'activated',
      is_paid_by_other: false,
      activation: { is_mine: false },
      instruction_count: 1,
    });
    // Called back with the provider: nobody can pay for it any more.
    await expect
      .poll(async () => (await first.browser.listPayments()).payments)
      .toMatchObject([{ status: 'canceled', refund: null }]);
  });

  it('that its payer gives up ends at once, and another can be begun', async () => {
    const { owner, first, second } = await pair();
    const body = activationOf(owner, first);
    const { payment_id } = await first.browser.startActivation({ body });
    const id = (await legacyOf(first))?.activation?.id ?? '';
    await first.browser.giveUpActivation({ params: { id } });
    await first.browser.giveUpActivation({ params: { id } });
    expect((await legacyOf(first))?.activation).toMatchObject({
      status: 'payment_canceled',
      end_reason: 'given_up',
    });
    expect(await legacyOf(second)).toMatchObject({ is_paid_by_other: false });
    const crt = body.metadata.client_return_token;
    expect(await first.browser.refreshPaymentStatus({ body: backWith(crt) })).toMatchObject({
      payment_status: 'canceled',
      outcome: 'canceled',
      reason: 'given_up',
    });
    expect((await start(owner, first)).payment_id).not.toBe(payment_id);
    expect(await endings(owner)).toEqual(['given_up', null]);
    expect((await mailsTo(owner.email, 3)).toSorted()).toEqual([
      'activation_attempt_ended',
      'activation_payment_started',
      'activation_payment_started',
    ]);
  });

  it('that has taken effect is not given up', async () => {
    const { owner, first } = await pair();
    await payFor(owner, first);
    const id = (await legacyOf(first))?.activation?.id ?? '';
    const call = first.browser.giveUpActivation({ params: { id } });
    expect(await codeOf(call)).toBe('protocol_already_active');
  });

  it('of a payer who cancels again and again keeps nobody out, and each end is told once', async () => {
    const { owner, first, second } = await pair();
    for (let round = 0; round < 3; round++) await payFor(owner, first, 'canceled');
    await start(owner, first);
    expect(await payFor(owner, second)).toMatchObject({ outcome: 'in_force', reason: null });
    expect(await endings(owner)).toEqual([
      'canceled',
      'canceled',
      'canceled',
      'another_was_faster',
      null,
    ]);
    const told = await mailsTo(owner.email, 10);
    expect(told.filter((kind) => kind === 'activation_attempt_ended')).toHaveLength(4);
    expect(told.filter((kind) => kind === 'protocol_activated')).toHaveLength(1);
  });

  it('that is left alone counts as being paid for two hours, for contacts and owner alike', async () => {
    const { owner, first, second } = await pair();
    await start(owner, first);
    const begunAgo = (minutes: number) =>
      product.database.rows(sql`
        update activation_requests
        set created_at = ${new Date(product.clock.now().getTime() - minutes * minute).toISOString()}
        where deceased_user_id = ${owner.userId}`);
    const told = async () => ({
      contact: (await legacyOf(second))?.is_paid_by_other,
      owner: (await owner.browser.getOwnProtocol()).paying.map(({ email }) => email),
    });
    await begunAgo(119);
    expect(await told()).toEqual({ contact: true, owner: [first.email] });
    await begunAgo(121);
    expect(await told()).toEqual({ contact: false, owner: [] });
  });

  it('is shown to its owner while somebody pays, and not once that contact is removed', async () => {
    const { owner, first, second } = await pair();
    await start(owner, first);
    await start(owner, second);
    const paying = async () =>
      (await owner.browser.getOwnProtocol()).paying.map(({ contact_id }) => contact_id);
    expect(await paying()).toEqual([first.contactId, second.contactId]);
    await owner.browser.deleteContact({ params: { id: first.contactId }, query: {} });
    expect(await paying()).toEqual([second.contactId]);
    await payFor(owner, second);
    expect(await owner.browser.getOwnProtocol()).toMatchObject({
      protocol: { activated_by: { email: second.email } },
      paying: [],
    });
  });

  it('that its payer may no longer start gives the money back and stands in nobody’s way', async () => {
    const { owner, first, second } = await pair();
    const body = activationOf(owner, first);
    const { payment_id } = await first.browser.startActivation({ body });
    await owner.browser.deleteContact({ params: { id: first.contactId }, query: {} });
    const crt = body.metadata.client_return_token;
    const paid = await first.browser.refreshPaymentStatus({
      body: { action: 'refresh-payment-status', crt, payment_id, status: 'succeeded' },
    });
    expect(paid).toMatchObject({ is_paid: true, outcome: 'refunded', reason: 'contact_removed' });
    const { payments } = await first.browser.listPayments();
    expect(payments).toMatchObject([
      { kind: 'activation', amount: 7000, refund: { amount: 7000, reason: 'contact_removed' } },
    ]);
    // Asked again later, the page says the same.
    expect(await first.browser.refreshPaymentStatus({ body: backWith(crt) })).toMatchObject({
      outcome: 'refunded',
      reason: 'contact_removed',
    });
    await payFor(owner, second);
    await expect
      .poll(() => activationsOf(product.database, owner))
      .toEqual(['refunded', 'delivered']);
    expect(await mailsTo(first.email, 2)).toContain('activation_refunded');
  });

  it('does not take effect for a payer whose address has changed meanwhile', async () => {
    const { owner, first } = await pair();
    const body = activationOf(owner, first);
    const { payment_id } = await first.browser.startActivation({ body });
    await product.database.rows(
      sql`update users set email = ${`new-${first.email}`} where id = ${first.userId}`,
    );
    await first.browser.refreshPaymentStatus({
      body: {
        action: 'refresh-payment-status',
        crt: body.metadata.client_return_token,
        payment_id,
        status: 'succeeded',
      },
    });
    expect(await activationsOf(product.database, owner)).toEqual(['refunded']);
    expect(await deliveriesOf(product.database, owner)).toEqual([]);
  });

  it('frees the way when whoever pays deletes the account', async () => {
    const { owner, first, second } = await pair();
    await start(owner, first);
    await first.browser.deleteAccount({
      body: { confirmation_word: 'УДАЛИТЬ', current_password: strongPassword },
    });
    await payFor(owner, second);
    await expect
      .poll(() => activationsOf(product.database, owner))
      .toEqual(['payment_canceled', 'delivered']);
  });

  it('gives the money back when the owner has deleted the account meanwhile', async () => {
    const { owner, first } = await pair();
    const body = activationOf(owner, first);
    const { payment_id } = await first.browser.startActivation({ body });
    await owner.browser.deleteAccount({
      body: { confirmation_word: 'УДАЛИТЬ', current_password: strongPassword },
    });
    await first.browser.refreshPaymentStatus({
      body: {
        action: 'refresh-payment-status',
        crt: body.metadata.client_return_token,
        payment_id,
        status: 'succeeded',
      },
    });
    const { payments } = await first.browser.listPayments();
    expect(payments).toMatchObject([{ refund: { amount: 7000, reason: 'account_gone' } }]);
  });

  it('goes back when there is nothing left to deliver by the time it is paid', async () => {
    const { owner, contacts, instruction } = await family(product);
    const [contact] = contacts;
    if (!contact) throw new Error('a contact was wanted');
    const body = activationOf(owner, contact);
    const { payment_id } = await contact.browser.startActivation({ body });
    await owner.browser.deleteInstruction({ params: { id: instruction.id } });
    const crt = body.metadata.client_return_token;
    const paid = await contact.browser.refreshPaymentStatus({
      body: { action: 'refresh-payment-status', crt, payment_id, status: 'succeeded' },
    });
    expect(paid).toMatchObject({ outcome: 'refunded', reason: 'nothing_to_deliver' });
    expect(await activationsOf(product.database, owner)).toEqual(['refunded']);
    expect((await contact.browser.listLegacies()).legacies[0]?.status).toBe('confirmed');
  });

  it('that waits for a provider of former times is begun anew', async () => {
    const { owner, first } = await pair();
    const begun = await start(owner, first);
    await product.database.rows(
      sql`update payments set provider = 'yookassa' where id = ${begun.payment_id}`,
    );
    expect((await start(owner, first)).payment_id).not.toBe(begun.payment_id);
    expect(await endings(owner)).toEqual(['given_up', null]);
  });

  it('that was paid already is found by whoever presses again', async () => {
    const { owner, first } = await pair();
    const body = activationOf(owner, first);
    await first.browser.startActivation({ body });
    await first.browser.refreshPaymentStatus({
      body: {
        action: 'refresh-payment-status',
        crt: body.metadata.client_return_token,
        status: 'succeeded',
      },
    });
    expect(await codeOf(start(owner, first))).toBe('protocol_already_active');
    expect(await codeOf(first.browser.startActivation({ body }))).toBe('protocol_already_active');
  });

  it('is not sold where there would be nothing to deliver', async () => {
    const owner = await signedInPerson(product);
    const person = await signedInPerson(product);
    const { id: contactId } = await nameContact(owner, person.email);
    await setStatus(product.database, contactId, 'confirmed');
    expect(await codeOf(start(owner, { ...person, contactId }))).toBe('nothing_to_deliver');
  });

  it('takes no other price, person or return address than its own', async () => {
    const { owner, first, second } = await pair();
    const body = activationOf(owner, first);
    const call = (changed: object) =>
      first.browser.startActivation({ body: { ...body, ...changed } as typeof body });
    const foreign = { ...body.metadata, initiator_user_id: second.userId };
    expect(await codeOf(call({ metadata: foreign }))).toBe('payment_mismatch');
    expect(await codeOf(call({ return_url: 'https://evil.example/yookassa-return' }))).toBe(
      'invalid_input',
    );
    const { confirmation_url } = await call({ amount: 1 });
    expect(new URL(confirmation_url).searchParams.get('amount')).toBe('7000');
  });
});

describe('the emergency PIN', () => {
  const setPin = async (owner: Person) =>
    owner.browser.setPin({ body: { pin: '246810', current_password: strongPassword } });

  it('is asked for where the owner set one, and the right one opens the way', async () => {
    const { owner, first } = await pair();
    await setPin(owner);
    const { legacies } = await first.browser.listLegacies();
    expect(legacies[0]?.asks_for_pin).toBe(true);
    expect(await codeOf(start(owner, first))).toBe('pin_required');
    expect(await payFor(owner, first, 'succeeded', '246810')).toMatchObject({ is_paid: true });
  });

  it('locks a contact out for a day after five wrong tries, also at once, and tells the owner', async () => {
    const { owner, first, second } = await pair();
    await setPin(owner);
    const wrong = await Promise.all(
      Array.from({ length: 8 }, () => failureOf(start(owner, first, '111111'))),
    );
    const codes = wrong.map(({ code }) => code).sort();
    expect(codes.filter((code) => code === 'wrong_pin')).toHaveLength(4);
    expect(codes.filter((code) => code === 'pin_locked')).toHaveLength(4);
    expect(await codeOf(start(owner, first, '246810'))).toBe('pin_locked');
    expect(await mailsTo(owner.email, 2)).toContain('activation_pin_locked');
    const { legacies } = await first.browser.listLegacies();
    expect(legacies[0]?.pin_locked_until).not.toBeNull();
    // Another contact is not locked out by it.
    expect(await codeOf(start(owner, second, '111111'))).toBe('wrong_pin');
    product.clock.advance(24 * hour + 1);
    await first.browser.signIn({ body: first });
    expect(await start(owner, first, '246810')).toHaveProperty('payment_id');
    product.clock.advance(-24 * hour - 1);
  });

  it('is not tried by somebody who may not activate', async () => {
    const { owner, first } = await pair();
    await setPin(owner);
    const stranger = await signedInPerson(product);
    const asStranger = { ...stranger, contactId: first.contactId };
    expect(await codeOf(start(owner, asStranger, '246810'))).toBe('legacy_not_found');
  });
});

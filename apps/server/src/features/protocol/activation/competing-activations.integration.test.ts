import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  enqueuedMails,
  errorCodeOf,
  mailNamesTo,
  onlyContact,
  ownerWithTwoContacts,
  setReleaseRules,
  start,
} from '../../../../test/activations.ts';
import { minute } from '../../../../test/durations.ts';
import { type Person, strongPassword } from '../../../../test/people.ts';
import {
  activationOf,
  activationsOf,
  family,
  payFor,
  type TrustedPerson,
} from '../../../../test/protocol.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const legacyOf = async (contact: TrustedPerson) =>
  (await contact.browser.listLegacies()).legacies[0];
const backWith = (crt: string) => ({ action: 'refresh-payment-status' as const, crt });
async function endings({ userId }: Person) {
  const rows = await product.database.rows<{ end_reason: string | null }>(sql`
    select end_reason from activation_requests
    where deceased_user_id = ${userId} order by created_at, id`);
  return rows.map(({ end_reason }) => end_reason);
}

describe('an activation', () => {
  it('with a pending payment does not block others: they see it, and the first success counts', async () => {
    const { owner, first, second } = await ownerWithTwoContacts(product);
    const started = await start(owner, first);
    expect((await start(owner, first)).payment_id).toBe(started.payment_id);
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
    // The provider has canceled the payment, so it can no longer be paid.
    await expect
      .poll(async () => (await first.browser.listPayments()).payments)
      .toMatchObject([{ status: 'canceled', refund: null }]);
  });

  it('canceled by its payer ends immediately, and another contact can start', async () => {
    const { owner, first, second } = await ownerWithTwoContacts(product);
    const body = activationOf(owner, first);
    const { payment_id } = await first.browser.startActivation({ body });
    const id = (await legacyOf(first))?.activation?.id ?? '';
    await first.browser.cancelActivation({ params: { id } });
    await first.browser.cancelActivation({ params: { id } });
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
    expect((await mailNamesTo(product, owner.email, 3)).toSorted()).toEqual([
      'activation_announced',
      'activation_announced',
      'activation_attempt_ended',
    ]);
  });

  it('that is in effect cannot be canceled', async () => {
    const { owner, first } = await ownerWithTwoContacts(product);
    await payFor(owner, first);
    const id = (await legacyOf(first))?.activation?.id ?? '';
    const call = first.browser.cancelActivation({ params: { id } });
    expect(await errorCodeOf(call)).toBe('protocol_already_active');
  });

  it('canceled repeatedly does not block others, and each end is mailed once', async () => {
    const { owner, first, second } = await ownerWithTwoContacts(product);
    for (let round = 0; round < 3; round++) await payFor(owner, first, 'canceled');
    await start(owner, first);
    expect(await payFor(owner, second)).toMatchObject({ outcome: 'in_force', reason: null });
    expect(await endings(owner)).toEqual(['canceled', 'canceled', 'canceled', 'overtaken', null]);
    const notices = await mailNamesTo(product, owner.email, 9);
    expect(notices.filter((kind) => kind === 'activation_attempt_ended')).toHaveLength(3);
    expect(notices.filter((kind) => kind === 'protocol_activated')).toHaveLength(1);
  });

  it.each([0, 24] as const)(
    'overtaken by a faster payer causes no mail to the owner besides that of the winner, with a waiting period of %i hours',
    async (hours) => {
      const { owner, first, second } = await ownerWithTwoContacts(product);
      await setReleaseRules(product, owner, hours);
      const { payment_id } = await start(owner, first);
      await payFor(owner, second);
      expect(await endings(owner)).toEqual(['overtaken', null]);
      const [slower] = await product.database.rows<{ id: string }>(
        sql`select id from activation_requests where payment_id = ${payment_id}`,
      );
      const mails = await enqueuedMails(product, slower?.id);
      const buildOwnerMail = mails.filter((mail) => 'address' in mail).map(({ name }) => name);
      expect(buildOwnerMail).toEqual(['activation_announced']);
    },
  );

  it('abandoned by its payer counts as pending for two hours, for contacts and owner', async () => {
    const { owner, first, second } = await ownerWithTwoContacts(product);
    await start(owner, first);
    const setStartedAgo = (minutes: number) =>
      product.database.rows(sql`
        update activation_requests
        set payment_started_at = ${new Date(product.clock.now().getTime() - minutes * minute).toISOString()}
        where deceased_user_id = ${owner.userId}`);
    const notices = async () => ({
      contact: (await legacyOf(second))?.is_paid_by_other,
      owner: (await owner.browser.getOwnProtocol()).paying.map(({ email }) => email),
    });
    await setStartedAgo(119);
    expect(await notices()).toEqual({ contact: true, owner: [first.email] });
    await setStartedAgo(121);
    expect(await notices()).toEqual({ contact: false, owner: [] });
  });

  it('is shown to its owner while a contact pays, until that contact is removed', async () => {
    const { owner, first, second } = await ownerWithTwoContacts(product);
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

  it('of a payer who may no longer start is refunded and does not block others', async () => {
    const { owner, first, second } = await ownerWithTwoContacts(product);
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
    // The return page shows the same outcome when it is opened later.
    expect(await first.browser.refreshPaymentStatus({ body: backWith(crt) })).toMatchObject({
      outcome: 'refunded',
      reason: 'contact_removed',
    });
    await payFor(owner, second);
    await expect
      .poll(() => activationsOf(product.database, owner))
      .toEqual(['refunded', 'delivered']);
    await expect.poll(() => mailNamesTo(product, first.email, 1)).toContain('activation_ended');
  });

  it('takes effect for a payer whose address has changed meanwhile', async () => {
    const { owner, first } = await ownerWithTwoContacts(product);
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
    expect(['activated', 'delivering', 'delivered']).toContain(
      (await activationsOf(product.database, owner))[0],
    );
  });

  it('does not block others once the payer deletes the account', async () => {
    const { owner, first, second } = await ownerWithTwoContacts(product);
    await start(owner, first);
    await first.browser.deleteAccount({
      body: { confirmation_word: 'УДАЛИТЬ', current_password: strongPassword },
    });
    await payFor(owner, second);
    await expect
      .poll(() => activationsOf(product.database, owner))
      // The payer is no longer a confirmed contact, so their letters are withheld.
      .toEqual(['payment_canceled', 'partially_delivered']);
  });

  it('is refunded when the owner has deleted the account meanwhile', async () => {
    const { owner, first } = await ownerWithTwoContacts(product);
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

  it('is refunded when there is nothing to deliver by the time it is paid', async () => {
    const { owner, contacts, instruction } = await family(product);
    const contact = onlyContact(contacts);
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

  it('pending with a former provider is replaced by a new start', async () => {
    const { owner, first } = await ownerWithTwoContacts(product);
    const started = await start(owner, first);
    await product.database.rows(
      sql`update payments set provider = 'yookassa' where id = ${started.payment_id}`,
    );
    expect((await start(owner, first)).payment_id).not.toBe(started.payment_id);
    expect(await endings(owner)).toEqual(['given_up', null]);
  });
});

import { moscowDay } from '@zavet/contract/days';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onlyContact, setReleaseRules } from '../../../../test/activations.ts';
import { hour } from '../../../../test/durations.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import { operatorAtDesk } from '../../../../test/operators.ts';
import { buy, type PayingProduct, startPayingProduct } from '../../../../test/payment-fixture.ts';
import { newAddress, type Person, signedInPerson } from '../../../../test/people.ts';
import { activationOf, family, trustedPersonOf } from '../../../../test/protocol.ts';
import { addContact } from '../../../../test/vault-fixtures.ts';
import { readPlan } from '../../billing/plans/plan-repository.ts';
import { endPeriods } from '../../billing/plans/renewals.ts';

const day = 24 * hour;
let product: PayingProduct;
beforeAll(async () => {
  product = await startPayingProduct({ runsJobs: false });
  product.standIn.control.setWebhooks({ mode: 'never' });
});
afterAll(() => product.stop());

const codeOf = async (call: Promise<unknown>) => (await failureOf(call)).code;
const signIn = ({ email, password }: Person) =>
  product.browser().signIn({ body: { email, password } });

/** Names of enqueued mails, for one user or for all. */
async function mailsTo(userId?: string): Promise<string[]> {
  const rows = await product.database.rows<{ name: string }>(sql`
    select data->>'mail' as name from pgboss.job where name = 'mail'
      and (${userId ?? null}::text is null or data->'ids'->>'user_id' = ${userId ?? null}::text)
    order by created_on, id`);
  return rows.map(({ name }) => name);
}

async function atDesk() {
  const operator = await operatorAtDesk(product);
  const inputFor = ({ userId: id }: Pick<Person, 'userId'>) => ({
    params: { id },
    body: { code: operator.code() },
  });
  return {
    operator,
    suspend: ({ userId: id }: Pick<Person, 'userId'>, reason: 'harm' | 'stranger_in_account') =>
      operator.browser.suspendAccount({ params: { id }, body: { reason, code: operator.code() } }),
    lift: (person: Person) => operator.browser.liftSuspension(inputFor(person)),
    remove: (person: Person) => operator.browser.deleteSuspendedAccount(inputFor(person)),
    erase: (email: string) =>
      operator.browser.eraseContact({ body: { email, code: operator.code() } }),
  };
}

describe('suspended account', () => {
  it('has no sessions and rejects sign-ins until the suspension is lifted, but keeps its content', async () => {
    const { owner, contacts, instruction } = await family(product);
    const contact = onlyContact(contacts);
    const { operator, suspend, lift } = await atDesk();
    await suspend(owner, 'harm');
    expect(await codeOf(owner.browser.getProfile())).toBe('session_missing');
    expect(await codeOf(signIn(owner))).toBe('account_suspended');
    expect(await mailsTo(owner.userId)).toContain('account_changed_by_support');
    const { account } = await operator.browser.getAccount({ params: { id: owner.userId } });
    expect(account).toMatchObject({ state: 'suspended', suspension: { reason: 'harm' } });
    expect(await codeOf(suspend(owner, 'harm'))).toBe('no_changes');
    // Contacts can still start an activation.
    const { legacies } = await contact.browser.listLegacies();
    expect(legacies).toHaveLength(1);
    await lift(owner);
    expect(await codeOf(lift(owner))).toBe('no_changes');
    await owner.browser.signIn({ body: { email: owner.email, password: owner.password } });
    const { instructions } = await owner.browser.listInstructions();
    expect(instructions.map(({ id }) => id)).toEqual([instruction.id]);
  });

  it('allows a sign-in if it is the only way to veto, and ends that session after the veto', async () => {
    const { owner, contacts } = await family(product);
    const contact = onlyContact(contacts);
    const { suspend } = await atDesk();
    await suspend(owner, 'harm');
    await product.database.rows(sql`
      insert into activation_requests (id, deceased_user_id, trusted_contact_id, initiator_user_id,
        status, request_reason, approval_basis, certificate_proposed_by, certificate_proposed_at,
        certificate_approved_by, created_at, updated_at)
      values (gen_random_uuid(), ${owner.userId}, ${contact.contactId}, ${contact.userId},
        'approved', 'review', 'death_certificate', gen_random_uuid(), now(), gen_random_uuid(),
        now(), now())`);
    await owner.browser.signIn({ body: { email: owner.email, password: owner.password } });
    await owner.browser.refreshSession();
    await owner.browser.vetoOwnProtocol();
    expect(await codeOf(owner.browser.refreshSession())).toBe('session_missing');
    expect(await codeOf(owner.browser.getProfile())).toBe('session_missing');
    expect(await codeOf(signIn(owner))).toBe('account_suspended');
  });

  it('is not deleted before the announced time, nor during an activation', async () => {
    const { owner, contacts } = await family(product);
    const contact = onlyContact(contacts);
    const desk = await atDesk();
    expect(await codeOf(desk.remove(owner))).toBe('not_suspended_long_enough');
    await desk.suspend(owner, 'harm');
    product.clock.advance(29 * day);
    expect(await codeOf((await atDesk()).remove(owner))).toBe('not_suspended_long_enough');
    product.clock.advance(day);
    await product.database.rows(sql`
      insert into activation_requests (id, deceased_user_id, trusted_contact_id, initiator_user_id,
        status, request_reason, created_at, updated_at)
      values (gen_random_uuid(), ${owner.userId}, ${contact.contactId}, ${contact.userId},
        'requested', 'review', now(), now())`);
    const later = await atDesk();
    expect(await codeOf(later.remove(owner))).toBe('account_held');
    await product.database.rows(
      sql`delete from activation_requests where deceased_user_id = ${owner.userId}`,
    );
    await later.remove(owner);
    expect(await codeOf(signIn(owner))).toBe('invalid_credentials');
    const [tombstone] = await product.database.rows(
      sql`select 1 from tombstones where user_id = ${owner.userId}`,
    );
    expect(tombstone).toBeDefined();
    expect(await mailsTo()).toContain('account_deleted');
  });

  it("is never deleted if suspended for a stranger's access", async () => {
    const person = await signedInPerson(product);
    const { suspend } = await atDesk();
    await suspend(person, 'stranger_in_account');
    product.clock.advance(400 * day);
    expect(await codeOf((await atDesk()).remove(person))).toBe('not_suspended_long_enough');
  });
});

describe('erasure of a contact on request', () => {
  it('removes the contact from all owners without released letters, and notifies them', async () => {
    const email = newAddress();
    const [one, other] = [await signedInPerson(product), await signedInPerson(product)];
    for (const owner of [one, other]) await addContact(owner, email);
    const released = await signedInPerson(product);
    const { id } = await addContact(released, email);
    await product.database.rows(
      sql`update trusted_contacts set status = 'activated' where id = ${id}`,
    );
    const { erase } = await atDesk();
    expect(await erase(email)).toEqual({ erased: 2, kept: 1 });
    for (const owner of [one, other]) {
      expect((await owner.browser.listContacts()).contacts).toEqual([]);
    }
    const notices = await product.database.rows(
      sql`select 1 from contact_notices where kind = 'contact_erased' and email = ${email}`,
    );
    expect(notices).toHaveLength(2);
    expect(await erase(newAddress())).toEqual({ erased: 0, kept: 0 });
  });

  it('is rejected if the operator is a contact of one of the owners', async () => {
    const owner = await signedInPerson(product);
    const contact = await trustedPersonOf(product, owner);
    const { operator, erase } = await atDesk();
    await addContact(owner, operator.email);
    expect(await codeOf(erase(contact.email))).toBe('operator_involved');
    expect((await owner.browser.listContacts()).contacts).toHaveLength(2);
  });
});

describe('payments at the desk', () => {
  it('refunds a payment in full, once', async () => {
    const person = await signedInPerson(product);
    const payment_id = await buy(product, person, 'storage_300_monthly');
    const { operator } = await atDesk();
    const params = { id: person.userId };
    const { account } = await operator.browser.getAccount({ params });
    expect(account.refundable).toMatchObject([{ id: payment_id, amount_kopecks: 30_000 }]);
    const refund = () =>
      operator.browser.refundOnRequest({
        params,
        body: { payment_id, ground: 'service_fault', code: operator.code() },
      });
    await refund();
    expect(await codeOf(refund())).toBe('no_changes');
    const refunds = await product.database.rows(
      sql`select amount_kopecks, reason from refunds where payment_id = ${payment_id}`,
    );
    expect(refunds).toEqual([{ amount_kopecks: 30_000, reason: 'requested' }]);
    const stranger = await signedInPerson(product);
    const foreign = operator.browser.refundOnRequest({
      params: { id: stranger.userId },
      body: { payment_id, ground: 'service_fault', code: operator.code() },
    });
    expect(await codeOf(foreign)).toBe('not_found');
  });

  it('does not refund the fee of an activation in its waiting period', async () => {
    const { owner, contacts } = await family(product);
    const contact = onlyContact(contacts);
    await setReleaseRules(product, owner, 72);
    const body = activationOf(owner, contact);
    const { payment_id } = await contact.browser.startActivation({ body });
    const payments = product.standIn.control.payments();
    product.standIn.control.pay(
      payments.find(({ metadata }) => metadata?.payment_id === payment_id)?.id ?? '',
    );
    const crt = body.metadata.client_return_token;
    const refresh = { action: 'refresh-payment-status' as const, crt, payment_id };
    await contact.browser.refreshPaymentStatus({ body: refresh });
    const { operator } = await atDesk();
    const params = { id: contact.userId };
    expect((await operator.browser.getAccount({ params })).account.refundable).toEqual([]);
    const refund = operator.browser.refundOnRequest({
      params,
      body: { payment_id, ground: 'service_fault', code: operator.code() },
    });
    expect(await codeOf(refund)).toBe('not_found');
    expect(
      await product.database.rows(sql`select 1 from refunds where payment_id = ${payment_id}`),
    ).toEqual([]);
  });

  it('grants a custom plan that lapses after its last day', async () => {
    const person = await signedInPerson(product);
    const { operator } = await atDesk();
    const at = (days: number) => moscowDay(new Date(product.clock.now().getTime() + days * day));
    const valid_until = at(40);
    const grant = (lastDay: string) =>
      operator.browser.grantCustomPlan({
        params: { id: person.userId },
        body: { storage_mb: 5000, valid_until: lastDay, code: operator.code() },
      });
    expect(await codeOf(grant(at(0)))).toBe('invalid_input');
    await grant(valid_until);
    expect(await person.browser.getPlan()).toMatchObject({
      plan: 'custom',
      limit_mb: 5000,
      valid_until,
      auto_renewal: false,
    });
    await endPeriods(product.ctx);
    expect((await readPlan(product.database, person.userId)).plan).toBe('custom');
    product.clock.advance(41 * day);
    await endPeriods(product.ctx);
    const lapsed = await readPlan(product.database, person.userId);
    expect(lapsed).toMatchObject({ plan: 'free_expired', limit_mb: 30, former_plan: null });
    expect(lapsed.grace_until).not.toBeNull();
    expect(await mailsTo(person.userId)).toEqual(['account_changed_by_support', 'plan_lapsed']);
  });
});

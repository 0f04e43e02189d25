import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  errorCodeOf,
  onlyContact,
  ownerWithTwoContacts,
  refundsOf,
  setReleaseRules,
  start,
} from '../../../../test/activations.ts';
import { setStatus } from '../../../../test/contacts.ts';
import { operatorAtDesk, type TestOperator } from '../../../../test/operators.ts';
import { signedInPerson } from '../../../../test/people.ts';
import { activationsOf, family, payFor, trustedPersonOf } from '../../../../test/protocol.ts';
import {
  approve,
  auditOf,
  certify,
  fileRequest,
  reject,
  vetoTokenFor,
} from '../../../../test/requests.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { addContact, writeInstruction } from '../../../../test/vault-fixtures.ts';
import { activationProgress } from '../emails/progress-mails.ts';
import { createPaperCode } from '../settings/settings.ts';

let product: TestProduct;

let operator: TestOperator;

let colleague: TestOperator;

beforeAll(async () => {
  product = await startTestProduct({}, { runsJobs: false });
  operator = await operatorAtDesk(product);
  colleague = await operatorAtDesk(product);
});

afterAll(() => product.stop());

async function pair() {
  const { owner, contacts } = await family(product);
  return { owner, contact: onlyContact(contacts) };
}

async function pairWithPin() {
  const { owner, contact } = await pair();
  const { password: current_password } = owner;
  await owner.browser.setPin({ body: { pin: '471100', current_password } });
  return { owner, contact };
}

const approvalMail = ({ contactId: contact_id }: { contactId: string }) =>
  activationProgress.find(product.ctx, { contact_id, step: 'approved' });

const statuses = (owner: { userId: string }) => activationsOf(product.database, owner);

describe('a contact who may start directly', () => {
  it('needs operators only because of a PIN or a block', async () => {
    const { owner, contact } = await pair();
    expect(await errorCodeOf(fileRequest(owner, contact))).toBe('review_not_needed');
    const { legacies } = await contact.browser.listLegacies();
    expect(legacies[0]?.request).toBeNull();
    const stranger = { ...(await signedInPerson(product)), contactId: contact.contactId };
    expect(await errorCodeOf(fileRequest(owner, stranger))).toBe('legacy_not_found');
    expect(await statuses(owner)).toEqual([]);
  });

  it('pays without the PIN after an approval', async () => {
    const { owner, contact } = await pairWithPin();
    const { legacies } = await contact.browser.listLegacies();
    expect(legacies[0]?.request).toEqual({ reason: 'pin', is_needed: false, not_before: null });
    expect(await errorCodeOf(start(owner, contact))).toBe('pin_required');
    const { id, reason } = await fileRequest(owner, contact);
    expect(reason).toBe('pin');
    await approve(operator, id, 'incapacity');
    expect(await approvalMail(contact)).toMatchObject({ facts: { has_pin: true } });
    await payFor(owner, contact);
    expect(await statuses(owner)).toEqual(['activated']);
  });

  it('ends a request by starting with the PIN, and a pending payment by filing a request', async () => {
    const { owner, contact } = await pairWithPin();
    const { id } = await fileRequest(owner, contact);
    await start(owner, contact, '471100');
    expect(await statuses(owner)).toEqual(['payment_canceled', 'payment_pending']);
    expect(await errorCodeOf(reject(operator, id))).toBe('review_closed');
    await fileRequest(owner, contact);
    expect(await statuses(owner)).toEqual(['payment_canceled', 'payment_canceled', 'requested']);
    const withdrawals = await product.database.rows(
      sql`select 1 from pgboss.job where name = 'withdraw-payment' and state = 'created'`,
    );
    expect(withdrawals).toHaveLength(1);
  });

  it('starts again after a veto and an approval', async () => {
    const { owner, contact } = await pair();
    await start(owner, contact);
    await owner.browser.vetoOwnProtocol();
    const { legacies } = await contact.browser.listLegacies();
    expect(legacies[0]?.request).toMatchObject({ reason: 'vetoed', is_needed: true });
    const { id } = await fileRequest(owner, contact);
    expect(await errorCodeOf(start(owner, contact))).toBe('contact_vetoed');
    await approve(operator, id);
    expect(await approvalMail(contact)).toMatchObject({ facts: { has_pin: false } });
    await payFor(owner, contact);
    expect(await statuses(owner)).toEqual(['vetoed', 'activated']);
  });

  it('is refused during a waiting period, and loses to a payment of another contact', async () => {
    const { owner, first, second } = await ownerWithTwoContacts(product);
    const { password: current_password } = owner;
    await owner.browser.setPin({ body: { pin: '471100', current_password } });
    await setReleaseRules(product, owner, 24);
    const { id } = await fileRequest(owner, first);
    await payFor(owner, second, 'succeeded', '471100');
    expect(await statuses(owner)).toEqual(['payment_canceled', 'waiting']);
    expect(await errorCodeOf(fileRequest(owner, first))).toBe('protocol_waiting');
    expect(await errorCodeOf(approve(operator, id))).toBe('review_closed');
  });
});

describe('a start approved by a death certificate', () => {
  async function certified() {
    const { owner, contact } = await pairWithPin();
    await setReleaseRules(product, owner, 24);
    const { id } = await fileRequest(owner, contact);
    const token = await vetoTokenFor(product, id);
    await certify([operator, colleague], contact, id);
    return { owner, contact, id, token };
  }
  const codeFor = async (owner: { userId: string }) => {
    const [session] = await product.database.rows<{ id: string }>(
      sql`select id from sessions where user_id = ${owner.userId}`,
    );
    const signedIn = { user_id: owner.userId, session_id: session?.id ?? '' };
    const { code } = await createPaperCode(product.ctx, signedIn, {
      address: '127.0.0.1',
      user_agent: null,
      request_id: 'test',
    });
    return code;
  };

  it('is vetoed by the signed-in owner and by the paper code, not by a mailed link', async () => {
    const { owner, contact, token } = await certified();
    const body = { token };
    const stranger = product.browser();
    expect(await stranger.describeVeto({ body })).toMatchObject({
      needs_sign_in: true,
      attempts: [{ status: 'approved' }],
    });
    expect(await errorCodeOf(stranger.vetoProtocol({ body }))).toBe('sign_in_to_veto');
    await payFor(owner, contact);
    expect(await errorCodeOf(stranger.vetoProtocol({ body }))).toBe('sign_in_to_veto');
    expect(await statuses(owner)).toEqual(['waiting']);
    await owner.browser.vetoOwnProtocol();
    expect(await statuses(owner)).toEqual(['vetoed']);
    expect(await refundsOf(product, contact)).toHaveLength(1);
    expect(await errorCodeOf(start(owner, contact))).toBe('contact_vetoed');
  });

  it('still cannot be vetoed by a link after a failed payment', async () => {
    const { owner, contact, token } = await certified();
    await payFor(owner, contact, 'canceled');
    await start(owner, contact);
    const stranger = product.browser();
    expect(await errorCodeOf(stranger.vetoProtocol({ body: { token } }))).toBe('sign_in_to_veto');
    expect(await statuses(owner)).toEqual(['payment_canceled', 'payment_pending']);
    const code = await codeFor(owner);
    await stranger.vetoProtocol({ body: { code } });
    expect(await statuses(owner)).toEqual(['payment_canceled', 'vetoed']);
  });

  it('continues when a link vetoes other starts', async () => {
    const { owner, first, second } = await ownerWithTwoContacts(product);
    const { password: current_password } = owner;
    await owner.browser.setPin({ body: { pin: '471100', current_password } });
    const { id } = await fileRequest(owner, first);
    const token = await vetoTokenFor(product, id);
    await certify([operator, colleague], first, id);
    await start(owner, second, '471100');
    const stranger = product.browser();
    expect(await stranger.describeVeto({ body: { token } })).toMatchObject({
      needs_sign_in: false,
      attempts: [{ status: 'payment_pending' }],
    });
    expect(await stranger.vetoProtocol({ body: { token } })).toMatchObject({
      is_vetoed: true,
      needs_sign_in: true,
      attempts: [{ status: 'approved' }],
    });
    expect(await statuses(owner)).toEqual(['approved', 'vetoed']);
    await payFor(owner, first);
    expect(await statuses(owner)).toEqual(['activated', 'vetoed']);
  });
});

const rounds = [1, 2];

/** The outcome of a call: `done`, or the error code. */
const outcomeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

describe('concurrently', () => {
  it('two operators decide, and one succeeds', async () => {
    for (const _ of rounds) {
      const { owner, id } = await fileRequestWithPin();
      const [one, other] = [operator, colleague];
      const ends = await Promise.all([outcomeOf(approve(one, id)), outcomeOf(reject(other, id))]);
      expect(ends.toSorted()).toEqual(['done', 'review_closed']);
      const [status] = await activationsOf(product.database, owner);
      expect(status).toBe(ends[0] === 'done' ? 'approved' : 'rejected');
      const decided = (await auditOf(product, owner)).filter((act) => act.startsWith('operator'));
      expect(decided).toHaveLength(1);
    }
  });

  it('an owner vetoes and an operator approves: the veto wins', async () => {
    for (const _ of rounds) {
      const { owner, contact, id } = await fileRequestWithPin();
      const token = await vetoTokenFor(product, id);
      const [approved, vetoed] = await Promise.all([
        outcomeOf(approve(operator, id)),
        outcomeOf(product.browser().vetoProtocol({ body: { token } })),
      ]);
      expect(vetoed).toBe('done');
      expect(['done', 'review_closed']).toContain(approved);
      const [status] = await activationsOf(product.database, owner);
      expect(status).toBe(approved === 'done' ? 'vetoed' : 'rejected');
      expect(await errorCodeOf(start(owner, contact, '471100'))).toBe('contact_vetoed');
    }
  });

  it('a contact files a request and pays: only one of the two remains open', async () => {
    for (const _ of rounds) {
      const { owner, contacts } = await family(product);
      const contact = onlyContact(contacts);
      const { password: current_password } = owner;
      await owner.browser.setPin({ body: { pin: '471100', current_password } });
      await Promise.all([
        outcomeOf(fileRequest(owner, contact)),
        outcomeOf(fileRequest(owner, contact)),
        outcomeOf(payFor(owner, contact, 'succeeded', '471100')),
      ]);
      const ends = await activationsOf(product.database, owner);
      const live = ends.filter((status) => status === 'requested' || status === 'activated');
      expect(live).toHaveLength(1);
      expect(ends.filter((status) => status === 'requested').length).toBeLessThanOrEqual(1);
    }
  });
});

it('operators cannot decide on their own requests, nor on requests about them', async () => {
  const [other] = [colleague];
  // The owner is the operator.
  const contact = await trustedPersonOf(product, operator);
  await writeInstruction(operator, { trusted_contact_ids: [contact.contactId] });
  const { password: current_password } = operator;
  await operator.browser.setPin({ body: { pin: '471100', current_password } });
  const { id } = await fileRequest(operator, contact);
  expect(await outcomeOf(approve(operator, id))).toBe('operator_involved');
  expect(await outcomeOf(reject(operator, id))).toBe('operator_involved');
  expect(await activationsOf(product.database, operator)).toEqual(['requested']);
  await approve(other, id);
  expect(await activationsOf(product.database, operator)).toEqual(['approved']);

  // The contact is the operator.
  const owner = await signedInPerson(product);
  const named = await addContact(owner, operator.email);
  await setStatus(product.database, named.id, 'confirmed');
  await writeInstruction(owner, { trusted_contact_ids: [named.id] });
  await owner.browser.setPin({ body: { pin: '471100', current_password: owner.password } });
  const own = await fileRequest(owner, { ...operator, contactId: named.id });
  expect(await outcomeOf(approve(operator, own.id))).toBe('operator_involved');
  expect(await outcomeOf(reject(operator, own.id))).toBe('operator_involved');
  expect(await activationsOf(product.database, owner)).toEqual(['requested']);
  await reject(other, own.id);
  expect(await activationsOf(product.database, owner)).toEqual(['rejected']);
});

async function fileRequestWithPin() {
  const { owner, contacts } = await family(product);
  const contact = onlyContact(contacts);
  const { password: current_password } = owner;
  await owner.browser.setPin({ body: { pin: '471100', current_password } });
  const { id } = await fileRequest(owner, contact);
  return { owner, contact, id };
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, start } from '../../../../test/activation-fixture.ts';
import { setStatus } from '../../../../test/contacts.ts';
import { operatorAtDesk, type TestOperator } from '../../../../test/operators.ts';
import { signedInPerson } from '../../../../test/people.ts';
import { activationsOf, family, payFor, trustedPersonOf } from '../../../../test/protocol.ts';
import { approve, ask, auditOf, reject, stopTokenFor } from '../../../../test/requests.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { nameContact, writeInstruction } from '../../../../test/vault-fixtures.ts';
import { onlyContact } from '../../../../test/waiting.ts';

let product: TestProduct;
let operators: [TestOperator, TestOperator];
beforeAll(async () => {
  product = await startTestProduct({}, { runsJobs: false });
  operators = [await operatorAtDesk(product), await operatorAtDesk(product)];
});
afterAll(() => product.stop());

const rounds = [1, 2];

async function asked() {
  const { owner, contacts } = await family(product);
  const contact = onlyContact(contacts);
  const { password: current_password } = owner;
  await owner.browser.setPin({ body: { pin: '471100', current_password } });
  const { id } = await ask(owner, contact);
  return { owner, contact, id };
}
/** What a call came to, without waiting for it. */
const endOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

describe('at the same moment', () => {
  it('two operators decide, and one of them does', async () => {
    for (const _ of rounds) {
      const { owner, id } = await asked();
      const [one, other] = operators;
      const ends = await Promise.all([endOf(approve(one, id)), endOf(reject(other, id))]);
      expect(ends.toSorted()).toEqual(['done', 'review_closed']);
      const [status] = await activationsOf(product.database, owner);
      expect(status).toBe(ends[0] === 'done' ? 'approved' : 'rejected');
      const decided = (await auditOf(product, owner)).filter((act) => act.startsWith('operator'));
      expect(decided).toHaveLength(1);
    }
  });

  it('an owner answers and an operator approves: the answer holds either way', async () => {
    for (const _ of rounds) {
      const { owner, contact, id } = await asked();
      const token = await stopTokenFor(product, id);
      const [approved, stopped] = await Promise.all([
        endOf(approve(operators[0], id)),
        endOf(product.browser().vetoProtocol({ body: { token } })),
      ]);
      expect(stopped).toBe('done');
      expect(['done', 'review_closed']).toContain(approved);
      const [status] = await activationsOf(product.database, owner);
      expect(status).toBe(approved === 'done' ? 'vetoed' : 'rejected');
      expect(await codeOf(start(owner, contact, '471100'))).toBe('contact_stopped');
    }
  });

  it('a contact asks and pays: one of both is open, and never two', async () => {
    for (const _ of rounds) {
      const { owner, contacts } = await family(product);
      const contact = onlyContact(contacts);
      const { password: current_password } = owner;
      await owner.browser.setPin({ body: { pin: '471100', current_password } });
      await Promise.all([
        endOf(ask(owner, contact)),
        endOf(ask(owner, contact)),
        endOf(payFor(owner, contact, 'succeeded', '471100')),
      ]);
      const ends = await activationsOf(product.database, owner);
      const live = ends.filter((status) => status === 'requested' || status === 'activated');
      expect(live).toHaveLength(1);
      expect(ends.filter((status) => status === 'requested').length).toBeLessThanOrEqual(1);
    }
  });
});

it('does not let an operator decide on a request of their own, nor on one about themself', async () => {
  const [operator, other] = operators;
  // The owner sits at the desk.
  const contact = await trustedPersonOf(product, operator);
  await writeInstruction(operator, { trusted_contact_ids: [contact.contactId] });
  const { password: current_password } = operator;
  await operator.browser.setPin({ body: { pin: '471100', current_password } });
  const { id } = await ask(operator, contact);
  expect(await endOf(approve(operator, id))).toBe('operator_involved');
  expect(await endOf(reject(operator, id))).toBe('operator_involved');
  expect(await activationsOf(product.database, operator)).toEqual(['requested']);
  await approve(other, id);
  expect(await activationsOf(product.database, operator)).toEqual(['approved']);

  // The one who asks sits at the desk.
  const owner = await signedInPerson(product);
  const named = await nameContact(owner, operator.email);
  await setStatus(product.database, named.id, 'confirmed');
  await writeInstruction(owner, { trusted_contact_ids: [named.id] });
  await owner.browser.setPin({ body: { pin: '471100', current_password: owner.password } });
  const own = await ask(owner, { ...operator, contactId: named.id });
  expect(await endOf(approve(operator, own.id))).toBe('operator_involved');
  expect(await endOf(reject(operator, own.id))).toBe('operator_involved');
  expect(await activationsOf(product.database, owner)).toEqual(['requested']);
  await reject(other, own.id);
  expect(await activationsOf(product.database, owner)).toEqual(['rejected']);
});

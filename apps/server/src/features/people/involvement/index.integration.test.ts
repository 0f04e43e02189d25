import { contactStatuses } from '@zavet/contract/people/contact-rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setStatus } from '../../../../test/contacts.ts';
import { newOperator } from '../../../../test/operators.ts';
import { signedInPerson } from '../../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { addContact } from '../../../../test/vault-fixtures.ts';
import { refuseInvolvedOperator } from './index.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const involved = { code: 'operator_involved' };

/** An operator, an owner, and a check of the operator against the owner. */
async function operatorAndOwner() {
  const operator = await newOperator(product);
  const owner = await signedInPerson(product);
  const act = (ownerId = owner.userId) =>
    refuseInvolvedOperator(product.ctx, { user_id: operator.userId }, ownerId);
  return { operator, owner, act };
}

describe('an operator', () => {
  it('may act on owners without them as a contact', async () => {
    const { operator, owner, act } = await operatorAndOwner();
    await addContact(owner);
    // An owner who is a contact of the operator is allowed.
    await addContact(operator, owner.email);
    await expect(act()).resolves.toBeUndefined();
  });

  it('may not act on their own account', async () => {
    const { operator, act } = await operatorAndOwner();
    await expect(act(operator.userId)).rejects.toMatchObject(involved);
  });

  it.each(contactStatuses)(
    'may not act on an owner with a contact of their address: %s',
    async (status) => {
      const { operator, owner, act } = await operatorAndOwner();
      const { id } = await addContact(owner, operator.email);
      await setStatus(product.database, id, status);
      await expect(act()).rejects.toMatchObject(involved);
    },
  );

  it('may not act on an owner with a contact bound to their account under another address', async () => {
    const { operator, owner, act } = await operatorAndOwner();
    const { id } = await addContact(owner, operator.email);
    await setStatus(product.database, id, 'confirmed');
    await product.database.rows(
      sql`update trusted_contacts set email = ${`former-${operator.email}`} where id = ${id}`,
    );
    await expect(act()).rejects.toMatchObject(involved);
  });
});

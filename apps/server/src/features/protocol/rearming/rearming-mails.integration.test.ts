import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailNamesTo } from '../../../../test/activations.ts';
import { newAddress, type Person } from '../../../../test/people.ts';
import { family, payFor } from '../../../../test/protocol.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { addContact } from '../../../../test/vault-fixtures.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

async function secondAddressOf({ userId }: Person, isConfirmed: boolean): Promise<string> {
  const email = newAddress();
  await product.database.rows(sql`
    insert into second_addresses (user_id, email, confirmed_at, link_id, link_digest, asked_at,
      expires_at)
    values (${userId}, ${email}, case when ${isConfirmed} then now() end, ${randomUUID()},
      ${randomUUID()}, now(), now())`);
  return email;
}

async function startedFamily() {
  const { owner, contacts } = await family(product, 2);
  const [first, second] = contacts;
  if (!first || !second) throw new Error('expected two contacts');
  await payFor(owner, first);
  await product.mailbox.latest(second.email);
  return { owner, first, second };
}

it('closed letters are mailed to every confirmed address of the owner', async () => {
  const { owner } = await startedFamily();
  const address = await secondAddressOf(owner, true);
  const { closed } = await owner.browser.closeLetters();
  expect(closed).toBe(2);
  expect(await mailNamesTo(product, address, 1)).toEqual(['letters_closed']);
  const { text } = await product.mailbox.latest(address);
  expect(text).toContain('которых никто не открыл: 2.');
  await expect
    .poll(async () => await mailNamesTo(product, owner.email, 3))
    .toContain('letters_closed');
});

it('arming again is mailed to the owner and the confirmed contacts only', async () => {
  const { owner, first, second } = await startedFamily();
  const unconfirmed = await secondAddressOf(owner, false);
  const silent = await addContact(owner);
  await product.database.rows(
    sql`update trusted_contacts set preferred_language = 'sv' where id = ${second.contactId}`,
  );
  await owner.browser.rearmProtocol();
  for (const { email } of [first, second]) {
    await expect.poll(() => mailNamesTo(product, email, 2)).toContain('author_is_well');
  }
  await expect.poll(() => mailNamesTo(product, owner.email, 3)).toContain('letters_closed');
  const { subject } = await product.mailbox.latest(second.email, 2);
  expect(subject).toMatch(/mår bra och har tagit tillbaka breven$/);
  expect(await mailNamesTo(product, silent.email, 1)).toEqual(['contact_invitation']);
  expect(await mailNamesTo(product, unconfirmed, 0)).toEqual([]);
});

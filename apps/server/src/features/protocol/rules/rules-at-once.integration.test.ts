import { afterAll, beforeAll, expect, it } from 'vitest';
import { contactBody } from '../../../../test/contacts.ts';
import { whileLocked } from '../../../../test/locked-account.ts';
import { newAddress, signedInPerson } from '../../../../test/people.ts';
import { countOrders, mailOf, rulesEventsOf, secondTokenIn } from '../../../../test/rules.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';


/** An owner who has named a second address, and the token of its link. */
async function asked() {
  const owner = await signedInPerson(product);
  const email = newAddress();
  await owner.browser.setSecondAddress({ body: { email } });
  const token = secondTokenIn(await mailOf(product, email, 'second_address_confirm'));
  const confirm = () => product.browser().confirmSecondAddress({ body: { token } });
  return { owner, email, confirm };
}

const codesOf = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? 'done' : result.reason.code));

it('an address confirmed and named as a contact’s at the same moment becomes one of the two', async () => {
  for (const isContactFirst of [true, false]) {
    const { owner, email, confirm } = await asked();
    const name = () => owner.browser.createContact({ body: contactBody({ email }) });
    const calls: (() => Promise<unknown>)[] = isContactFirst ? [name, confirm] : [confirm, name];
    const codes = codesOf(await whileLocked(product.database, owner.userId, calls));
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    const { second_address } = await owner.browser.getProtocolRules();
    const { contacts } = await owner.browser.listContacts();
    expect([second_address?.is_confirmed, contacts.length]).toEqual(
      codes.includes('second_address_taken') ? [false, 1] : [true, 0],
    );
  }
});

it('a link that is pressed several times at once confirms once', async () => {
  const { owner, confirm } = await asked();
  const results = await whileLocked(product.database, owner.userId, [confirm, confirm, confirm]);
  expect(codesOf(results)).toEqual(['done', 'done', 'done']);
  expect(await rulesEventsOf(owner)).toEqual(['second_address_confirmed', 'second_address_set']);
});

it('an address that is removed while its link is pressed stays removed', async () => {
  const { owner, confirm } = await asked();
  const remove = () => owner.browser.removeSecondAddress();
  await whileLocked<unknown>(product.database, owner.userId, [remove, confirm]);
  expect((await owner.browser.getProtocolRules()).second_address).toBeNull();
});

it('choices and codes at once are all kept, and a weaker choice is told once', async () => {
  const owner = await signedInPerson(product);
  const body = { waiting_hours: 168, needs_second: false } as const;
  await owner.browser.setProtocolRules({ body });
  const weaken = () =>
    owner.browser.setProtocolRules({ body: { waiting_hours: 0, needs_second: false } });
  const make = () => owner.browser.makeStopCode();
  const calls: (() => Promise<unknown>)[] = [weaken, make, weaken];
  const results = await whileLocked(product.database, owner.userId, calls);
  expect(codesOf(results)).toEqual(['done', 'done', 'done']);
  expect(await owner.browser.getProtocolRules()).toMatchObject({
    waiting_hours: 168,
    pending: { waiting_hours: 0 },
    stop_code_made_at: expect.any(String),
  });
  const { database } = product;
  expect(await countOrders(database, 'protocol_rules_weakened', owner.userId)).toBe(1);
});

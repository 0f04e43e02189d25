import { linkLifetimes } from '@zavet/contract/timings';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactBody } from '../../../../test/contacts.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import {
  cyrillicAddress,
  newAddress,
  type Person,
  signedInPerson,
  signInAgain,
} from '../../../../test/people.ts';
import {
  confirmedSecondAddress,
  countEnqueued,
  mailOf,
  secondTokenIn,
  settingsEventsOf,
} from '../../../../test/protocol-settings.ts';
import { tablesHolding } from '../../../../test/stored-data.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { addContact } from '../../../../test/vault-fixtures.ts';
import { secondAddressConfirm } from '../emails/settings-mails.ts';
import { findSecondAddress, listOwnerAddresses } from './address-repository.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const set = ({ browser }: Person, email: string) => browser.setSecondAddress({ body: { email } });
const describeLink = (token: string) =>
  product.browser().describeSecondAddress({ body: { token } });
const confirm = (token: string) => product.browser().confirmSecondAddress({ body: { token } });
const tokenFor = async (email: string) =>
  secondTokenIn(await mailOf(product, email, 'second_address_confirm'));
const secondOf = async ({ browser }: Person) => (await browser.getProtocolRules()).second_address;
const warningAddressesOf = async ({ userId }: Person) =>
  (await listOwnerAddresses(product.database, userId)).map(({ email }) => email);

/** An owner with an unconfirmed second address, and the token of its link. */
async function setUnconfirmedAddress() {
  const owner = await signedInPerson(product);
  const email = newAddress();
  await set(owner, email);
  return { owner, email, token: await tokenFor(email) };
}

describe('a second address', () => {
  it('counts once confirmed; opening the link changes nothing', async () => {
    const { owner, email, token } = await setUnconfirmedAddress();
    const waiting = { email, owner_name: owner.email, is_confirmed: false };
    expect(await describeLink(token)).toEqual(waiting);
    expect(await describeLink(token)).toEqual(waiting);
    expect(await warningAddressesOf(owner)).toEqual([owner.email]);
    expect(await confirm(token)).toEqual({});
    expect(await secondOf(owner)).toMatchObject({ email, is_confirmed: true });
    expect(await warningAddressesOf(owner)).toEqual([owner.email, email]);
    expect(await settingsEventsOf(owner)).toEqual([
      'second_address_confirmed',
      'second_address_set',
    ]);
  });

  it('is confirmed once; repeating it, or an expired link, changes nothing', async () => {
    const { owner, token } = await setUnconfirmedAddress();
    await confirm(token);
    product.clock.advance(linkLifetimes.secondAddress);
    expect(await confirm(token)).toEqual({});
    expect(await describeLink(token)).toMatchObject({ is_confirmed: true });
    await signInAgain(owner);
    expect(await settingsEventsOf(owner)).toHaveLength(2);
  });

  it('is mailed to the first address in a masked form', async () => {
    const { owner, email } = await setUnconfirmedAddress();
    const { text } = await mailOf(product, owner.email, 'address_set');
    expect(text).toContain('p***@example.org');
    expect(text).not.toContain(email);
  });

  it('has a link for seven days, whose secret is not stored', async () => {
    const { owner, email, token } = await setUnconfirmedAddress();
    expect(await tablesHolding(product.database, [token])).toEqual([]);
    product.clock.advance(linkLifetimes.secondAddress);
    for (const call of [describeLink, confirm]) {
      expect((await failureOf(call(token))).code).toBe('link_expired');
      expect((await failureOf(call(`${token}x`))).code).toBe('link_invalid');
    }
    await signInAgain(owner);
    await set(owner, email);
    await confirm(token);
    expect(await secondOf(owner)).toMatchObject({ is_confirmed: true });
  });

  it('is mailed the same link when set again, and none once confirmed', async () => {
    const { owner, email, token } = await setUnconfirmedAddress();
    const row = await findSecondAddress(product.database, { user_id: owner.userId });
    const countMails = () =>
      countEnqueued(product.database, 'second_address_confirm', row?.link_id ?? 'none');
    await set(owner, email);
    expect(await countMails()).toBe(2);
    await confirm(token);
    expect(await set(owner, email)).toMatchObject({ second_address: { is_confirmed: true } });
    expect(await countMails()).toBe(2);
    expect(await countEnqueued(product.database, 'address_set', row?.link_id ?? '')).toBe(1);
  });

  it('is normalized', async () => {
    const owner = await signedInPerson(product);
    const { kept, typed } = cyrillicAddress();
    expect(await set(owner, typed)).toMatchObject({ second_address: { email: kept } });
  });
});

describe('another second address', () => {
  it('replaces the former immediately; the former and the first are notified', async () => {
    const owner = await signedInPerson(product);
    const former = await confirmedSecondAddress(product, owner);
    const formerToken = await tokenFor(former);
    const next = newAddress();
    await set(owner, next);
    expect(await secondOf(owner)).toMatchObject({ email: next, is_confirmed: false });
    expect(await warningAddressesOf(owner)).toEqual([owner.email]);
    const { text } = await mailOf(product, former, 'second_address_released');
    expect(text).toContain(owner.email);
    await mailOf(product, owner.email, 'address_removed');
    expect((await failureOf(describeLink(formerToken))).code).toBe('link_invalid');
    expect(await tablesHolding(product.database, [former])).not.toContain('second_addresses');
  });

  it('does not mail a former one that was never confirmed; its link ends', async () => {
    const { owner, token } = await setUnconfirmedAddress();
    await set(owner, newAddress());
    expect((await failureOf(confirm(token))).code).toBe('link_invalid');
    const { database } = product;
    expect(await countEnqueued(database, 'address_removed', owner.userId)).toBe(0);
    const rows = await database.rows(sql`
      select id from former_second_addresses where user_id = ${owner.userId}`);
    expect(rows).toEqual([]);
  });
});

describe('removing the second address', () => {
  it('ends it and its link; the former and the first are notified', async () => {
    const owner = await signedInPerson(product);
    const former = await confirmedSecondAddress(product, owner);
    const token = await tokenFor(former);
    expect(await owner.browser.removeSecondAddress()).toMatchObject({ second_address: null });
    await mailOf(product, former, 'second_address_released');
    await mailOf(product, owner.email, 'address_removed');
    expect((await failureOf(confirm(token))).code).toBe('link_invalid');
    expect(await warningAddressesOf(owner)).toEqual([owner.email]);
    expect((await settingsEventsOf(owner))[0]).toBe('second_address_removed');
    expect((await failureOf(owner.browser.removeSecondAddress())).code).toBe('not_found');
  });

  it('keeps the former address only until it is notified', async () => {
    const owner = await signedInPerson(product);
    await confirmedSecondAddress(product, owner);
    await owner.browser.removeSecondAddress();
    await expect
      .poll(() =>
        product.database.rows(sql`
          select id from former_second_addresses where user_id = ${owner.userId}`),
      )
      .toEqual([]);
  });
});

describe('addresses are distinct', () => {
  it('the second address is neither the account’s own nor a contact’s', async () => {
    const owner = await signedInPerson(product);
    const contact = await addContact(owner, newAddress());
    for (const email of [owner.email, contact.email]) {
      const failure = await failureOf(set(owner, email));
      expect(failure.code).toBe('second_address_taken');
      expect(failure.fields).toEqual({ email: 'second_address_taken' });
    }
    expect(await secondOf(owner)).toBeNull();
    const other = await signedInPerson(product);
    expect(await set(other, contact.email)).toMatchObject({
      second_address: { email: contact.email },
    });
  });

  it('no contact can get the confirmed second address', async () => {
    const owner = await signedInPerson(product);
    const contact = await addContact(owner, newAddress());
    const second = await confirmedSecondAddress(product, owner);
    const body = contactBody({ email: second });
    const params = { id: contact.id };
    for (const call of [
      () => owner.browser.createContact({ body }),
      () => owner.browser.updateContact({ params, body }),
    ]) {
      const failure = await failureOf(call());
      expect(failure.code).toBe('contact_is_owner');
      expect(failure.fields).toEqual({ email: 'contact_is_owner' });
    }
    await owner.browser.removeSecondAddress();
    expect(await owner.browser.createContact({ body })).toMatchObject({
      contact: { email: second },
    });
  });

  it('an unconfirmed second address that became a contact’s cannot be confirmed', async () => {
    const { owner, email, token } = await setUnconfirmedAddress();
    await addContact(owner, email);
    expect((await failureOf(confirm(token))).code).toBe('second_address_taken');
    expect(await secondOf(owner)).toMatchObject({ is_confirmed: false });
    expect(await warningAddressesOf(owner)).toEqual([owner.email]);
  });

  it('a second address that becomes the account’s own is removed', async () => {
    const owner = await signedInPerson(product);
    const second = await confirmedSecondAddress(product, owner);
    await owner.browser.requestEmailChange({ body: { new_email: second } });
    const change = (await product.mailbox.receive(second, 2)).find(({ text }) =>
      text.includes('type=email_change'),
    );
    const token = change?.tokenOf('email_change') ?? '';
    await product.browser().confirmEmailChange({ body: { token } });
    expect(await warningAddressesOf(owner)).toEqual([second]);
    expect((await settingsEventsOf(owner))[0]).toBe('second_address_removed');
  });

  it('reverting an address change leaves no duplicate address', async () => {
    const owner = await signedInPerson(product);
    const next = newAddress();
    await owner.browser.requestEmailChange({ body: { new_email: next } });
    const mail = await product.mailbox.latest(next);
    await product.browser().confirmEmailChange({ body: { token: mail.tokenOf('email_change') } });
    await confirmedSecondAddress(product, owner, owner.email);
    expect(await warningAddressesOf(owner)).toEqual([next, owner.email]);
    const notices = await product.mailbox.receive(owner.email);
    const undo = notices.find(({ text }) => text.includes('type=email_undo'));
    await product.browser().undoEmailChange({ body: { token: undo?.tokenOf('email_undo') ?? '' } });
    expect(await warningAddressesOf(owner)).toEqual([owner.email]);
  });
});

it('an address gets at most five confirmation mails a day from all owners', async () => {
  const email = newAddress();
  const setAddress = async () => {
    const owner = await signedInPerson(product);
    await set(owner, email);
    return findSecondAddress(product.database, { user_id: owner.userId });
  };
  for (let count = 1; count <= 5; count += 1) {
    await setAddress();
    await product.mailbox.receive(email, count);
  }
  const link_id = (await setAddress())?.link_id ?? '';
  const found = await secondAddressConfirm.find(product.ctx, { link_id });
  expect(found).toEqual({ wait_seconds: expect.any(Number) });
  expect(await product.mailbox.receive(email)).toHaveLength(5);
});

it('deleting the account deletes its settings and addresses', async () => {
  const owner = await signedInPerson(product);
  const second = await confirmedSecondAddress(product, owner);
  await owner.browser.createPaperCode();
  const current_password = owner.password;
  await owner.browser.deleteAccount({ body: { confirmation_word: 'УДАЛИТЬ', current_password } });
  const { database } = product;
  const tables = ['second_addresses', 'former_second_addresses', 'protocol_rules'];
  const held = await tablesHolding(database, [second, owner.userId]);
  expect(held.filter((name) => tables.includes(name))).toEqual([]);
});

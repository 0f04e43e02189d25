import type { ProtocolRulesInput } from '@zavet/contract/protocol/settings-endpoints';
import { sessionTimings } from '@zavet/contract/timings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactBody } from '../../../../test/contacts.ts';
import { whileLocked } from '../../../../test/database-faults.ts';
import { hour, minute } from '../../../../test/durations.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import { newAddress, type Person, signedInPerson, signInAgain } from '../../../../test/people.ts';
import { family, trustedPersonOf } from '../../../../test/protocol.ts';
import {
  confirmedSecondAddress,
  countEnqueued,
  mailOf,
  secondTokenIn,
  settingsEventsOf,
} from '../../../../test/protocol-settings.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { addContact } from '../../../../test/vault-fixtures.ts';
import { protocolSettingsChanged } from '../emails/settings-mails.ts';

let product: TestProduct;

beforeAll(async () => {
  product = await startTestProduct();
});

afterAll(() => product.stop());

const choose = (
  { browser }: Person,
  waiting_hours: ProtocolRulesInput['waiting_hours'],
  needs_second = false,
) => browser.setProtocolRules({ body: { waiting_hours, needs_second } });

const rulesOf = ({ browser }: Person) => browser.getProtocolRules();

const expireProof = () => product.clock.advance(sessionTimings.proofLifetime + minute / 60);

const weakenings = ({ userId }: Person) => countEnqueued(product.database, 'rules', userId);

describe('the rules of an owner', () => {
  it('are the defaults for an owner who never chose', async () => {
    const owner = await signedInPerson(product);
    const before = product.clock.now().getTime();
    const { release_at, ...rules } = await rulesOf(owner);
    expect(rules).toEqual({
      waiting_hours: 0,
      needs_second: false,
      pending: null,
      is_chosen: false,
      second_address: null,
      veto_code_created_at: null,
      contacts: [],
    });
    expect(Date.parse(release_at)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(release_at)).toBeLessThanOrEqual(product.clock.now().getTime());
  });

  it('list the confirmed contacts, oldest first, and no others', async () => {
    const { owner, contacts } = await family(product, 2);
    await addContact(owner, 'contact@example.org');
    const ids = (await rulesOf(owner)).contacts.map(({ id }) => id);
    expect(ids).toEqual(contacts.map(({ contactId }) => contactId));
  });

  it('show the release of a protocol paid now', async () => {
    const owner = await signedInPerson(product);
    const before = product.clock.now().getTime();
    const { release_at } = await choose(owner, 72);
    const after = product.clock.now().getTime();
    expect(Date.parse(release_at)).toBeGreaterThanOrEqual(before + 72 * hour);
    expect(Date.parse(release_at)).toBeLessThanOrEqual(after + 72 * hour);
  });

  it('are refused outside of the contract’s options', async () => {
    const owner = await signedInPerson(product);
    for (const body of [
      { waiting_hours: 1, needs_second: false },
      { waiting_hours: 72 },
      { waiting_hours: -24, needs_second: true },
    ]) {
      const failure = await failureOf(owner.browser.setProtocolRules({ body: body as never }));
      expect(failure.code).toBe('invalid_input');
    }
    expect(await rulesOf(owner)).toMatchObject({ waiting_hours: 0, is_chosen: false });
  });
});

describe('a choice that protects more', () => {
  it('applies immediately, without the password and without mails', async () => {
    const owner = await signedInPerson(product);
    expireProof();
    expect(await choose(owner, 168, true)).toMatchObject({
      waiting_hours: 168,
      needs_second: true,
      pending: null,
      is_chosen: true,
    });
    expect(await settingsEventsOf(owner)).toEqual(['protocol_rules_changed']);
    expect(await weakenings(owner)).toBe(0);
  });

  it('counts as chosen, once, also where it changes nothing', async () => {
    const owner = await signedInPerson(product);
    expect(await choose(owner, 0)).toMatchObject({ is_chosen: true });
    await choose(owner, 0);
    expect(await settingsEventsOf(owner)).toEqual(['protocol_rules_changed']);
  });
});

describe('a choice that protects less', () => {
  it('applies after the former waiting period, and not before', async () => {
    const owner = await signedInPerson(product);
    await choose(owner, 72);
    const before = product.clock.now().getTime();
    const { pending } = await choose(owner, 24);
    const from = Date.parse(pending?.from ?? '');
    expect(pending).toMatchObject({ waiting_hours: 24, needs_second: false });
    expect(from).toBeGreaterThanOrEqual(before + 72 * hour);
    product.clock.advance(72 * hour - 10 * minute);
    await signInAgain(owner);
    expect(await rulesOf(owner)).toMatchObject({
      waiting_hours: 72,
      pending: { from: pending?.from },
    });
    product.clock.advance(11 * minute);
    expect(await rulesOf(owner)).toMatchObject({ waiting_hours: 24, pending: null });
  });

  it('is mailed to both addresses, with the day and a link to revert it', async () => {
    const owner = await signedInPerson(product);
    const second = await confirmedSecondAddress(product, owner);
    await choose(owner, 168);
    await choose(owner, 24);
    for (const address of [owner.email, second]) {
      const { text } = await mailOf(product, address, 'rules');
      expect(text).toContain('через 1 день после оплаты');
      expect(text).toContain('Они начнут действовать');
      expect(text).toContain('/settings?tab=protocol');
    }
    expect(await weakenings(owner)).toBe(2);
  });

  it('is not mailed to an unconfirmed second address', async () => {
    const owner = await signedInPerson(product);
    await owner.browser.setSecondAddress({ body: { email: 'unconfirmed@example.org' } });
    await choose(owner, 24);
    await choose(owner, 0);
    expect(await weakenings(owner)).toBe(1);
  });

  it('is neither advanced, postponed nor mailed again when repeated', async () => {
    const owner = await signedInPerson(product);
    await choose(owner, 24);
    const { pending } = await choose(owner, 0);
    product.clock.advance(10 * minute);
    expect((await choose(owner, 0)).pending).toEqual(pending);
    expect(await weakenings(owner)).toBe(1);
  });

  it('is reverted by choosing the current rules, and its mail is then no longer due', async () => {
    const owner = await signedInPerson(product);
    await choose(owner, 72);
    const { pending } = await choose(owner, 0);
    const ids = {
      user_id: owner.userId,
      change: 'rules' as const,
      address: 'first' as const,
      waiting_hours: 0,
      needs_second: false,
      at: product.clock.now().toISOString(),
      from: pending?.from ?? '',
    };
    const { ctx } = product;
    expect(await protocolSettingsChanged.find(ctx, ids)).toMatchObject({ to: owner.email });
    expireProof();
    expect(await choose(owner, 72)).toMatchObject({ waiting_hours: 72, pending: null });
    expect(await protocolSettingsChanged.find(ctx, ids)).toBeUndefined();
    const immediate = { ...ids, from: ids.at };
    expect(await protocolSettingsChanged.find(ctx, immediate)).toMatchObject({ to: owner.email });
    product.clock.advance(hour);
    await signInAgain(owner);
    product.clock.advance(72 * hour);
    await signInAgain(owner);
    expect(await rulesOf(owner)).toMatchObject({ waiting_hours: 72, pending: null });
  });

  it('applies immediately without a waiting period, and is still mailed', async () => {
    const owner = await signedInPerson(product);
    await choose(owner, 0, true);
    expect(await choose(owner, 0, false)).toMatchObject({ needs_second: false, pending: null });
    const { text } = await mailOf(product, owner.email, 'rules');
    expect(text).toContain('Они уже действуют');
  });
});

it('the readiness advises a waiting period to an owner with a contact who has none', async () => {
  const owner = await signedInPerson(product);
  const advised = async () => {
    const { findings } = await owner.browser.getReadiness();
    return findings.some(({ kind }) => kind === 'no_waiting_time');
  };
  expect(await advised()).toBe(false);
  await trustedPersonOf(product, owner);
  expect(await advised()).toBe(true);
  await choose(owner, 24);
  expect(await advised()).toBe(false);
  await choose(owner, 0);
  expect(await advised()).toBe(false);
  product.clock.advance(24 * hour + minute);
  await signInAgain(owner);
  expect(await advised()).toBe(true);
});

it('the rules of one owner do not apply to another', async () => {
  const [owner, other] = [await signedInPerson(product), await signedInPerson(product)];
  await choose(owner, 720, true);
  await owner.browser.createPaperCode();
  expect(await rulesOf(other)).toMatchObject({
    waiting_hours: 0,
    is_chosen: false,
    veto_code_created_at: null,
  });
});

const codesOf = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? 'done' : result.reason.code));

it('an address concurrently confirmed and given to a contact is accepted for only one of them', async () => {
  for (const isContactFirst of [true, false]) {
    const { owner, email, confirm } = await setUnconfirmedAddress();
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

it('concurrent confirmations confirm once', async () => {
  const { owner, confirm } = await setUnconfirmedAddress();
  const results = await whileLocked(product.database, owner.userId, [confirm, confirm, confirm]);
  expect(codesOf(results)).toEqual(['done', 'done', 'done']);
  expect(await settingsEventsOf(owner)).toEqual(['second_address_confirmed', 'second_address_set']);
});

it('an address removed during its confirmation stays removed', async () => {
  const { owner, confirm } = await setUnconfirmedAddress();
  const remove = () => owner.browser.removeSecondAddress();
  await whileLocked<unknown>(product.database, owner.userId, [remove, confirm]);
  expect((await owner.browser.getProtocolRules()).second_address).toBeNull();
});

it('concurrent choices and codes are all kept, and a weaker choice is mailed once', async () => {
  const owner = await signedInPerson(product);
  const body = { waiting_hours: 168, needs_second: false } as const;
  await owner.browser.setProtocolRules({ body });
  const weaken = () =>
    owner.browser.setProtocolRules({ body: { waiting_hours: 0, needs_second: false } });
  const make = () => owner.browser.createPaperCode();
  const calls: (() => Promise<unknown>)[] = [weaken, make, weaken];
  const results = await whileLocked(product.database, owner.userId, calls);
  expect(codesOf(results)).toEqual(['done', 'done', 'done']);
  expect(await owner.browser.getProtocolRules()).toMatchObject({
    waiting_hours: 168,
    pending: { waiting_hours: 0 },
    veto_code_created_at: expect.any(String),
  });
  const { database } = product;
  expect(await countEnqueued(database, 'rules', owner.userId)).toBe(1);
});

/** An owner with an unconfirmed second address, and a function that confirms it. */
async function setUnconfirmedAddress() {
  const owner = await signedInPerson(product);
  const email = newAddress();
  await owner.browser.setSecondAddress({ body: { email } });
  const token = secondTokenIn(await mailOf(product, email, 'second_address_confirm'));
  const confirm = () => product.browser().confirmSecondAddress({ body: { token } });
  return { owner, email, confirm };
}

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../../../../test/failure-of.ts';
import type { Person } from '../../../../test/people.ts';
import { payFor } from '../../../../test/protocol.ts';
import {
  latestRehearsalOf,
  mailsAbout,
  ownersPin,
  ownerWithContacts,
  startRehearsal,
} from '../../../../test/rehearsal.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { writeInstruction } from '../../../../test/vault-fixtures.ts';

const day = 24 * 3_600_000;

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const open = (token: string) => product.browser().openRehearsal({ body: { token } });
const answer = (token: string) => product.browser().answerRehearsal({ body: { token } });
const tryPin = (token: string, pin: string) =>
  product.browser().tryRehearsalPin({ body: { token, pin } });
const codeOf = async (call: Promise<unknown>) => (await failureOf(call)).code;

describe('the PIN in a rehearsal', () => {
  const setPin = ({ browser }: Person) => browser.setPin({ body: { pin: ownersPin } });

  async function answeredWithPin(size = 1) {
    const { owner, contacts } = await ownerWithContacts(product, size);
    await setPin(owner);
    await writeInstruction(owner, {
      trusted_contact_ids: contacts.map(({ contactId }) => contactId),
    });
    const tokens = await startRehearsal(product, owner, contacts);
    for (const token of tokens) expect(await answer(token)).toMatchObject({ asks_for_pin: true });
    return { owner, contacts, tokens, token: tokens[0] ?? '' };
  }
  const pinOf = async (owner: Person) =>
    (await latestRehearsalOf(owner)).parts.map(({ pin }) => pin);

  it('is requested after the answer; the result is stored, the PIN is not', async () => {
    const { owner, token } = await answeredWithPin();
    expect(await pinOf(owner)).toEqual(['asked']);
    expect((await latestRehearsalOf(owner)).ended_at).toBeNull();
    expect(await tryPin(token, ownersPin)).toMatchObject({ pin: 'right', asks_for_pin: false });
    expect(await pinOf(owner)).toEqual(['right']);
    expect(await latestRehearsalOf(owner)).toMatchObject({ ended_by: 'complete' });
    expect(product.logged()).not.toContain(ownersPin);
    const storedRows = await product.database.rows(sql`select * from rehearsal_participants`);
    expect(JSON.stringify(storedRows)).not.toContain(ownersPin);
  });

  it('is not requested before the answer, nor if the owner has none', async () => {
    const { owner, contacts } = await ownerWithContacts(product, 2);
    const [token = '', other = ''] = await startRehearsal(product, owner, contacts);
    await answer(token);
    expect(await codeOf(tryPin(token, ownersPin))).toBe('rehearsal_pin_not_asked');
    await setPin(owner);
    expect(await codeOf(tryPin(other, ownersPin))).toBe('rehearsal_pin_not_asked');
  });

  it('allows three attempts', async () => {
    const { owner, token } = await answeredWithPin(2);
    expect(await tryPin(token, '111111')).toMatchObject({ pin: 'wrong', pin_tries_left: 2 });
    await tryPin(token, '111112');
    expect(await tryPin(token, '111113')).toMatchObject({ asks_for_pin: false, pin: 'wrong' });
    expect(await codeOf(tryPin(token, ownersPin))).toBe('rehearsal_pin_not_asked');
    expect((await pinOf(owner)).toSorted()).toEqual(['asked', 'wrong']);
  });

  it('may be unknown, and can still be entered later', async () => {
    const { owner, token } = await answeredWithPin(2);
    const skipped = await product.browser().skipRehearsalPin({ body: { token } });
    expect(skipped).toMatchObject({ pin: 'not_known' });
    expect((await pinOf(owner)).toSorted()).toEqual(['asked', 'not_known']);
    expect(await tryPin(token, ownersPin)).toMatchObject({ pin: 'right' });
  });

  it('shares its lock with a start, and the owner is mailed after five wrong ones', async () => {
    const { owner, contacts, token } = await answeredWithPin();
    const [contact] = contacts;
    if (!contact) throw new Error('no contact');
    const start = (pin: string) => codeOf(payFor(owner, contact, 'succeeded', pin));
    expect([await start('111111'), await start('111111')]).toEqual(['wrong_pin', 'wrong_pin']);
    await tryPin(token, '111111');
    await tryPin(token, '111112');
    expect(await codeOf(tryPin(token, '111113'))).toBe('pin_locked');
    expect(await pinOf(owner)).toEqual(['wrong']);
    expect(await start(ownersPin)).toBe('pin_locked');
    expect(await mailsAbout(product, owner.email, /: пять неверных PIN-кодов$/)).toHaveLength(1);
  });

  it('is not compared while the contact is locked by a start, and uses no attempt', async () => {
    const { owner, contacts, token } = await answeredWithPin();
    const [contact] = contacts;
    if (!contact) throw new Error('no contact');
    for (let wrong = 0; wrong < 5; wrong++)
      await codeOf(payFor(owner, contact, 'succeeded', '111111'));
    expect(await codeOf(tryPin(token, ownersPin))).toBe('pin_locked');
    expect(await open(token)).toMatchObject({ pin: 'asked', pin_tries_left: 3 });
    product.clock.advance(day);
    expect(await tryPin(token, ownersPin)).toMatchObject({ pin: 'right' });
  });
});

import { sessionTimings } from '@zavet/contract/timings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactBody, setStatus } from '../../../../../test/contacts.ts';
import { minute } from '../../../../../test/durations.ts';
import { failureOf } from '../../../../../test/failure-of.ts';
import {
  newAddress,
  type Person,
  signedInPerson,
  signedUpPerson,
} from '../../../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../../../test/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const prove = ({ browser, password }: Person) =>
  browser.proveSession({ body: { current_password: password } });
/** An owner with an expired proof, in a browser that does not renew proofs automatically. */
async function unprovenPerson(): Promise<Person> {
  const person = await signedInPerson(product);
  person.browser.provesAutomatically = false;
  product.clock.advance(sessionTimings.proofLifetime);
  await person.browser.refreshSession();
  return person;
}
const setPin = ({ browser }: Person) => browser.setPin({ body: { pin: '730514' } });

describe('a proven password', () => {
  it('is valid for ten minutes in its own session only', async () => {
    const person = await unprovenPerson();
    expect((await failureOf(setPin(person))).code).toBe('proof_required');
    const elsewhere = product.browser();
    await elsewhere.signIn({ body: person });
    expect((await failureOf(setPin(person))).code).toBe('proof_required');
    await prove(person);
    await setPin(person);
    await person.browser.requestEmailChange({ body: { new_email: newAddress() } });
    // The test clock also follows real time, so the margin is five minutes.
    product.clock.advance(sessionTimings.proofLifetime - 5 * minute);
    await person.browser.removePin({ body: {} });
    product.clock.advance(5 * minute);
    expect((await failureOf(setPin(person))).code).toBe('proof_required');
  });

  it('remains valid after the access cookie is renewed', async () => {
    const person = await unprovenPerson();
    await prove(person);
    await person.browser.refreshSession();
    expect(await setPin(person)).toEqual({});
  });

  it('is also recorded by a change, a sign-in and a sign-up in this browser', async () => {
    const person = await unprovenPerson();
    await person.browser.setPin({ body: { pin: '730514', current_password: person.password } });
    expect(await person.browser.removePin({ body: {} })).toEqual({});
    expect(await setPin(await signedInPerson(product))).toEqual({});
    expect(await setPin(await signedUpPerson(product))).toEqual({});
  });

  it('does not suffice to delete the account or change the password', async () => {
    const person = await signedInPerson(product);
    const password = 'Another-pass-2';
    const { browser } = person;
    const changes = [
      () => browser.deleteAccount({ body: { confirmation_word: 'УДАЛИТЬ' } }),
      () => browser.changePassword({ body: { password, confirm_password: password } }),
    ];
    for (const change of changes) {
      expect((await failureOf(change())).fields).toEqual({ current_password: 'required' });
    }
    expect((await browser.getProfile()).user_id).toBe(person.userId);
  });
});

describe('wrong proofs', () => {
  it('are counted together for all changes, recorded and throttled, and mailed at the tenth', async () => {
    const person = await signedUpPerson(product);
    const { browser } = person;
    const current_password = 'Wrong-pass-1';
    const password = 'Another-pass-2';
    const ways = [
      () => browser.proveSession({ body: { current_password } }),
      () => browser.setPin({ body: { pin: '730514', current_password } }),
      () => browser.requestEmailChange({ body: { new_email: newAddress(), current_password } }),
      () => browser.deleteAccount({ body: { confirmation_word: 'УДАЛИТЬ', current_password } }),
      () =>
        browser.changePassword({
          body: { current_password, password, confirm_password: password },
        }),
    ];
    for (const way of ways) expect((await failureOf(way())).code).toBe('wrong_password');
    const slowed = await failureOf(prove(person));
    expect(slowed).toMatchObject({ status: 429, code: 'too_many_requests' });

    for (const way of ways) {
      product.clock.advance(5 * minute);
      await browser.refreshSession();
      expect((await failureOf(way())).code).toBe('wrong_password');
    }
    const mails = await product.mailbox.receive(person.email, 2);
    expect(mails.at(-1)?.subject).toBe('Пароль несколько раз введён неверно');
    const { events } = await browser.listSecurityEvents({ query: {} });
    const failed = events.find(({ kind }) => kind === 'password_proof_failed');
    expect(failed?.count).toBe(10);
  });

  it('do not include correct passwords, even if the change is rejected', async () => {
    const person = await signedUpPerson(product);
    for (let time = 0; time < 7; time++) await prove(person);
    // A correct password, although the change is rejected.
    const same = { new_email: person.email, current_password: person.password };
    for (let time = 0; time < 5; time++) {
      const refused = person.browser.requestEmailChange({ body: same });
      expect((await failureOf(refused)).code).toBe('email_unchanged');
    }
    await prove(person);
  });
});

describe('a trusted contact', () => {
  async function namedContact() {
    const owner = await signedUpPerson(product);
    const { contact } = await owner.browser.createContact({ body: contactBody() });
    await product.mailbox.latest(contact.email);
    return { owner, contact, params: { id: contact.id } };
  }

  it('who gets another address is reported to the owner, not to the former address', async () => {
    const { owner, contact, params } = await namedContact();
    const change = (email: string) =>
      owner.browser.updateContact({ params, body: contactBody({ email, notes: 'New' }) });
    await change(contact.email);
    await change(newAddress());
    const notice = await product.mailbox.latest(owner.email, 2);
    expect(notice.subject).toContain('Изменён адрес доверенного лица');
    expect(notice.text).toContain(contact.email);
    expect(await product.mailbox.receive(contact.email, 1)).toHaveLength(1);
  });

  it('who had confirmed and is removed is reported only to the owner', async () => {
    const { owner, contact, params } = await namedContact();
    await setStatus(product.database, contact.id, 'confirmed');
    await owner.browser.deleteContact({ params, query: {} });
    expect((await product.mailbox.latest(owner.email, 2)).subject).toContain(
      'Удалено доверенное лицо',
    );
    expect(await product.mailbox.receive(contact.email, 1)).toHaveLength(1);
  });
});

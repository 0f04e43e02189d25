import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hour } from '../../../../../test/durations.ts';
import { failureOf } from '../../../../../test/failure-of.ts';
import {
  cyrillicAddress,
  newAddress,
  type Person,
  signedInPerson,
  signUpBody,
} from '../../../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../../../test/test-product.ts';
import { runRetention } from '../../../service/retention/run-retention.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const ask = (person: Person, new_email: string) =>
  person.browser.requestEmailChange({
    body: { new_email, current_password: person.password },
  });
const confirm = (token: string) => product.browser().confirmEmailChange({ body: { token } });
const undo = (token: string) => product.browser().undoEmailChange({ body: { token } });

async function changedAddress() {
  const person = await signedInPerson(product);
  const newEmail = newAddress();
  await ask(person, newEmail);
  const mail = await product.mailbox.latest(newEmail);
  await confirm(mail.tokenOf('email_change'));
  return { person, newEmail };
}

describe('changing the sign-in address', () => {
  it('takes effect when the new address is confirmed', async () => {
    const person = await signedInPerson(product);
    const newEmail = newAddress();
    await ask(person, newEmail);
    const waiting = await person.browser.getProfile();
    expect(waiting).toMatchObject({ user_email: person.email, pending_email: newEmail });
    const mail = await product.mailbox.latest(newEmail);
    expect(await confirm(mail.tokenOf('email_change'))).toEqual({ user_email: newEmail });
    const moved = await person.browser.getProfile();
    expect(moved).toMatchObject({ user_email: newEmail, pending_email: null });
    const { session } = await product
      .browser()
      .signIn({ body: { email: newEmail, password: person.password } });
    expect(session?.user.id).toBe(person.userId);
  });

  it('notifies the old address immediately, where a link cancels the pending change', async () => {
    const person = await signedInPerson(product);
    const newEmail = newAddress();
    await ask(person, newEmail);
    const notice = await product.mailbox.latest(person.email);
    const confirmation = await product.mailbox.latest(newEmail);
    await undo(notice.tokenOf('email_undo'));
    expect((await failureOf(confirm(confirmation.tokenOf('email_change')))).code).toBe(
      'link_invalid',
    );
    expect((await failureOf(person.browser.getProfile())).code).toBe('session_missing');
  });

  it('can be undone from the old address for 72 hours, which ends all sessions', async () => {
    const { person } = await changedAddress();
    const notice = await product.mailbox.latest(person.email, 2);
    product.clock.advance(71 * hour);
    expect(await undo(notice.tokenOf('email_undo'))).toEqual({ user_email: person.email });
    expect((await failureOf(person.browser.refreshSession())).code).toBe('session_missing');
    const recovery = await product.mailbox.latest(person.email, 3);
    const password = 'Another-pass-2';
    await product.browser().resetPassword({
      body: { token: recovery.tokenOf('recovery'), password, confirm_password: password },
    });
    const { session } = await product.browser().signIn({ body: { email: person.email, password } });
    expect(session?.user.id).toBe(person.userId);
  });

  it('voids the password when undone', async () => {
    const { person } = await changedAddress();
    const notice = await product.mailbox.latest(person.email, 2);
    await undo(notice.tokenOf('email_undo'));
    const body = { email: person.email, password: person.password };
    expect((await failureOf(product.browser().signIn({ body }))).code).toBe('invalid_credentials');
  });

  it('invalidates recovery links mailed to the new address when undone', async () => {
    const { person, newEmail } = await changedAddress();
    await product.browser().recover({ body: { email: newEmail } });
    const recovery = await product.mailbox.latest(newEmail, 2);
    const notice = await product.mailbox.latest(person.email, 2);
    await undo(notice.tokenOf('email_undo'));
    const password = 'Intruders-pass-1';
    const reset = product.browser().resetPassword({
      body: { token: recovery.tokenOf('recovery'), password, confirm_password: password },
    });
    expect((await failureOf(reset)).code).toBe('link_invalid');
  });

  it('handles both links opened concurrently without an internal error', async () => {
    for (let round = 0; round < 2; round++) {
      const person = await signedInPerson(product);
      const newEmail = newAddress();
      await ask(person, newEmail);
      const notice = await product.mailbox.latest(person.email);
      const mail = await product.mailbox.latest(newEmail);
      const [, undone] = await Promise.allSettled([
        confirm(mail.tokenOf('email_change')),
        undo(notice.tokenOf('email_undo')),
      ]);
      expect(undone).toMatchObject({ status: 'fulfilled', value: { user_email: person.email } });
    }
  });

  it('cannot be undone after 72 hours', async () => {
    const { person } = await changedAddress();
    const notice = await product.mailbox.latest(person.email, 2);
    product.clock.advance(72 * hour + 1_000);
    expect((await failureOf(undo(notice.tokenOf('email_undo')))).code).toBe('link_expired');
  });

  it('can be undone to the first address after further changes', async () => {
    const { person, newEmail } = await changedAddress();
    const further = newAddress();
    await ask(person, further);
    await confirm((await product.mailbox.latest(further)).tokenOf('email_change'));
    const first = await product.mailbox.latest(person.email, 2);
    const second = await product.mailbox.latest(newEmail, 3);
    await undo(first.tokenOf('email_undo'));
    expect((await failureOf(undo(second.tokenOf('email_undo')))).code).toBe('link_invalid');
  });

  it('reserves the old address while the change can be undone', async () => {
    const { person } = await changedAddress();
    const stranger = product.browser();
    await stranger.signUp({ body: signUpBody(person.email, 'Strangers-pass-1') });
    const other = await signedInPerson(product);
    await ask(other, person.email);
    await product.mailbox.receive(other.email);
    const notice = await product.mailbox.latest(person.email, 2);
    expect(await undo(notice.tokenOf('email_undo'))).toEqual({ user_email: person.email });
    expect(await product.mailbox.receive(person.email, 3)).toHaveLength(3);
  });

  it('reveals nothing about an address in use, but notifies its owner', async () => {
    const person = await signedInPerson(product);
    const other = await signedInPerson(product);
    expect(await ask(person, other.email)).toEqual({});
    const mail = await product.mailbox.latest(other.email);
    expect(mail.text).not.toContain('type=email_change');
    expect((await person.browser.getProfile()).user_email).toBe(person.email);
  });

  it('gives an address requested by two accounts to only one of them', async () => {
    const [one, two] = [await signedInPerson(product), await signedInPerson(product)];
    const wanted = newAddress();
    await ask(one, wanted);
    await ask(two, wanted);
    const mails = await product.mailbox.receive(wanted, 2);
    const outcomes = await Promise.allSettled(
      mails.map((mail) => confirm(mail.tokenOf('email_change'))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('accepts an internationalised address and recognises all its notations', async () => {
    const person = await signedInPerson(product);
    const { kept, typed, wire } = cyrillicAddress();
    await ask(person, typed);
    expect((await person.browser.getProfile()).pending_email).toBe(kept);
    const mail = await product.mailbox.latest(kept);
    expect(await confirm(mail.tokenOf('email_change'))).toEqual({ user_email: kept });
    const body = { email: wire, password: person.password };
    const { session } = await product.browser().signIn({ body });
    expect(session?.user).toMatchObject({ id: person.userId, email: kept });
    for (const form of [typed, wire]) {
      expect((await failureOf(ask(person, form))).code).toBe('email_unchanged');
    }
  });

  it('limits mails to a new address to ten enqueued and five sent per hour, across all accounts and notations', async () => {
    const { kept, typed, wire } = cyrillicAddress();
    const people = await Promise.all(Array.from({ length: 12 }, () => signedInPerson(product)));
    const forms = people.flatMap(() => [kept, typed, wire]);
    await Promise.all(people.map((person, place) => ask(person, forms[place] ?? kept)));
    // Mails are enqueued before each response, so an eleventh mail would be counted here.
    const [enqueued] = await product.database.rows<{ count: number }>(sql`
      select count(*)::int as count from pgboss.job
      where name = 'mail' and data->>'mail' = 'email_change_confirm'
        and data->'ids'->>'email_change_id' in (
          select id::text from email_changes where new_email = ${kept})`);
    expect(enqueued?.count).toBe(10);
    expect(await product.mailbox.receive(kept, 5)).toHaveLength(5);
    for (const { browser } of people) {
      expect((await browser.getProfile()).pending_email).toBe(kept);
    }
  });

  it('can be withdrawn while pending, which invalidates its link and allows another', async () => {
    const person = await signedInPerson(product);
    const newEmail = newAddress();
    await ask(person, newEmail);
    const token = (await product.mailbox.latest(newEmail)).tokenOf('email_change');
    await person.browser.withdrawEmailChange();
    expect((await person.browser.getProfile()).pending_email).toBeNull();
    expect((await failureOf(confirm(token))).code).toBe('link_invalid');
    expect((await failureOf(person.browser.withdrawEmailChange())).code).toBe('not_found');
    const { events } = await person.browser.listSecurityEvents({ query: {} });
    expect(events[0]?.kind).toBe('email_change_withdrawn');
    const next = newAddress();
    await ask(person, next);
    expect((await person.browser.getProfile()).pending_email).toBe(next);
  });

  it('can still be undone when withdrawn or expired, because the requester knew the password', async () => {
    const person = await signedInPerson(product);
    await ask(person, newAddress());
    const token = (await product.mailbox.latest(person.email)).tokenOf('email_undo');
    await person.browser.withdrawEmailChange();
    expect(await undo(token)).toEqual({ user_email: person.email });
    expect((await failureOf(person.browser.refreshSession())).code).toBe('session_missing');
  });

  it('is no longer pending after a day, even before the nightly job', async () => {
    const person = await signedInPerson(product);
    await ask(person, newAddress());
    product.clock.advance(24 * hour);
    await person.browser.refreshSession();
    expect(await person.browser.getProfile()).toMatchObject({
      pending_email: null,
      pending_email_until: null,
    });
    await runRetention(product.ctx);
    const [change] = await product.database.rows<{ status: string }>(
      sql`select status from email_changes where user_id = ${person.userId}`,
    );
    expect(change?.status).toBe('expired');
    await ask(person, newAddress());
    expect((await person.browser.getProfile()).pending_email_until).not.toBeNull();
  });

  it('requires the password and a different address', async () => {
    const person = await signedInPerson(product);
    const wrong = person.browser.requestEmailChange({
      body: { new_email: newAddress(), current_password: 'Wrong-pass-1' },
    });
    expect((await failureOf(wrong)).fields).toEqual({ current_password: 'wrong_password' });
    expect((await failureOf(ask(person, person.email.toUpperCase()))).fields).toEqual({
      new_email: 'email_unchanged',
    });
  });
});

import { limits } from '@zavet/contract/limits';
import { linkLifetimes } from '@zavet/contract/timings';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  eventKindsOf,
  invitationSecretsIn,
  invitedContact,
  jobStates,
  makeInvitationsDue,
  onlyContactOf,
  wrongCode,
} from '../../../../test/contacts.ts';
import { hour } from '../../../../test/durations.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import { type Person, signedInPerson } from '../../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const confirm = (owner: Person, contactId: string, code: string) =>
  owner.browser.confirmContact({
    body: { trusted_contact_id: contactId, confirmation_code: code },
  });
const invite = (owner: Person, contactId: string, name?: string) =>
  owner.browser.sendConfirmationEmail({
    body: { p_contact_id: contactId, ...(name === undefined ? {} : { p_user_name: name }) },
  });

describe('a confirmation code', () => {
  it('confirms once, even with surrounding spaces and in lower case', async () => {
    const { owner, contact, code } = await invitedContact(product);
    expect(await confirm(owner, contact.id, ` ${code.toLowerCase()} `)).toEqual({ ok: true });
    expect(await onlyContactOf(owner)).toMatchObject({ status: 'confirmed', is_confirmed: true });
    expect((await failureOf(confirm(owner, contact.id, code))).code).toBe('already_confirmed');
    expect(await eventKindsOf(owner)).toEqual(['contact_confirmed', 'contact_added']);
  });

  it('confirms once when sent concurrently', async () => {
    const { owner, contact, code } = await invitedContact(product);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => confirm(owner, contact.id, code)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const kinds = await eventKindsOf(owner);
    expect(kinds.filter((kind) => kind === 'contact_confirmed')).toHaveLength(1);
  });

  it('must have six letters and digits', async () => {
    const { owner, contact } = await invitedContact(product);
    for (const code of ['', 'ABC12', 'ABC1234', 'ABC-12', 'АБВ123', 'ABC12!']) {
      const { fields } = await failureOf(confirm(owner, contact.id, code));
      expect(Object.keys(fields)).toEqual(['confirmation_code']);
    }
  });

  it('is accepted in groups and with lookalike Cyrillic letters', async () => {
    const { owner, contact, code } = await invitedContact(product);
    const lookalikes: Record<string, string> = {
      A: 'а',
      B: 'в',
      C: 'с',
      E: 'е',
      H: 'н',
      K: 'к',
      M: 'м',
    };
    const typed = [...code].map((letter) => lookalikes[letter] ?? letter).join('');
    const grouped = `${typed.slice(0, 3)} - ${typed.slice(3)}`;
    expect(await confirm(owner, contact.id, grouped)).toEqual({ ok: true });
  });

  it('is invalid after ten wrong tries; a new one works', async () => {
    const { owner, contact, code } = await invitedContact(product);
    expect(contact.invitation?.tries_left).toBe(limits.confirmationCodeTries);
    const listed = async () => (await onlyContactOf(owner)).invitation?.tries_left;
    for (let left = limits.confirmationCodeTries - 1; left >= 0; left--) {
      const refusal = await failureOf(confirm(owner, contact.id, wrongCode(code)));
      expect(refusal.code).toBe('invalid_code');
      expect(refusal.facts.tries_left).toBe(left);
      expect(await listed()).toBe(left);
    }
    expect((await failureOf(confirm(owner, contact.id, code))).code).toBe('code_tries_exhausted');
    await invite(owner, contact.id);
    expect(await listed()).toBe(limits.confirmationCodeTries);
    const fresh = invitationSecretsIn(await product.mailbox.latest(contact.email, 2));
    expect(await confirm(owner, contact.id, fresh.code)).toEqual({ ok: true });
  });

  it('is never compared more than ten times, even by concurrent requests', async () => {
    const { owner, contact, code } = await invitedContact(product);
    const tries = Array.from({ length: 25 }, () =>
      failureOf(confirm(owner, contact.id, wrongCode(code))),
    );
    const codes = (await Promise.all(tries)).map((failure) => failure.code);
    expect(codes.filter((one) => one === 'invalid_code')).toHaveLength(
      limits.confirmationCodeTries,
    );
    expect(codes.filter((one) => one === 'code_tries_exhausted')).toHaveLength(15);
    expect((await failureOf(confirm(owner, contact.id, code))).code).toBe('code_tries_exhausted');
  });

  it('does not confirm a contact who declined', async () => {
    const { owner, contact, code, token } = await invitedContact(product);
    await product.browser().declineInvitation({ body: { token } });
    expect((await failureOf(confirm(owner, contact.id, code))).code).toBe('contact_declined');
    expect((await onlyContactOf(owner)).status).toBe('declined');
  });

  it('never overrides a simultaneous decline', async () => {
    for (let round = 0; round < 2; round++) {
      const { owner, contact, code, token } = await invitedContact(product);
      await Promise.allSettled([
        confirm(owner, contact.id, code),
        product.browser().declineInvitation({ body: { token } }),
      ]);
      expect((await onlyContactOf(owner)).status).toBe('declined');
    }
  });
});

describe('sending a confirmation e-mail', () => {
  it('replaces code and link of a pending or declined contact', async () => {
    const { owner, contact, code, token } = await invitedContact(product);
    await product.browser().declineInvitation({ body: { token } });
    expect(await invite(owner, contact.id)).toEqual({
      ok: true,
      sent: true,
      manual_sharing_required: false,
      contact_email: contact.email,
      confirmation_code: null,
    });
    expect((await onlyContactOf(owner)).status).toBe('pending');
    const fresh = invitationSecretsIn(await product.mailbox.latest(contact.email, 2));
    const opened = product.browser().openInvitation({ body: { token } });
    expect((await failureOf(opened)).code).toBe('link_invalid');
    expect((await failureOf(confirm(owner, contact.id, code))).code).toBe('invalid_code');
    await confirm(owner, contact.id, fresh.code);
    expect(await eventKindsOf(owner)).toContain('contact_invited');
  });

  it('is refused for a confirmed contact', async () => {
    const { owner, contact, code } = await invitedContact(product);
    await confirm(owner, contact.id, code);
    expect((await failureOf(invite(owner, contact.id))).code).toBe('already_confirmed');
    // The invitation and the confirmation card.
    expect(await product.mailbox.receive(contact.email, 2)).toHaveLength(2);
  });

  it('uses the given name of the owner only while the profile has none', async () => {
    const { owner, contact } = await invitedContact(product, { preferred_language: 'en' });
    await invite(owner, contact.id, 'Aunt Maria');
    const asked = await product.mailbox.latest(contact.email, 2);
    expect(asked.subject).toBe('Aunt Maria asks you to be a trusted person');
    await invite(owner, contact.id);
    const kept = await product.mailbox.latest(contact.email, 3);
    expect(kept.subject).toBe(asked.subject);
    await owner.browser.updateBasicInfo({
      body: { first_name: 'Maria', last_name: 'Ivanova', date_of_birth: null },
    });
    await invite(owner, contact.id, 'Another Name');
    const named = await product.mailbox.latest(contact.email, 4);
    expect(named.text).toContain(`Maria Ivanova (${owner.email})`);
    const { token } = invitationSecretsIn(named);
    const view = await product.browser().openInvitation({ body: { token } });
    expect(view.owner_name).toBe('Maria Ivanova');
  });

  it('mails an unconfirmed address at most five times an hour across all owners, then returns the code', async () => {
    const { owner, contact } = await invitedContact(product);
    const other = await invitedContact(product, { email: contact.email });
    for (let count = 2; count < 5; count++) await invite(owner, contact.id);
    await product.mailbox.receive(contact.email, 5);
    const result = await invite(other.owner, other.contact.id);
    expect(result).toMatchObject({ ok: true, sent: false, manual_sharing_required: true });
    expect((await onlyContactOf(other.owner)).invitation?.mail_state).toBe('queued');
    await makeInvitationsDue(product.database);
    // The job postpones the mail.
    await vi.waitFor(
      async () =>
        expect(await jobStates(product.database, other.contact.id)).toEqual([
          'completed',
          'created',
        ]),
      { timeout: 15_000, interval: 20 },
    );
    expect(await product.mailbox.receive(contact.email, 5)).toHaveLength(5);
    product.clock.advance(hour);
    await makeInvitationsDue(product.database);
    const mail = await product.mailbox.latest(contact.email, 6);
    expect(invitationSecretsIn(mail).code).toBe(result.confirmation_code);
  });
});

describe('a code typed by the invited person', () => {
  const accept = ({ browser }: Person, code: string) =>
    browser.acceptInvitationByCode({ body: { confirmation_code: code } });

  it('accepts the invitation to the address of their account, once', async () => {
    const { owner, contact, code } = await invitedContact(product);
    const person = await signedInPerson(product, product.browser(), contact.email);
    expect((await failureOf(accept(person, wrongCode(code)))).code).toBe('invalid_code');
    await accept(person, code.toLowerCase());
    expect(await onlyContactOf(owner)).toMatchObject({ status: 'confirmed', is_confirmed: true });
    const { legacies } = await person.browser.listLegacies();
    expect(legacies.map(({ user_id }) => user_id)).toEqual([owner.userId]);
    expect((await failureOf(accept(person, code))).code).toBe('invalid_code');
  });

  it('is refused from another account, and after a new invitation', async () => {
    const { owner, contact, code } = await invitedContact(product);
    const other = await signedInPerson(product);
    expect((await failureOf(accept(other, code))).code).toBe('invalid_code');
    await invite(owner, contact.id);
    const person = await signedInPerson(product, product.browser(), contact.email);
    expect((await failureOf(accept(person, code))).code).toBe('invalid_code');
    expect((await onlyContactOf(owner)).status).toBe('pending');
  });
});

// Last, because it advances the clock beyond the lifetime of the sessions above.
describe('an invitation after thirty days', () => {
  it('has an expired code and link, and can be replaced', async () => {
    const { owner, contact, code, token } = await invitedContact(product);
    product.clock.advance(linkLifetimes.contactInvitation);
    await owner.browser.signIn({ body: { email: owner.email, password: owner.password } });
    expect((await failureOf(confirm(owner, contact.id, code))).code).toBe('code_expired');
    const invited = await signedInPerson(product, product.browser(), contact.email);
    const byCode = invited.browser.acceptInvitationByCode({ body: { confirmation_code: code } });
    expect((await failureOf(byCode)).code).toBe('invalid_code');
    const stranger = product.browser();
    const refused = await Promise.all([
      failureOf(stranger.openInvitation({ body: { token } })),
      failureOf(stranger.acceptInvitation({ body: { token } })),
      failureOf(stranger.declineInvitation({ body: { token } })),
    ]);
    for (const failure of refused) expect(failure.code).toBe('link_expired');
    await invite(owner, contact.id);
    const fresh = invitationSecretsIn(await product.mailbox.latest(contact.email, 2));
    await confirm(owner, contact.id, fresh.code);
    expect((await onlyContactOf(owner)).status).toBe('confirmed');
  });
});

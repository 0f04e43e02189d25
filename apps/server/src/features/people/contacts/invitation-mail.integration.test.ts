import { type SmtpStandIn, startSmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  contactBody,
  invitationSecretsIn,
  jobStates,
  makeInvitationsDue,
  onlyContactOf,
} from '../../../../test/contacts.ts';
import { hour } from '../../../../test/durations.ts';
import {
  cyrillicAddress,
  newAddress,
  type Person,
  signedInPerson,
} from '../../../../test/people.ts';
import { acceptedMails } from '../../../../test/test-mailbox.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';

let standIn: SmtpStandIn;
let product: TestProduct;
beforeAll(async () => {
  standIn = await startSmtpStandIn();
  const started = await startTestProduct({ SMTP_URL: standIn.url });
  product = { ...started, mailbox: acceptedMails(standIn) };
});
afterAll(async () => {
  await product.stop();
  await standIn.stop();
});

const longTimeoutMs = 300_000;
const mailTo = (address: string, from = standIn.accepted) =>
  from.filter(({ to }) => to === address);
const mailState = async (owner: Person) => (await onlyContactOf(owner)).invitation?.mail_state;
const codeExpected = (email: string) => ({
  ok: true,
  sent: false,
  manual_sharing_required: true,
  contact_email: email,
  confirmation_code: expect.stringMatching(/^[A-Z0-9]{6}$/),
});

describe('an invitation with a working mail server', () => {
  it('is sent once, with replies to the owner; the job sends nothing more', async () => {
    const owner = await signedInPerson(product);
    const { contact, invitation } = await owner.browser.createContact({ body: contactBody() });
    expect(invitation?.sent).toBe(true);
    const mail = await product.mailbox.latest(contact.email);
    expect(mailTo(contact.email)[0]?.header('reply-to')).toBe(owner.email);
    expect(mail.message_id).toMatch(/^<contact_invitation\.[0-9a-f-]{36}@zavet\.test>$/);
    await makeInvitationsDue(product.database);
    await vi.waitFor(
      async () => expect(await jobStates(product.database, contact.id)).toEqual(['completed']),
      { timeout: 20_000, interval: 20 },
    );
    expect(mailTo(contact.email)).toHaveLength(1);
  });

  it('reaches an internationalised address, and names such an owner in the text', async () => {
    const owner = await signedInPerson(product, product.browser(), cyrillicAddress().kept);
    const contacts = [
      { email: cyrillicAddress().kept, replyTo: owner.email },
      { email: newAddress(), replyTo: '' },
    ];
    for (const { email, replyTo } of contacts) {
      const { invitation } = await owner.browser.createContact({ body: contactBody({ email }) });
      expect(invitation?.sent).toBe(true);
      const [mail] = mailTo(email);
      expect(mail?.header('reply-to')).toBe(replyTo);
      expect(mail?.text).toContain(owner.email);
    }
  });

  it.each([
    ['Анна\r\nBcc: thief@example.com', 'name_invalid'],
    ['Анна https://evil.example/x', 'name_invalid'],
  ])('is not sent with the owner name %j', async (p_user_name, problem) => {
    const owner = await signedInPerson(product);
    const { contact } = await owner.browser.createContact({ body: contactBody() });
    const body = { p_contact_id: contact.id, p_user_name };
    await expect(owner.browser.sendConfirmationEmail({ body })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { p_user_name: problem },
    });
    expect(mailTo(contact.email)).toHaveLength(1);
  });
});

describe('an invitation that could not be sent immediately', () => {
  it('returns the code to the owner if the mail server lacks SMTPUTF8', async () => {
    const owner = await signedInPerson(product);
    const { kept } = cyrillicAddress();
    standIn.announceUtf8(false);
    try {
      const body = contactBody({ email: kept });
      const { contact, invitation } = await owner.browser.createContact({ body });
      expect(invitation).toEqual(codeExpected(kept));
      expect(contact.invitation?.mail_state).toBe('refused');
      expect(mailTo(kept)).toEqual([]);
    } finally {
      standIn.announceUtf8(true);
    }
  });

  it(
    'returns the code to the owner while the server is down, and arrives later with the same code',
    async () => {
      const owner = await signedInPerson(product);
      await standIn.stop();
      const { contact, invitation } = await owner.browser.createContact({ body: contactBody() });
      expect(invitation).toEqual(codeExpected(contact.email));
      expect(contact.invitation?.mail_state).toBe('queued');
      await standIn.start();
      await makeInvitationsDue(product.database);
      const mail = await product.mailbox.latest(contact.email);
      const { code, token } = invitationSecretsIn(mail);
      expect(code).toBe(invitation?.confirmation_code);
      await vi.waitFor(async () => expect(await mailState(owner)).toBe('sent'), 10_000);
      await product.browser().acceptInvitation({ body: { token } });
      expect((await onlyContactOf(owner)).status).toBe('confirmed');
    },
    longTimeoutMs,
  );

  it(
    'is retried with the same code, link and Message-ID',
    async () => {
      const owner = await signedInPerson(product);
      const email = newAddress();
      standIn.answer(email, { code: 451 });
      const { contact, invitation } = await owner.browser.createContact({
        body: contactBody({ email }),
      });
      expect(invitation).toEqual(codeExpected(email));
      await makeInvitationsDue(product.database);
      await vi.waitFor(() => expect(mailTo(email, standIn.refused)).toHaveLength(2), 20_000);
      await vi.waitFor(
        async () => expect(await jobStates(product.database, contact.id)).toEqual(['retry']),
        20_000,
      );
      standIn.answer(email, { code: 250 });
      await makeInvitationsDue(product.database);
      const mail = await product.mailbox.latest(email);
      for (const earlier of mailTo(email, standIn.refused)) {
        expect(earlier.message_id).toBe(mail.message_id);
        expect(invitationSecretsIn(earlier)).toEqual(invitationSecretsIn(mail));
      }
      expect(invitationSecretsIn(mail).code).toBe(invitation?.confirmation_code);
    },
    longTimeoutMs,
  );

  it(
    'is shown as refused after a permanent refusal; the job retries only once',
    async () => {
      const owner = await signedInPerson(product);
      const email = newAddress();
      standIn.answer(email, { code: 550 });
      const { contact, invitation } = await owner.browser.createContact({
        body: contactBody({ email }),
      });
      expect(invitation).toEqual(codeExpected(email));
      expect(contact.invitation?.mail_state).toBe('refused');
      await makeInvitationsDue(product.database);
      await vi.waitFor(
        async () => expect(await jobStates(product.database, contact.id)).toEqual(['completed']),
        20_000,
      );
      expect(mailTo(email, standIn.refused)).toHaveLength(2);
      expect(await mailState(owner)).toBe('refused');
      expect(product.logged()).toContain('"code":"mail_refused","mail":"contact_invitation"');
      expect(product.logged()).not.toContain(email);
      const confirmation_code = invitation?.confirmation_code ?? '';
      await owner.browser.confirmContact({
        body: { trusted_contact_id: contact.id, confirmation_code },
      });
      expect((await onlyContactOf(owner)).status).toBe('confirmed');
    },
    longTimeoutMs,
  );

  it(
    'is not sent after the contact has answered or a newer one replaced it',
    async () => {
      const owner = await signedInPerson(product);
      const [confirmed, replaced] = [newAddress(), newAddress()];
      for (const email of [confirmed, replaced]) standIn.answer(email, { code: 451 });
      const first = await owner.browser.createContact({ body: contactBody({ email: confirmed }) });
      const second = await owner.browser.createContact({ body: contactBody({ email: replaced }) });
      await owner.browser.confirmContact({
        body: {
          trusted_contact_id: first.contact.id,
          confirmation_code: first.invitation?.confirmation_code ?? '',
        },
      });
      standIn.answer(replaced, { code: 250 });
      await owner.browser.sendConfirmationEmail({ body: { p_contact_id: second.contact.id } });
      await makeInvitationsDue(product.database);
      await vi.waitFor(
        async () => {
          expect(await jobStates(product.database, first.contact.id)).toEqual(['completed']);
          expect(await jobStates(product.database, second.contact.id)).toEqual(['completed']);
        },
        { timeout: 20_000, interval: 20 },
      );
      expect(mailTo(confirmed)).toEqual([]);
      expect(mailTo(replaced)).toHaveLength(1);
      const { code } = invitationSecretsIn(await product.mailbox.latest(replaced));
      expect(code).not.toBe(second.invitation?.confirmation_code);
    },
    longTimeoutMs,
  );

  // Last, because it advances the clock by a week.
  it(
    'is abandoned after a week of failures',
    async () => {
      const owner = await signedInPerson(product);
      const email = newAddress();
      standIn.answer(email, { code: 451 });
      const { contact } = await owner.browser.createContact({ body: contactBody({ email }) });
      product.clock.advance(7 * 24 * hour + hour);
      await makeInvitationsDue(product.database);
      await vi.waitFor(
        async () => expect(await jobStates(product.database, contact.id)).toEqual(['completed']),
        20_000,
      );
      await owner.browser.signIn({ body: { email: owner.email, password: owner.password } });
      expect(await mailState(owner)).toBe('refused');
    },
    longTimeoutMs,
  );
});

describe('an invitation to a slow mail server', () => {
  let shortTimeout: TestProduct;
  beforeAll(async () => {
    shortTimeout = await startTestProduct({ SMTP_URL: standIn.url }, { handOverTimeoutMs: 500 });
  });
  afterAll(() => shortTimeout.stop());

  it(
    'does not delay the response, and is not sent again if accepted late',
    async () => {
      const owner = await signedInPerson(shortTimeout);
      const email = newAddress();
      const late = Promise.withResolvers<{ code: number }>();
      standIn.answer(email, late.promise);
      const { contact, invitation } = await owner.browser.createContact({
        body: contactBody({ email }),
      });
      expect(invitation).toEqual(codeExpected(email));
      expect(contact.invitation?.mail_state).toBe('queued');
      late.resolve({ code: 250 });
      await vi.waitFor(async () => expect(await mailState(owner)).toBe('sent'), 10_000);
      await makeInvitationsDue(shortTimeout.database);
      await vi.waitFor(
        async () =>
          expect(await jobStates(shortTimeout.database, contact.id)).toEqual(['completed']),
        20_000,
      );
      expect(mailTo(email)).toHaveLength(1);
    },
    longTimeoutMs,
  );

  it(
    'causes no unhandled rejection if refused late',
    async () => {
      const owner = await signedInPerson(shortTimeout);
      const email = newAddress();
      const late = Promise.withResolvers<{ code: number }>();
      standIn.answer(email, late.promise);
      const { invitation } = await owner.browser.createContact({ body: contactBody({ email }) });
      expect(invitation?.sent).toBe(false);
      late.resolve({ code: 550 });
      await vi.waitFor(async () => expect(await mailState(owner)).toBe('refused'), 10_000);
    },
    longTimeoutMs,
  );
});

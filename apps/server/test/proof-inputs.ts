import { randomUUID } from 'node:crypto';
import type { AnyInput } from '@zavet/contract/client';
import { contactBody } from './contacts.ts';
import { acceptances } from './people.ts';
import { instructionBody } from './vault-fixtures.ts';

const byId = (): AnyInput => ({ params: { id: randomUUID() } });
const nothing = (): AnyInput => ({});
const passkeyOfNobody = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
};

/**
 * Input that is right by its form, for every endpoint that asks for a proof and takes no id of
 * something owned. A weak password and another word leave the account as it is where it is proven.
 */
export const inputsWithoutIds: Record<string, () => AnyInput> = {
  'change-password': () => ({
    body: { password: 'password', confirm_password: 'password' },
  }),
  'request-email-change': () => ({ body: { new_email: 'other@example.org' } }),
  'set-emergency-pin': () => ({ body: { pin: '730514' } }),
  'remove-emergency-pin': () => ({ body: {} }),
  delete_user_account: () => ({ body: { confirmation_word: 'НЕТ' } }),
  'update-preferred-language': () => ({ body: { preferred_language: 'ru' } }),
  'end-other-sessions': nothing,
  'begin-passkey': nothing,
  'add-passkey': () => ({ body: { passkey: passkeyOfNobody, name: 'Телефон' } }),
  'begin-one-time-codes': nothing,
  'confirm-one-time-codes': () => ({ body: { code: '123456' } }),
  'remove-one-time-codes': nothing,
  'make-recovery-codes': nothing,
  'order-export': nothing,
  'begin-import': () => ({ body: { size_bytes: 4 } }),
  'connect-mailbox': () => ({
    body: { provider: 'yandex', email: 'anna@example.org', password: 'app password' },
  }),
  'set-mailbox-sync': () => ({ body: { auto_sync_enabled: false } }),
  'disconnect-mailbox': nothing,
  'update-basic-info': () => ({
    body: { first_name: 'Анна', last_name: 'Иванова', date_of_birth: '1980-05-17' },
  }),
  'update-contact-info': () => ({ body: { phone: '+7 900 000-00-00' } }),
  'create-trusted-contact': () => ({ body: contactBody() }),
  'create-instruction': () => ({ body: instructionBody([randomUUID()]) }),
  'set-auto-renewal': () => ({ body: { is_on: false } }),
  'remove-payment-method': nothing,
  'set-protocol-rules': () => ({ body: { waiting_hours: 72, needs_second: false } }),
  'set-second-address': () => ({ body: { email: 'second@example.org' } }),
  'remove-second-address': nothing,
  'make-stop-code': nothing,
  'remove-stop-code': nothing,
  'close-letters': nothing,
  'arm-again': nothing,
  'start-rehearsal': () => ({ body: { mails_recipients: false } }),
  'end-rehearsal': nothing,
  'set-presence': () => ({ body: { frequency: 'weekly' } }),
  'send-support-email': () => ({ body: { userEmail: 'anna@example.org', message: 'text' } }),
  'accept-documents': () => ({ body: { accepted: acceptances } }),
  'answer-support-request': () => ({
    ...byId(),
    body: { draft_id: randomUUID(), text: 'Здравствуйте.', seen_messages: 0 },
  }),
  'settle-support-request': byId,
  'resend-confirmation': byId,
  'ask-provider-again': byId,
  'retry-failed-job': byId,
  'send-test-mail': nothing,
  'try-letter-again': byId,
};

/** What the handlers would do, were the owner proven. */
export const wouldTakeEffect: Record<string, object> = {
  'change-password': { password: 'Another-pass-2', confirm_password: 'Another-pass-2' },
  delete_user_account: { confirmation_word: 'УДАЛИТЬ' },
};

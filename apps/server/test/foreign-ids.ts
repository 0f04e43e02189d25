import { randomUUID } from 'node:crypto';
import type { AnyInput } from '@zavet/contract/client';
import { contactBody } from './contacts.ts';
import { activationOf, type TrustedPerson } from './protocol.ts';
import { instructionBody } from './vault-fixtures.ts';

/** Ids of resources that belong to an owner, by kind. */
export interface OwnedIds {
  user: string;
  session: string;
  /** A sign-in event. */
  event: string;
  contact: string;
  instruction: string;
  /** Ids of the contact and the instruction above, separated by a space. */
  letter: string;
  /** Ids of the instruction above and its former text, separated by a space. */
  formerText: string;
  /** A deleted instruction. */
  binned: string;
  file: string;
  /** An announced file that was not uploaded. */
  expected: string;
  payment: string;
  /** Ids that exist because the owner is also a contact of another owner. */
  legacy: string;
  activation: string;
  delivery: string;
  envelope: string;
  /** A request to the operators about another owner. */
  request: string;
  /** Ids of a request and its document, separated by a space. */
  paper: string;
  supportRequest: string;
  passkey: string;
  /** A data export and an upload of an archive. */
  export: string;
  import: string;
  /** A mail in a connected mailbox. */
  mailboxMessage: string;
}
type Kind = keyof OwnedIds;

export const planPaymentInput = (user_id: string) => ({
  amount: 300,
  currency: 'RUB',
  plan_id: 'storage_300_monthly' as const,
  user_id,
  description: '',
  return_url: 'http://zavet.test/yookassa-return',
});
const { draft_id: _, ...changed } = instructionBody([randomUUID()]);
const idInPath = (kind: Kind, body?: AnyInput['body']) => ({
  kind,
  input: (id: string): AnyInput => ({ params: { id }, ...(body !== undefined && { body }) }),
});

const idInList = (kind: 'instruction' | 'binned', body: object = {}) => ({
  kind,
  input: (id: string): AnyInput => ({ body: { ids: [id], ...body } }),
});

const formerTextIds = (body?: AnyInput['body']) => ({
  kind: 'formerText' as const,
  input: (text: string): AnyInput => {
    const [id = '', text_id = randomUUID()] = text.split(' ');
    return { params: { id, text_id }, ...(body !== undefined && { body }) };
  },
});

const requestDocumentIds = {
  kind: 'paper' as const,
  input: (paper: string): AnyInput => {
    const [id = '', document_id = randomUUID()] = paper.split(' ');
    return { params: { id, document_id } };
  },
};

/**
 * Every endpoint that takes the id of an owned resource, with input that is valid except for the id.
 */
export const endpointsWithIds: Record<
  string,
  { kind: Kind; status?: number; input(id: string): AnyInput }
> = {
  'end-session': idInPath('session'),
  'list-security-events': {
    kind: 'event',
    status: 200,
    input: (after) => ({ query: { after } }),
  },
  'disown-logged-sign-in': idInPath('event'),
  'rename-passkey': idInPath('passkey', { name: 'Чужой' }),
  'remove-passkey': idInPath('passkey'),
  'update-trusted-contact': idInPath('contact', contactBody()),
  'delete-trusted-contact': idInPath('contact'),
  send_confirmation_email: { kind: 'contact', input: (id) => ({ body: { p_contact_id: id } }) },
  'confirm-trusted-contact': {
    kind: 'contact',
    input: (id) => ({ body: { trusted_contact_id: id, confirmation_code: 'ABCDEF' } }),
  },
  'get-would-receive': idInPath('contact'),
  'preview-delivery': {
    kind: 'letter',
    input: (letter) => {
      const [id = '', instruction_id = randomUUID()] = letter.split(' ');
      return { params: { id, instruction_id } };
    },
  },
  'list-instructions': {
    kind: 'contact',
    status: 200,
    input: (contact) => ({ query: { contact } }),
  },
  'search-instructions': {
    kind: 'contact',
    status: 200,
    input: (contact) => ({ body: { query: 'завещание', contact } }),
  },
  'get-instruction': idInPath('instruction'),
  'update-instruction': idInPath('instruction', { ...changed, version: 1 }),
  'review-instruction': idInPath('instruction'),
  'delete-instruction': idInPath('instruction'),
  'readdress-instructions': idInList('instruction', { trusted_contact_ids: [randomUUID()] }),
  'delete-instructions': idInList('instruction'),
  'get-binned-instruction': idInPath('binned'),
  'restore-instructions': idInList('binned'),
  'delete-permanently': idInList('binned'),
  'list-former-texts': idInPath('instruction'),
  'get-former-text': formerTextIds(),
  'restore-former-text': formerTextIds({ version: 1 }),
  'download-all-files': idInPath('instruction'),
  'attach-file': {
    kind: 'instruction',
    input: (id) => ({
      params: { id },
      headers: { 'x-file-name': 'a.txt' },
      body: new Blob(['text']),
    }),
  },
  'expect-files': idInPath('instruction', {
    expected_files: [{ file_name: 'a.txt', size_bytes: 4 }],
  }),
  'give-up-file': idInPath('expected'),
  'download-file': idInPath('file'),
  'delete-file': idInPath('file'),
  'allow-export-download': idInPath('export'),
  'download-export': idInPath('export'),
  'remove-export': idInPath('export'),
  'send-archive': {
    kind: 'import',
    input: (id) => ({ params: { id }, body: new Blob(['text']) }),
  },
  'dismiss-import': idInPath('import'),
  check_storage_limit: {
    kind: 'user',
    input: (id) => ({ body: { p_user_id: id, p_new_size_mb: 1 } }),
  },
  'create-payment': {
    kind: 'user',
    status: 422,
    input: (id) => ({ body: planPaymentInput(id) }),
  },
  'create-activation-payment': {
    kind: 'user',
    status: 422,
    input: (userId) => ({
      body: activationOf({ userId }, { userId, contactId: randomUUID() } as TrustedPerson),
    }),
  },
  'pay-for-owner': {
    kind: 'user',
    input: (owner_id) => ({
      body: {
        owner_id,
        trusted_contact_id: randomUUID(),
        plan_id: 'storage_300_monthly' as const,
        amount: 300,
        return_url: 'http://zavet.test/yookassa-return',
        client_return_token: 'a'.repeat(43),
      },
    }),
  },
  'ask-for-agreement': {
    kind: 'user',
    input: (id) => ({ body: { deceased_user_id: id, trusted_contact_id: randomUUID() } }),
  },
  'file-activation-request': {
    kind: 'user',
    input: (id) => ({
      body: { deceased_user_id: id, trusted_contact_id: randomUUID(), explanation: 'text' },
    }),
  },
  'get-activation-request': idInPath('request'),
  'add-request-document': {
    kind: 'request',
    input: (id) => ({
      params: { id },
      headers: { 'x-file-name': 'a.txt' },
      body: new Blob(['text']),
    }),
  },
  'remove-request-document': requestDocumentIds,
  'download-request-document': requestDocumentIds,
  'answer-agreement': idInPath('activation', { agrees: true }),
  'withdraw-doubt': idInPath('activation'),
  'decide-on-vetoed-contact': idInPath('contact', { decision: 'question' }),
  'get-activation': idInPath('activation'),
  'give-up-activation-payment': idInPath('activation'),
  'correct-delivery-address': idInPath('envelope', { recipient_email: 'other@example.org' }),
  'list-received-instructions': idInPath('legacy'),
  'get-contact-card': idInPath('legacy'),
  'reconfirm-contact': idInPath('legacy'),
  'open-received-instruction': idInPath('delivery'),
  'get-mailbox-message': idInPath('mailboxMessage'),
  'show-mailbox-message': idInPath('mailboxMessage'),
  'download-mailbox-attachment': {
    kind: 'mailboxMessage',
    input: (id) => ({ params: { id, index: '0' } }),
  },
  'reply-to-support': idInPath('supportRequest', { message: 'text' }),
  'refresh-payment-status': {
    kind: 'payment',
    input: (payment_id) => ({
      body: {
        action: 'refresh-payment-status',
        plan_id: 'storage_300_monthly',
        payment_id,
        status: 'succeeded',
      },
    }),
  },
};

/**
 * Ids not covered above: further ids in the same input, and ids of resources to be created. Feature
 * tests cover them.
 */
export const furtherIds: Record<string, string[]> = {
  'delete-trusted-contact': ['query.reassign_to'],
  'create-instruction': ['body.trusted_contact_ids', 'body.draft_id'],
  'update-instruction': ['body.trusted_contact_ids'],
  'readdress-instructions': ['body.trusted_contact_ids'],
  'get-former-text': ['params.text_id'],
  'restore-former-text': ['params.text_id'],
  'preview-delivery': ['params.instruction_id'],
  'expect-files': ['body.instead_of'],
  'pay-for-owner': ['body.trusted_contact_id'],
  'create-activation-payment': [
    'body.metadata.trusted_contact_id',
    'body.metadata.initiator_user_id',
  ],
  'ask-for-agreement': ['body.trusted_contact_id'],
  'file-activation-request': ['body.trusted_contact_id'],
  'remove-request-document': ['params.document_id'],
  'download-request-document': ['params.document_id'],
  'send-support-email': ['body.draft_id'],
  'reply-to-support': ['body.draft_id'],
};

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
  /** Ids of that contact and this instruction, separated by a space. */
  letter: string;
  /** Ids of that instruction and its former text, separated by a space. */
  formerText: string;
  /** A deleted instruction. */
  binned: string;
  file: string;
  /** A file that was announced and not uploaded. */
  expected: string;
  payment: string;
  /** As a contact of another owner: contact id, activation and received letters. */
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

export const planOrder = (user_id: string) => ({
  amount: 300,
  currency: 'RUB',
  plan_id: 'storage_300_monthly' as const,
  user_id,
  description: '',
  return_url: 'http://zavet.test/yookassa-return',
});
const { draft_id: _, ...changed } = instructionBody([randomUUID()]);
const inPath = (kind: Kind, body?: AnyInput['body']) => ({
  kind,
  input: (id: string): AnyInput => ({ params: { id }, ...(body !== undefined && { body }) }),
});

const many = (kind: 'instruction' | 'binned', body: object = {}) => ({
  kind,
  input: (id: string): AnyInput => ({ body: { ids: [id], ...body } }),
});

const inFormerText = (body?: AnyInput['body']) => ({
  kind: 'formerText' as const,
  input: (text: string): AnyInput => {
    const [id = '', text_id = randomUUID()] = text.split(' ');
    return { params: { id, text_id }, ...(body !== undefined && { body }) };
  },
});

const inRequest = {
  kind: 'paper' as const,
  input: (paper: string): AnyInput => {
    const [id = '', document_id = randomUUID()] = paper.split(' ');
    return { params: { id, document_id } };
  },
};

/**
 * Every endpoint that takes the id of an owned resource, with input that is valid except for the
 * id.
 */
export const endpointsWithIds: Record<
  string,
  { kind: Kind; status?: number; input(id: string): AnyInput }
> = {
  'end-session': inPath('session'),
  'list-security-events': {
    kind: 'event',
    status: 200,
    input: (after) => ({ query: { after } }),
  },
  'disown-logged-sign-in': inPath('event'),
  'rename-passkey': inPath('passkey', { name: 'Чужой' }),
  'remove-passkey': inPath('passkey'),
  'update-trusted-contact': inPath('contact', contactBody()),
  'delete-trusted-contact': inPath('contact'),
  send_confirmation_email: { kind: 'contact', input: (id) => ({ body: { p_contact_id: id } }) },
  'confirm-trusted-contact': {
    kind: 'contact',
    input: (id) => ({ body: { trusted_contact_id: id, confirmation_code: 'ABCDEF' } }),
  },
  'get-would-receive': inPath('contact'),
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
  'get-instruction': inPath('instruction'),
  'update-instruction': inPath('instruction', { ...changed, version: 1 }),
  'review-instruction': inPath('instruction'),
  'delete-instruction': inPath('instruction'),
  'readdress-instructions': many('instruction', { trusted_contact_ids: [randomUUID()] }),
  'delete-instructions': many('instruction'),
  'get-binned-instruction': inPath('binned'),
  'restore-instructions': many('binned'),
  'delete-permanently': many('binned'),
  'list-former-texts': inPath('instruction'),
  'get-former-text': inFormerText(),
  'restore-former-text': inFormerText({ version: 1 }),
  'download-all-files': inPath('instruction'),
  'attach-file': {
    kind: 'instruction',
    input: (id) => ({
      params: { id },
      headers: { 'x-file-name': 'a.txt' },
      body: new Blob(['text']),
    }),
  },
  'expect-files': inPath('instruction', {
    expected_files: [{ file_name: 'a.txt', size_bytes: 4 }],
  }),
  'give-up-file': inPath('expected'),
  'download-file': inPath('file'),
  'delete-file': inPath('file'),
  'allow-export-download': inPath('export'),
  'download-export': inPath('export'),
  'remove-export': inPath('export'),
  'send-archive': {
    kind: 'import',
    input: (id) => ({ params: { id }, body: new Blob(['text']) }),
  },
  'dismiss-import': inPath('import'),
  check_storage_limit: {
    kind: 'user',
    input: (id) => ({ body: { p_user_id: id, p_new_size_mb: 1 } }),
  },
  'create-payment': {
    kind: 'user',
    status: 422,
    input: (id) => ({ body: planOrder(id) }),
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
  'get-activation-request': inPath('request'),
  'add-request-document': {
    kind: 'request',
    input: (id) => ({
      params: { id },
      headers: { 'x-file-name': 'a.txt' },
      body: new Blob(['text']),
    }),
  },
  'remove-request-document': inRequest,
  'download-request-document': inRequest,
  'answer-agreement': inPath('activation', { agrees: true }),
  'withdraw-doubt': inPath('activation'),
  'decide-on-vetoed-contact': inPath('contact', { decision: 'question' }),
  'get-activation': inPath('activation'),
  'give-up-activation-payment': inPath('activation'),
  'correct-delivery-address': inPath('envelope', { recipient_email: 'other@example.org' }),
  'list-received-instructions': inPath('legacy'),
  'get-contact-card': inPath('legacy'),
  'reconfirm-contact': inPath('legacy'),
  'open-received-instruction': inPath('delivery'),
  'get-mailbox-message': inPath('mailboxMessage'),
  'show-mailbox-message': inPath('mailboxMessage'),
  'download-mailbox-attachment': {
    kind: 'mailboxMessage',
    input: (id) => ({ params: { id, index: '0' } }),
  },
  'reply-to-support': inPath('supportRequest', { message: 'text' }),
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
 * Further ids in the same input, and ids of resources yet to be created; feature tests cover them.
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

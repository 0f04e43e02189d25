import { z } from 'zod';
import { nothing } from '../account/fields.ts';
import { defineEndpoint } from '../endpoint.ts';
import * as schema from './mailbox-schemas.ts';

const hour = 3600;
const messageId = z.object({ id: z.uuid('invalid') });
/** Each asks the owner's mail server. */
const reading = { limits: [{ per: 'account', max: 600, seconds: hour }] } as const;
const readingErrors = [
  'not_found',
  'mailbox_unavailable',
  'mailbox_message_gone',
  'mailbox_message_too_large',
] as const;

export const mailboxEndpoints = {
  getMailbox: defineEndpoint({
    id: 'get-mailbox',
    summary: 'The connected mailbox with the counts of its folders, or null.',
    method: 'GET',
    path: '/mailbox',
    callers: 'owner',
    output: z.object({ mailbox: schema.mailboxView.nullable() }),
    errors: [],
  }),
  connectMailbox: defineEndpoint({
    id: 'connect-mailbox',
    summary:
      'Connect a mailbox over IMAP, or give one that is connected another password. Tried before it is kept.',
    method: 'PUT',
    path: '/mailbox',
    callers: 'owner',
    proof: 'fresh',
    body: schema.connectMailboxInput,
    output: schema.mailboxView,
    errors: [
      'mailbox_login_refused',
      'mailbox_unreachable',
      'mailbox_host_forbidden',
      'mailbox_certificate_refused',
      'mailbox_folder_missing',
    ],
    limits: [{ per: 'account', max: 20, seconds: hour }],
  }),
  setMailboxSync: defineEndpoint({
    id: 'set-mailbox-sync',
    summary: 'Switch the refreshing by itself on or off.',
    method: 'PATCH',
    path: '/mailbox',
    callers: 'owner',
    proof: 'recent',
    body: z.object({ auto_sync_enabled: z.boolean('invalid') }),
    output: schema.mailboxView,
    errors: ['not_found'],
  }),
  disconnectMailbox: defineEndpoint({
    id: 'disconnect-mailbox',
    summary: 'Forget the mailbox: its password, and everything that was listed of it.',
    method: 'DELETE',
    path: '/mailbox',
    callers: 'owner',
    proof: 'fresh',
    output: nothing,
    errors: ['not_found'],
  }),
  syncMailbox: defineEndpoint({
    id: 'sync-mailbox',
    summary: 'Refresh the lists now, also after a trouble that stopped it.',
    method: 'POST',
    path: '/mailbox/sync',
    callers: 'owner',
    output: schema.mailboxView,
    errors: ['not_found'],
    limits: [{ per: 'account', max: 60, seconds: hour }],
  }),
  listMailboxMessages: defineEndpoint({
    id: 'list-mailbox-messages',
    summary: 'The mails of a folder, newest first, or those that a search finds; page by page.',
    method: 'GET',
    path: '/mailbox/messages',
    callers: 'owner',
    query: schema.mailboxListQuery,
    output: z.object({
      messages: z.array(schema.mailboxMessageSummary),
      next_cursor: z.string().nullable(),
      /** How many a search found. */
      found: z.int().nullable(),
    }),
    errors: ['not_found'],
  }),
  getMailboxMessage: defineEndpoint({
    id: 'get-mailbox-message',
    summary: 'One mail, read from its server now. It stays unread there.',
    method: 'GET',
    path: '/mailbox/messages/{id}',
    callers: 'owner',
    params: messageId,
    output: schema.mailboxMessageView,
    errors: readingErrors,
    ...reading,
  }),
  showMailboxMessage: defineEndpoint({
    id: 'show-mailbox-message',
    summary:
      'The HTML of a mail, cleaned and locked into a sandbox; remote images only where they are asked for.',
    method: 'GET',
    path: '/mailbox/messages/{id}/page',
    callers: 'owner',
    params: messageId,
    query: z.object({
      images: z.enum(['hidden', 'shown'], 'invalid').default('hidden'),
      theme: z.enum(['light', 'dark'], 'invalid').default('light'),
    }),
    output: 'html',
    errors: readingErrors,
    ...reading,
  }),
  downloadMailboxAttachment: defineEndpoint({
    id: 'download-mailbox-attachment',
    summary: 'One attachment of a mail.',
    method: 'GET',
    path: '/mailbox/messages/{id}/attachments/{index}',
    callers: 'owner',
    params: messageId.extend({
      index: z.coerce.number('invalid').int('invalid').min(0, 'invalid'),
    }),
    output: 'bytes',
    errors: readingErrors,
    ...reading,
  }),
} as const;

import { z } from 'zod';
import { defineEndpoint, hour } from '../endpoint.ts';
import { emailField, timestamp } from '../fields.ts';
import { limits } from '../limits.ts';
import {
  mailboxFolders,
  mailboxLimits,
  mailboxProviders,
  mailboxSecurities,
  mailboxStates,
  mailboxTroubles,
} from './mailbox-values.ts';

const folderView = z.object({
  folder: z.enum(mailboxFolders),
  /** Number of messages on the server. */
  total: z.int(),
  unread: z.int(),
  /** Number of messages that are listed in the product. */
  listed: z.int(),
});

const mailboxView = z.object({
  email_integration_connected: z.literal(true),
  integrated_email_address: z.string(),
  auto_sync_enabled: z.boolean(),
  last_email_sync: timestamp.nullable(),
  connected_at: timestamp,
  provider: z.enum(mailboxProviders),
  host: z.string(),
  port: z.int(),
  security: z.enum(mailboxSecurities),
  user: z.string(),
  state: z.enum(mailboxStates),
  trouble: z.enum(mailboxTroubles).nullable(),
  /** Progress of the first sync. */
  progress: z.object({ done: z.int(), total: z.int() }).nullable(),
  folders: z.array(folderView),
});
export type MailboxView = z.input<typeof mailboxView>;

const text = (max: number) =>
  z
    .string('required')
    .trim()
    .min(1, 'required')
    .max(max, 'too_long')
    .regex(/^\P{Cc}*$/u, 'invalid');

/** A preset determines the server; `other` requires all fields. */
export const connectMailboxInput = z
  .object({
    provider: z.enum(mailboxProviders, 'invalid'),
    email: emailField,
    /** Defaults to the mail address. */
    user: text(mailboxLimits.userMaxLength).optional(),
    password: z
      .string('required')
      .min(1, 'required')
      .max(mailboxLimits.passwordMaxLength, 'too_long'),
    host: text(mailboxLimits.hostMaxLength).optional(),
    port: z.coerce
      .number('invalid')
      .int('invalid')
      .min(1, 'invalid')
      .max(65_535, 'invalid')
      .optional(),
    security: z.enum(mailboxSecurities, 'invalid').optional(),
  })
  .superRefine((input, context) => {
    if (input.provider !== 'other') return;
    for (const field of ['host', 'port', 'security'] as const) {
      if (input[field] !== undefined) continue;
      context.addIssue({ code: 'custom', path: [field], message: 'required' });
    }
  });
export type ConnectMailboxInput = z.output<typeof connectMailboxInput>;

const mailboxListQuery = z.object({
  folder: z.enum(mailboxFolders, 'invalid'),
  /** Cursor of the end of the previous page. */
  cursor: z.string().max(200, 'too_long').optional(),
  search: z.string().trim().max(limits.searchMaxLength, 'too_long').optional(),
});

const person = z.object({ name: z.string().nullable(), address: z.string().nullable() });
export type MailboxPerson = z.output<typeof person>;

const mailboxMessageSummary = z.object({
  id: z.uuid(),
  from: person.nullable(),
  subject: z.string(),
  preview: z.string(),
  received_at: timestamp.nullable(),
  is_unread: z.boolean(),
  has_attachments: z.boolean(),
});
export type MailboxMessageSummary = z.input<typeof mailboxMessageSummary>;

const attachment = z.object({
  index: z.int(),
  file_name: z.string(),
  mime_type: z.string(),
  size: z.int(),
});
export type MailboxAttachment = z.output<typeof attachment>;

const mailboxMessageView = mailboxMessageSummary.extend({
  folder: z.enum(mailboxFolders),
  to: z.array(person),
  cc: z.array(person),
  reply_to: z.array(person),
  /** The plain text, or the text of an HTML message. */
  text: z.string(),
  /** Has an HTML page, shown in a sandbox. */
  has_html: z.boolean(),
  has_remote_images: z.boolean(),
  /** Some parts are unreadable. */
  is_broken: z.boolean(),
  attachments: z.array(attachment),
});
export type MailboxMessageView = z.input<typeof mailboxMessageView>;

const messageId = z.object({ id: z.uuid('invalid') });

/** Each call connects to the owner's mail server. */
const messageAccess = {
  errors: [
    'not_found',
    'mailbox_unavailable',
    'mailbox_message_missing',
    'mailbox_message_too_large',
  ],
  limits: [{ per: 'account', max: 600, seconds: hour }],
} as const;

export const mailboxEndpoints = {
  getMailbox: defineEndpoint({
    id: 'get-mailbox',
    summary: 'The connected mailbox with the counts of its folders, or null.',
    route: 'GET /mailbox',
    callers: 'owner',
    output: z.object({ mailbox: mailboxView.nullable() }),
  }),
  connectMailbox: defineEndpoint({
    id: 'connect-mailbox',
    summary:
      'Connect a mailbox over IMAP or change its password. The connection is tested before saving.',
    route: 'PUT /mailbox',
    callers: 'owner',
    proof: 'fresh',
    body: connectMailboxInput,
    output: mailboxView,
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
    summary: 'Turn automatic sync on or off.',
    route: 'PATCH /mailbox',
    callers: 'owner',
    proof: 'recent',
    body: z.object({ auto_sync_enabled: z.boolean('invalid') }),
    output: mailboxView,
    errors: ['not_found'],
  }),
  disconnectMailbox: defineEndpoint({
    id: 'disconnect-mailbox',
    summary: 'Disconnect the mailbox and delete its password and listed messages.',
    route: 'DELETE /mailbox',
    callers: 'owner',
    proof: 'fresh',
    errors: ['not_found'],
  }),
  syncMailbox: defineEndpoint({
    id: 'sync-mailbox',
    summary: 'Sync now, also after a failure that stopped it.',
    route: 'POST /mailbox/sync',
    callers: 'owner',
    output: mailboxView,
    errors: ['not_found'],
    limits: [{ per: 'account', max: 60, seconds: hour }],
  }),
  listMailboxMessages: defineEndpoint({
    id: 'list-mailbox-messages',
    summary: 'Messages of a folder, newest first, optionally filtered by a search; in pages.',
    route: 'GET /mailbox/messages',
    callers: 'owner',
    query: mailboxListQuery,
    output: z.object({
      messages: z.array(mailboxMessageSummary),
      next_cursor: z.string().nullable(),
      /** Number of search results. */
      found: z.int().nullable(),
    }),
    errors: ['not_found'],
  }),
  getMailboxMessage: defineEndpoint({
    id: 'get-mailbox-message',
    summary: 'One message, read from its server. It stays unread there.',
    route: 'GET /mailbox/messages/{id}',
    callers: 'owner',
    params: messageId,
    output: mailboxMessageView,
    ...messageAccess,
  }),
  getMailboxMessageHtml: defineEndpoint({
    id: 'show-mailbox-message',
    summary: 'The sanitised HTML of a message in a sandbox, with remote images on request.',
    route: 'GET /mailbox/messages/{id}/page',
    callers: 'owner',
    params: messageId,
    query: z.object({
      images: z.enum(['hidden', 'shown'], 'invalid').default('hidden'),
      theme: z.enum(['light', 'dark'], 'invalid').default('light'),
    }),
    output: 'html',
    ...messageAccess,
  }),
  downloadMailboxAttachment: defineEndpoint({
    id: 'download-mailbox-attachment',
    summary: 'One attachment of a message.',
    route: 'GET /mailbox/messages/{id}/attachments/{index}',
    callers: 'owner',
    params: messageId.extend({
      index: z.coerce.number('invalid').int('invalid').min(0, 'invalid'),
    }),
    output: 'bytes',
    ...messageAccess,
  }),
} as const;

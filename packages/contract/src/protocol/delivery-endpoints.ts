import { z } from 'zod';
import { defineEndpoint, hour, minute } from '../endpoint.ts';
import { idField, idParams, localeField, timestamp } from '../fields.ts';
import { linkInput } from '../identity/account-schemas.ts';
import { contactStatuses } from '../people/contact-rules.ts';
import { instructionCategories, instructionPriorities } from '../vault/instruction-values.ts';
import { undeliverableReasons, withheldReasons } from './protocol-values.ts';

/** A letter as the recipient reads it. */
const deliveryView = z.object({
  id: z.string(),
  owner_name: z.string(),
  recipient_name: z.string().nullable(),
  /** Masked, because the reader may not be the recipient. */
  recipient_email_hint: z.string(),
  language: localeField,
  title: z.string(),
  content: z.string(),
  written_at: timestamp,
  files: z.array(
    z.object({
      /** Null if the file storage lost the file: only its name is left. */
      id: z.string().nullable(),
      file_name: z.string(),
      size_bytes: z.number().int(),
      mime_type: z.string(),
    }),
  ),
  expires_at: timestamp,
  /** The contact who started the protocol, as named by the owner; null if unknown. */
  started_by: z.string().nullable(),
  /** The recipient started the protocol. */
  is_starter: z.boolean(),
});
export type DeliveryView = z.input<typeof deliveryView>;

/** A letter in the recipient's list. */
const recipientLetter = z.object({
  id: z.string(),
  /** Null if the record is damaged. */
  title: z.string().nullable(),
  file_count: z.number().int(),
  file_bytes: z.number().int(),
  opened_at: timestamp.nullable(),
});
export type RecipientLetter = z.input<typeof recipientLetter>;

const sessionErrors = ['delivery_session_missing', 'letter_recalled'] as const;
const contentErrors = [...sessionErrors, 'content_unreadable'] as const;

/** Download of all letters, for the session of an opened link. */
export const letterArchiveEndpoints = {
  downloadLetterArchive: defineEndpoint({
    id: 'download-letter-archive',
    summary:
      'All letters to the same person with their files as one ZIP, or the only letter as a PDF.',
    route: 'GET /deliveries/{id}/archive',
    callers: 'anyone',
    params: idParams,
    output: 'bytes',
    errors: [...contentErrors, 'file_storage_unavailable'],
    limits: [{ per: 'address', max: 60, seconds: hour }],
  }),
} as const;

const titledInstruction = z.object({
  instruction_id: z.string(),
  /** Empty if the record is damaged. */
  title: z.string(),
  is_unreadable: z.boolean(),
});

/** A letter that a contact would receive. */
const previewedLetter = titledInstruction.extend({
  category: z.enum(instructionCategories),
  priority: z.enum(instructionPriorities),
  preview: z.string(),
  written_at: timestamp,
  file_count: z.number().int(),
  /** Addressed to the contact as the instruction's further recipient. */
  is_further_recipient: z.boolean(),
  /** Null if the letter would be delivered immediately. */
  withheld: z.enum(withheldReasons).nullable(),
});
export type PreviewedLetter = z.input<typeof previewedLetter>;

/** Letters to a contact if the protocol were started now. */
const lettersPreview = z.object({
  contact: z.object({
    id: z.string(),
    name: z.string(),
    status: z.enum(contactStatuses),
  }),
  /** Oldest first, in the order that the contact would see. */
  letters: z.array(previewedLetter),
  /** Instructions that would not reach anyone immediately. */
  unreached: z.array(titledInstruction.extend({ reason: z.enum(undeliverableReasons) })),
});
export type LettersPreview = z.input<typeof lettersPreview>;

/** Previews for owners. Nothing is recorded. */
export const previewEndpoints = {
  previewLetters: defineEndpoint({
    id: 'get-would-receive',
    summary:
      'Letters that a contact would receive if the protocol were started now, and undeliverable ones.',
    route: 'GET /contacts/{id}/would-receive',
    callers: 'owner',
    params: idParams,
    output: lettersPreview,
    errors: ['contact_not_found'],
    // Decrypts the titles of all instructions in the outbox.
    limits: [{ per: 'account', max: 60, seconds: minute }],
  }),
  previewDelivery: defineEndpoint({
    id: 'preview-delivery',
    summary:
      'A letter as its page would show it to a contact, by the id of the instruction. Files are downloaded as the owner.',
    route: 'GET /contacts/{id}/would-receive/{instruction_id}',
    callers: 'owner',
    params: idParams.extend({ instruction_id: idField }),
    output: deliveryView,
    errors: ['contact_not_found', 'not_found', 'content_unreadable'],
  }),
} as const;

const openedDelivery = z.object({ delivery_id: z.string(), language: localeField });

/** For recipients at /delivery, without an account: the link opens a short session. */
export const deliveryEndpoints = {
  openDeliveryLink: defineEndpoint({
    id: 'open-delivery-link',
    summary: 'Exchange the token of a delivery link for a short session.',
    route: 'POST /delivery-links/opening',
    callers: 'anyone',
    body: linkInput,
    output: openedDelivery,
    errors: ['link_invalid', 'link_expired', 'link_closed', 'letter_recalled'],
    limits: [{ per: 'address', max: 120, seconds: hour }],
  }),
  getDelivery: defineEndpoint({
    id: 'get-delivery',
    summary: 'The delivered instruction, for the session of an opened link.',
    route: 'GET /deliveries/{id}',
    callers: 'anyone',
    params: idParams,
    output: deliveryView,
    errors: contentErrors,
  }),
  listDeliveredLetters: defineEndpoint({
    id: 'list-delivered-letters',
    summary: 'All letters to the same person, including this one.',
    route: 'GET /deliveries/{id}/letters',
    callers: 'anyone',
    params: idParams,
    output: z.object({ letters: z.array(recipientLetter) }),
    errors: sessionErrors,
  }),
  openDeliveredLetter: defineEndpoint({
    id: 'open-delivered-letter',
    summary: 'Open another letter to the same person with the session of this one.',
    route: 'POST /deliveries/{id}/letters/{letter_id}/opening',
    callers: 'anyone',
    params: idParams.extend({ letter_id: idField }),
    output: openedDelivery,
    errors: [...sessionErrors, 'not_found'],
    limits: [{ per: 'address', max: 600, seconds: hour }],
  }),
  downloadDeliveredFile: defineEndpoint({
    id: 'download-delivered-file',
    summary: 'A file of the delivered instruction.',
    route: 'GET /deliveries/{id}/files/{file_id}',
    callers: 'anyone',
    params: idParams.extend({ file_id: idField }),
    output: 'bytes',
    errors: [...contentErrors, 'not_found', 'file_storage_unavailable'],
  }),
  closeDeliveryLink: defineEndpoint({
    id: 'close-delivery-link',
    summary: "Close a leaked link. A new one is mailed to the recipient's own address.",
    route: 'POST /deliveries/{id}/closing',
    callers: 'anyone',
    params: idParams,
    errors: sessionErrors,
    limits: [{ per: 'address', max: 10, seconds: hour }],
  }),
} as const;

import { z } from 'zod';
import { defineEndpoint, hour } from '../endpoint.ts';
import {
  contactNameField,
  emailField,
  idField,
  idParams,
  localeField,
  ownFullNameField,
  phoneField,
  timestamp,
} from '../fields.ts';
import { linkInput } from '../identity/account-schemas.ts';
import { limits } from '../limits.ts';
import {
  contactCategories,
  invitationMailStates,
  isConfirmationCode,
  normalizeConfirmationCode,
  shownContactStatuses,
} from './contact-rules.ts';

/** Printable cards of contacts. */
export const contactCardEndpoints = {
  openContactCard: defineEndpoint({
    id: 'open-contact-card',
    summary: 'The card of the contact who accepted the invitation with this token, as a PDF.',
    route: 'POST /invitation/card',
    callers: 'anyone',
    body: linkInput,
    output: 'bytes',
    errors: ['link_invalid', 'link_expired', 'contact_not_confirmed'],
    limits: [{ per: 'address', max: 30, seconds: hour }],
  }),
  getContactCard: defineEndpoint({
    id: 'get-contact-card',
    summary: 'The own card as this trusted contact, as a PDF.',
    route: 'GET /legacies/{id}/card',
    callers: 'owner',
    params: idParams,
    output: 'bytes',
    errors: ['legacy_not_found'],
    limits: [{ per: 'account', max: 60, seconds: hour }],
  }),
} as const;

const optionalText = (maxLength: number) => z.string('invalid').trim().max(maxLength, 'too_long');

/** A contact as the form sends it; unknown texts are empty. */
export const contactInput = z
  .object({
    name: contactNameField,
    email: emailField,
    phone: phoneField,
    relationship: optionalText(limits.relationshipMaxLength),
    category: z.enum(contactCategories, 'required'),
    notes: optionalText(limits.contactNotesMaxLength),
    address: optionalText(limits.contactAddressMaxLength),
    /** The owner's words in the invitation. */
    invitation_note: optionalText(limits.invitationNoteMaxLength).default(''),
    /** Language of mails to this person. */
    preferred_language: localeField,
    is_minor: z.boolean('invalid'),
    /** Consent of the legal representative, required for minors. */
    has_guardian_consent: z.boolean('invalid'),
  })
  .refine((contact) => !contact.is_minor || contact.has_guardian_consent, {
    path: ['has_guardian_consent'],
    error: 'guardian_consent_required',
  });
export type ContactInput = z.output<typeof contactInput>;

export const confirmationCodeField = z
  .string('required')
  .min(1, 'required')
  .max(100, 'code_invalid')
  .transform(normalizeConfirmationCode)
  .refine(isConfirmationCode, 'code_invalid');

export const confirmContactInput = z.object({
  trusted_contact_id: idField,
  confirmation_code: confirmationCodeField,
});

const sendConfirmationInput = z.object({
  p_contact_id: idField,
  /** Owner's name in the mail; only used if the profile has none. */
  p_user_name: ownFullNameField.optional(),
});

export const contactView = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  relationship: z.string(),
  category: z.enum(contactCategories),
  notes: z.string(),
  address: z.string(),
  invitation_note: z.string(),
  preferred_language: localeField,
  is_minor: z.boolean(),
  guardian_consent_at: timestamp.nullable(),
  is_confirmed: z.boolean(),
  status: z.enum(shownContactStatuses),
  protocol_activated_at: timestamp.nullable(),
  /** Has an account and can act as the contact. */
  is_bound: z.boolean(),
  /** The latest invitation. */
  invitation: z
    .object({
      mail_state: z.enum(invitationMailStates),
      created_at: timestamp,
      expires_at: timestamp,
      /** Remaining attempts to enter the code. */
      tries_left: z.number().int(),
    })
    .nullable(),
  /** Reconfirmation; null until the contact is confirmed. */
  yearly: z
    .object({
      /** Last acceptance or reconfirmation; unknown for old contacts. */
      confirmed_at: timestamp.nullable(),
      /** Date of the question, while a reconfirmation is pending. */
      asked_at: timestamp.nullable(),
      /** The latest reconfirmation mail was not delivered. */
      is_unreached: z.boolean(),
    })
    .nullable(),
  /** Number of instructions that name this person, and of those that name no one else. */
  instruction_count: z.number().int(),
  sole_instruction_count: z.number().int(),
  /** The record is damaged: relationship, notes and address are empty. */
  is_unreadable: z.boolean(),
  created_at: timestamp,
  updated_at: timestamp,
});
export type ContactView = z.input<typeof contactView>;

/** Result of sending an invitation immediately. */
const invitationResult = z.object({
  ok: z.boolean(),
  /** A mail server accepted the mail. */
  sent: z.boolean(),
  /** Not sent: the owner has to pass on the code. */
  manual_sharing_required: z.boolean(),
  contact_email: z.string(),
  /** Present only if the mail was not sent. */
  confirmation_code: z.string().nullable(),
});
export type InvitationResult = z.output<typeof invitationResult>;

const savedContact = z.object({
  contact: contactView,
  /** Null if no mail was due. */
  invitation: invitationResult.nullable(),
});

const invitationLimit = { per: 'account', max: 30, seconds: hour } as const;

export const contactEndpoints = {
  listContacts: defineEndpoint({
    id: 'list-trusted-contacts',
    summary: 'Own trusted contacts, newest first.',
    route: 'GET /contacts',
    callers: 'owner',
    output: z.object({
      contacts: z.array(contactView),
      /** Maximum number of contacts; 0 means unlimited. */
      limit: z.number().int(),
    }),
    errors: ['content_unreadable'],
  }),
  createContact: defineEndpoint({
    id: 'create-trusted-contact',
    summary: 'Add a trusted contact and mail an invitation with a code.',
    route: 'POST /contacts',
    callers: 'owner',
    proof: 'fresh',
    body: contactInput,
    output: savedContact,
    errors: ['contact_limit_reached', 'contact_email_taken', 'contact_is_owner'],
    limits: [invitationLimit],
  }),
  updateContact: defineEndpoint({
    id: 'update-trusted-contact',
    summary:
      'Change a trusted contact. Another e-mail makes it pending again and mails a new invitation.',
    route: 'PUT /contacts/{id}',
    callers: 'owner',
    proof: 'fresh',
    params: idParams,
    body: contactInput,
    output: savedContact,
    errors: ['contact_not_found', 'contact_email_taken', 'contact_is_owner', 'contact_activated'],
    limits: [{ per: 'account', max: 120, seconds: hour }],
  }),
  deleteContact: defineEndpoint({
    id: 'delete-trusted-contact',
    summary:
      'Remove a trusted contact, also from instructions, optionally in favour of another contact.',
    route: 'DELETE /contacts/{id}',
    callers: 'owner',
    proof: 'fresh',
    params: idParams,
    query: z.object({ reassign_to: idField.optional() }),
    output: z.object({
      /**
       * Number of instructions that named this person, and of those that have no contact any more.
       */
      affected_instructions: z.number().int(),
      orphaned_instructions: z.number().int(),
    }),
    errors: ['contact_not_found', 'contact_activated'],
  }),
  sendConfirmationEmail: defineEndpoint({
    id: 'send_confirmation_email',
    summary: 'Mail a new invitation with a new code. The previous code and link become invalid.',
    route: 'POST /contacts/confirmation-email',
    callers: 'owner',
    proof: 'fresh',
    body: sendConfirmationInput,
    output: invitationResult,
    errors: ['contact_not_found', 'already_confirmed', 'contact_activated'],
    limits: [invitationLimit],
  }),
  confirmContact: defineEndpoint({
    id: 'confirm-trusted-contact',
    summary: 'Confirm a trusted contact with the mailed code.',
    route: 'POST /contacts/confirmation',
    callers: 'owner',
    proof: 'fresh',
    body: confirmContactInput,
    output: z.object({ ok: z.literal(true) }),
    errors: [
      'contact_not_found',
      'already_confirmed',
      'invalid_code',
      'code_expired',
      'code_tries_exhausted',
      'contact_declined',
    ],
    limits: [{ per: 'account', max: 120, seconds: hour }],
  }),
} as const;

import { z } from 'zod';
import { hour } from '../endpoint.ts';
import {
  currentPasswordField,
  emailField,
  linkTokenField,
  localeField,
  nameField,
  newPasswordField,
  newPinField,
  phoneField,
  timestamp,
} from '../fields.ts';
import { type LegalDocument, legalDocumentNames } from './editions.ts';
import { securityEventKinds } from './security-events.ts';

const passwordsMatch = { path: ['confirm_password'], error: 'passwords_differ' };

/** Accepted edition of each document. */
const acceptances = z.object(
  Object.fromEntries(
    legalDocumentNames.map((name) => [
      name,
      z.string('not_accepted').min(1, 'not_accepted').max(40, 'too_long'),
    ]),
  ) as Record<LegalDocument, z.ZodString>,
  'not_accepted',
);

export const signUpInput = z
  .object({
    email: emailField,
    password: newPasswordField,
    confirm_password: currentPasswordField,
    accepted: acceptances,
    preferred_language: localeField,
  })
  .refine((input) => input.password === input.confirm_password, passwordsMatch);

export const signInInput = z.object({ email: emailField, password: currentPasswordField });
export const emailOnlyInput = z.object({ email: emailField });
export const linkInput = z.object({ token: linkTokenField });

/** Common part of calls with the token of a mailed link. */
export const mailedLink = {
  callers: 'anyone',
  body: linkInput,
  errors: ['link_invalid', 'link_expired'],
  limits: [{ per: 'address', max: 60, seconds: hour }],
} as const;

/** Kinds of mailed links, as used in their addresses. */
const linkTypes = [
  'signup',
  'recovery',
  'email_change',
  'email_undo',
  'disown_sign_in',
  'disown_factor',
  'cancel_lost_device',
] as const;
export type LinkType = (typeof linkTypes)[number];

export const describeLinkInput = z.object({
  type: z.enum(linkTypes, 'invalid'),
  token: linkTokenField,
});

/** Description of a link and its effect for the page behind it. Addresses are masked. */
export const linkDescription = z.object({
  /** An `email_undo` link vetoes a pending change of address and undoes a confirmed one. */
  effect: z.enum([
    'signup',
    'recovery',
    'email_change',
    'email_veto',
    'email_undo',
    'disown_sign_in',
    'disown_factor',
    'cancel_lost_device',
  ]),
  email: z.string(),
  /** New address of a change. */
  new_email: z.string().nullable(),
  asked_at: timestamp,
  /** Network of the request, without its last part. */
  network: z.string().nullable(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  expires_at: timestamp,
});
export type LinkDescription = z.input<typeof linkDescription>;

export const resetPasswordInput = z
  .object({
    token: linkTokenField,
    password: newPasswordField,
    confirm_password: currentPasswordField,
  })
  .refine((input) => input.password === input.confirm_password, passwordsMatch);

/** May be omitted after a recent proof in this session. */
const optionalPassword = currentPasswordField.optional();

export const changePasswordInput = z
  .object({
    current_password: optionalPassword,
    password: newPasswordField,
    confirm_password: currentPasswordField,
  })
  .refine((input) => input.password === input.confirm_password, passwordsMatch);

export const emailChangeInput = z.object({
  new_email: emailField,
  current_password: optionalPassword,
});
export const setPinInput = z.object({ current_password: optionalPassword, pin: newPinField });
export const removePinInput = z.object({ current_password: optionalPassword });

export const deleteAccountInput = z.object({
  current_password: optionalPassword,
  confirmation_word: z.string('required').min(1, 'required').max(40, 'too_long'),
  /** The deletion withdraws the consent to the processing of personal data. */
  withdraws_consent: z.boolean().optional(),
});

/** Locked values must be sent unchanged. */
export const basicInfoInput = z.object({
  first_name: nameField,
  last_name: nameField,
  date_of_birth: z.string('date_invalid').max(10, 'date_invalid').nullable(),
});

export const contactInfoInput = z.object({ phone: phoneField });
export const preferredLanguageInput = z.object({ preferred_language: localeField });

export const sessionView = z.object({
  /** Expiry of the access cookie; the browser renews it earlier. */
  expires_at: timestamp,
  user: z.object({ id: z.string(), email: z.string(), preferred_language: localeField }),
});
export type SessionView = z.input<typeof sessionView>;

export const profileView = z.object({
  user_id: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  full_name: z.string().nullable(),
  user_email: z.string(),
  /** Unconfirmed new address. */
  pending_email: z.string().nullable(),
  pending_email_until: timestamp.nullable(),
  phone: z.string().nullable(),
  date_of_birth: z.string().nullable(),
  preferred_language: localeField,
  has_pin: z.boolean(),
  created_at: timestamp,
  updated_at: timestamp,
});
export type ProfileView = z.input<typeof profileView>;

export const activeSessionView = z.object({
  id: z.string(),
  is_current: z.boolean(),
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: timestamp,
  last_seen_at: timestamp,
});
export type ActiveSessionView = z.input<typeof activeSessionView>;

export const securityEventView = z.object({
  id: z.string(),
  kind: z.enum(securityEventKinds),
  created_at: timestamp,
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
});

/** Consecutive equal events, merged into one with the details of the newest. Sign-ins are not merged. */
export const securityLogEntry = securityEventView.extend({
  count: z.number().int(),
  /** Time of the oldest merged event. */
  since: timestamp,
});
export type SecurityLogEntry = z.input<typeof securityLogEntry>;

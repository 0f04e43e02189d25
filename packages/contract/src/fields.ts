import { z } from 'zod';
import { hasLetters, isSimplePin, nameProblem, phonePattern } from './identity/account-rules.ts';
import { normalizeEmail } from './identity/email-address.ts';
import { limits } from './limits.ts';
import { locales } from './locales.ts';

/**
 * Field rules shared by forms and routes. Messages are field error codes, never sentences.
 */
export const emailField = z
  .string('required')
  .trim()
  .min(1, 'required')
  .max(limits.emailMaxLength, 'too_long')
  .transform((typed, context) => {
    const address = normalizeEmail(typed);
    if (address !== undefined) return address;
    context.addIssue({ code: 'custom', message: 'email_invalid' });
    return z.NEVER;
  });

/** An existing password: only its presence matters. */
export const currentPasswordField = z
  .string('required')
  .min(1, 'required')
  .max(limits.passwordMaxLength, 'password_too_long');

/** A new password: its strength is answered with reasons by the use case, not by this rule. */
export const newPasswordField = z
  .string('required')
  .min(1, 'required')
  .min(limits.signUpPasswordMinLength, 'password_too_short')
  .max(limits.passwordMaxLength, 'password_too_long');

export const nameField = z
  .string('required')
  .trim()
  .regex(/^\P{Cc}*$/u, 'invalid')
  .min(1, 'required')
  .min(limits.nameMinLength, 'name_too_short')
  .max(limits.nameMaxLength, 'too_long');

/** First and last name of a person, by the rules of both: a mail names its sender by it. */
export const ownFullNameField = z
  .string('required')
  .trim()
  .min(1, 'required')
  .min(limits.nameMinLength, 'name_too_short')
  .max(limits.nameMaxLength * 2 + 1, 'too_long')
  .superRefine((name, context) => {
    const problem = nameProblem(name);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  });

/** How an owner calls another person: with a note or a number, but not without letters. */
export const contactNameField = nameField.refine(hasLetters, 'name_without_letters');

/** International form; spaces, dashes and brackets that people type are dropped. */
export const phoneField = z
  .string('invalid')
  .max(limits.typedPhoneMaxLength, 'phone_invalid')
  .transform((value) => value.replace(/[\s()-]/g, ''))
  .refine((value) => value === '' || phonePattern.test(value), 'phone_invalid');

export const pinField = z
  .string('required')
  .regex(new RegExp(`^\\d{${limits.pinDigits}}$`), 'pin_invalid');

/** A PIN to be set: none that is tried first. */
export const newPinField = pinField.refine((pin) => !isSimplePin(pin), 'pin_too_simple');

export const linkTokenField = z.string('required').min(1, 'required').max(200, 'too_long');

export const localeField = z.enum(locales, 'invalid');

/** The forms in which a program returns a moment. The server adds `Date` (platform/http/route.ts). */
export interface TimestampInputs {
  text: string;
}

const utc = z.regexes.datetime({});

/** A moment of an answer: ISO 8601 in UTC on the wire. Checking an answer turns a `Date` into that. */
export const timestamp = z
  .transform<TimestampInputs[keyof TimestampInputs], string>((moment: unknown, context) => {
    if (moment instanceof Date) return moment.toISOString();
    if (typeof moment === 'string' && utc.test(moment)) return moment;
    context.issues.push({ code: 'custom', input: moment, message: 'invalid' });
    return z.NEVER;
  })
  .meta({ type: 'string', format: 'date-time', pattern: utc.source });

export const idField = z.uuid('invalid').toLowerCase();

export const idParams = z.object({ id: idField });

export const nothing = z.object({});

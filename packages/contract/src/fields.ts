import { z } from 'zod';
import { hasLetters, isSimplePin, nameProblem, phonePattern } from './identity/account-rules.ts';
import { normalizeEmail } from './identity/email-address.ts';
import { limits } from './limits.ts';
import { locales } from './locales.ts';

/** Field rules shared by forms and routes. Messages are field error codes. */
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

/** An existing password; only its presence is checked. */
export const currentPasswordField = z
  .string('required')
  .min(1, 'required')
  .max(limits.passwordMaxLength, 'password_too_long');

/** A new password; the use case checks its strength and returns reasons. */
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

/** First and last name together; used as the sender of mails. */
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

/** Another person's name: may contain notes and digits, but needs letters. */
export const contactNameField = nameField.refine(hasLetters, 'name_without_letters');

/** International form; spaces, dashes and brackets are removed. */
export const phoneField = z
  .string('invalid')
  .max(limits.typedPhoneMaxLength, 'phone_invalid')
  .transform((value) => value.replace(/[\s()-]/g, ''))
  .refine((value) => value === '' || phonePattern.test(value), 'phone_invalid');

export const pinField = z
  .string('required')
  .regex(new RegExp(`^\\d{${limits.pinDigits}}$`), 'pin_invalid');

/** A new PIN; refuses those that are easily guessed. */
export const newPinField = pinField.refine((pin) => !isSimplePin(pin), 'pin_too_simple');
export const linkTokenField = z.string('required').min(1, 'required').max(200, 'too_long');
export const localeField = z.enum(locales, 'invalid');

/** Accepted inputs of a timestamp. The server adds `Date` by declaration merging (platform/http/route.ts). */
export interface TimestampInputs {
  text: string;
}

const utc = z.regexes.datetime({});

/** ISO 8601 in UTC. Validation of a response converts `Date`. */
export const timestamp = z
  .transform<TimestampInputs[keyof TimestampInputs], string>((moment: unknown, context) => {
    if (moment instanceof Date) return moment.toISOString();
    if (typeof moment === 'string' && utc.test(moment)) return moment;
    context.issues.push({ code: 'custom', input: moment, message: 'invalid' });
    return z.NEVER;
  })
  .meta({ type: 'string', format: 'date-time', pattern: utc.source });

export const idField = z.uuid('invalid').toLowerCase();
/** Number of a page, from 1. */
export const pageField = z.coerce
  .number('invalid')
  .int('invalid')
  .min(1, 'invalid')
  .max(100_000, 'invalid');
export const idParams = z.object({ id: idField });

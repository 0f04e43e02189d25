import { limits } from '../limits.ts';
import type { Locale } from '../locales.ts';

const oneTimeCode = new RegExp(`^\\d{${limits.oneTimeCodeDigits}}$`);
const recoveryCode = new RegExp(`^[A-Z0-9]{${limits.recoveryCodeLength}}$`);

/** Letters of any script, hyphen, apostrophe, space, dot. */
const nameCharacters = /^[\p{L}\p{M}\-‐‑’'ʼ`. ]*$/u;
const isoDate = /^(\d{4})-(\d{2})-(\d{2})$/;
export const phonePattern = new RegExp(`^\\+[1-9]\\d{0,${limits.phoneMaxDigits - 1}}$`);

/** Typed to confirm a deletion, in the language of the screen. */
export const deletionWords: Record<Locale, string> = {
  ru: 'УДАЛИТЬ',
  en: 'DELETE',
  fr: 'SUPPRIMER',
  sv: 'RADERA',
  fi: 'POISTA',
  pt: 'EXCLUIR',
};

export const passwordRequirements = ['length', 'uppercase', 'lowercase', 'digit'] as const;
type PasswordRequirement = (typeof passwordRequirements)[number];

/** Unmet requirements in the order of the checklist. */
export function unmetPasswordRequirements(password: string): PasswordRequirement[] {
  const met: Record<PasswordRequirement, boolean> = {
    length: [...password].length >= limits.passwordMinLength,
    uppercase: /\p{Lu}/u.test(password),
    lowercase: /\p{Ll}/u.test(password),
    digit: /\p{Nd}/u.test(password),
  };
  return passwordRequirements.filter((requirement) => !met[requirement]);
}

type GuessableReason = 'password_of_product' | 'password_of_address';

/** The product's name, also typed on the other keyboard layout. */
const productNames = ['zavet', 'завет', 'pfdtn'];

/** A password with fewer other letters counts as made of a guessable name. */
const minOtherLetters = 3;
const addressPartMinLength = 3;

/** Returns the reason if a password consists of the product's name or the address. */
export function guessableReason(password: string, email: string): GuessableReason | undefined {
  const typed = lettersOf(password);
  if (isMadeOf(typed, productNames)) return 'password_of_product';
  const [local = '', domain = ''] = email.split('@');
  const parts = [local, ...local.split(/[^\p{L}]+/u), domain, domain.split('.')[0] ?? '']
    .map(lettersOf)
    .filter((part) => part.length >= addressPartMinLength);
  return isMadeOf(typed, parts) ? 'password_of_address' : undefined;
}

function lettersOf(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\P{L}/gu, '');
}

function isMadeOf(typed: string, parts: string[]): boolean {
  const longestFirst = [...parts].sort((one, other) => other.length - one.length);
  const rest = longestFirst.reduce((left, part) => left.replaceAll(part, ''), typed);
  return rest !== typed && rest.length < minOtherLetters;
}

type PinProblem = 'pin_too_simple' | 'pin_is_birthday';

/** Returns the problem of a PIN that is easily guessed; undefined if there is none. */
export function pinProblem(pin: string, dateOfBirth: string | null): PinProblem | undefined {
  if (!isPin(pin)) return undefined;
  if (isSimplePin(pin)) return 'pin_too_simple';
  return dateOfBirth && birthdayPins(dateOfBirth).includes(pin) ? 'pin_is_birthday' : undefined;
}

/** True for the format of a PIN; the fields refuse other formats. */
function isPin(value: string): boolean {
  return /^\d+$/.test(value) && value.length === limits.pinDigits;
}

/**
 * True for a sequence (123456, 654321, 135791), a repetition (111111, 121212) or a sequence of
 * pairs (112233).
 */
export function isSimplePin(pin: string): boolean {
  return isSequence(pin) || isRepetition(pin) || isSequenceOfPairs(pin);
}

function isSequence(pin: string): boolean {
  const steps = [...pin]
    .slice(1)
    .map((digit, index) => (Number(digit) - Number(pin[index]) + 10) % 10);
  return new Set(steps).size === 1;
}

function isRepetition(pin: string): boolean {
  return [2, 3].some((length) => pin === pin.slice(0, length).repeat(pin.length / length));
}

function isSequenceOfPairs(pin: string): boolean {
  const isPairs = /^(?:(\d)\1)(?:(\d)\2)(?:(\d)\3)$/.test(pin);
  return isPairs && isSequence(`${pin[0]}${pin[2]}${pin[4]}`);
}

/**
 * Returns the PINs made of six consecutive digits of the birthday, in any usual order, with a short
 * or full year.
 */
export function birthdayPins(dateOfBirth: string): string[] {
  const [year = '', month = '', day = ''] = dateOfBirth.split('-');
  const short = year.slice(2);
  const forms = [
    `${day}${month}${short}`,
    `${month}${day}${short}`,
    `${short}${day}${month}`,
    `${day}${month}${year}`,
    `${month}${day}${year}`,
    `${year}${month}${day}`,
  ];
  return [...new Set(forms.flatMap(pinsIn))];
}

function pinsIn(digits: string): string[] {
  return Array.from({ length: digits.length - limits.pinDigits + 1 }, (_, start) =>
    digits.slice(start, start + limits.pinDigits),
  );
}

export function normalizeOneTimeCode(typed: string): string {
  return typed.replace(/\s/g, '');
}

export function normalizeRecoveryCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase();
}

/** Checks the format of a one-time code only. */
export function isOneTimeCode(typed: string): boolean {
  return oneTimeCode.test(normalizeOneTimeCode(typed));
}

export function isRecoveryCode(typed: string): boolean {
  return recoveryCode.test(normalizeRecoveryCode(typed));
}

export type NameProblem = 'name_without_letters' | 'name_invalid';

/** Returns the problem of a name. Strict, because a name is locked once set. */
export function nameProblem(name: string): NameProblem | undefined {
  if (!hasLetters(name)) return 'name_without_letters';
  return nameCharacters.test(name) ? undefined : 'name_invalid';
}

/** True if the name has at least the minimum number of letters. */
export function hasLetters(name: string): boolean {
  return (name.match(/\p{L}/gu) ?? []).length >= limits.nameMinLength;
}

/** True for an existing date in the format `YYYY-MM-DD`. */
export function isCalendarDate(value: string): boolean {
  const match = isoDate.exec(value);
  if (!match) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/**
 * Age in full years on the day `today`. In common years, a birthday on 29 February counts on 1
 * March.
 */
export function ageInYears(dateOfBirth: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return today.slice(5) < dateOfBirth.slice(5) ? years - 1 : years;
}

export type DateOfBirthProblem = 'date_invalid' | 'date_in_future' | 'underage';

export function dateOfBirthProblem(
  dateOfBirth: string,
  today: string,
): DateOfBirthProblem | undefined {
  if (!isCalendarDate(dateOfBirth) || dateOfBirth < '1900-01-01') return 'date_invalid';
  if (dateOfBirth > today) return 'date_in_future';
  if (ageInYears(dateOfBirth, today) < limits.minimumAgeYears) return 'underage';
  return undefined;
}

export function isDeletionWord(value: string): boolean {
  return Object.values(deletionWords).includes(value.trim());
}

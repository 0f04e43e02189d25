import { limits } from '../limits.ts';

/** Excludes characters that look alike: 0 and O, 1, I and L. */
export const confirmationCodeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Any six of A-Z and 0-9; the server compares the code itself. */
const codePattern = new RegExp(`^[A-Z0-9]{${limits.confirmationCodeLength}}$`);

/** Russian letters that look like letters of a code. */
const latinLookAlikes: Record<string, string> = {
  А: 'A',
  В: 'B',
  С: 'C',
  Е: 'E',
  Н: 'H',
  К: 'K',
  М: 'M',
  О: 'O',
  Р: 'P',
  Т: 'T',
  Х: 'X',
  У: 'Y',
};

export const contactCategories = ['family', 'friend', 'professional', 'other'] as const;
export type ContactCategory = (typeof contactCategories)[number];

/**
 * `pending`: no answer yet. `declined`: may be invited again. `activated`: took part in an
 * activation; can no longer be changed or removed.
 */
export const contactStatuses = ['pending', 'confirmed', 'declined', 'activated'] as const;
export type ContactStatus = (typeof contactStatuses)[number];

/** Status as shown to the owner. `uninvited`: no invitation was sent. */
export const shownContactStatuses = ['uninvited', ...contactStatuses] as const;
export type ShownContactStatus = (typeof shownContactStatuses)[number];

/** `refused`: a mail server has refused the mail permanently. */
export const invitationMailStates = ['queued', 'sent', 'refused'] as const;
export type InvitationMailState = (typeof invitationMailStates)[number];

/** Accepts any case, groups and look-alikes of another keyboard layout. */
export function normalizeConfirmationCode(input: string): string {
  const compact = input.normalize('NFKC').replace(/[\s\p{Pd}_]/gu, '');
  return [...compact.toUpperCase()].map((letter) => latinLookAlikes[letter] ?? letter).join('');
}

export function isConfirmationCode(input: string): boolean {
  return codePattern.test(normalizeConfirmationCode(input));
}

type CodeProblem = { kind: 'characters'; characters: string } | { kind: 'length'; count: number };

/** Returns the problem with the format of a code; undefined if only the server can check it. */
export function codeProblem(input: string): CodeProblem | undefined {
  const code = [...normalizeConfirmationCode(input)];
  const invalid = [...new Set(code.filter((character) => !/[A-Z0-9]/.test(character)))];
  if (invalid.length > 0) return { kind: 'characters', characters: invalid.slice(0, 3).join(' ') };
  return code.length === limits.confirmationCodeLength
    ? undefined
    : { kind: 'length', count: code.length };
}

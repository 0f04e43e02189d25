import { limits } from '../limits.ts';

/** Codes are made of these: no 0 and O, no 1, I and L. */
export const confirmationCodeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** By form any six of A-Z and 0-9 will do: whether it is the right code is for the server to say. */
const codePattern = new RegExp(`^[A-Z0-9]{${limits.confirmationCodeLength}}$`);

/** Letters of the Russian keyboard that look like those of a code. */
const latinTwins: Record<string, string> = {
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
 * `pending`: named, has not answered. `declined`: said no; may be asked again.
 * `activated`: took part in an activation; can no longer be changed or removed.
 */
export const contactStatuses = ['pending', 'confirmed', 'declined', 'activated'] as const;
export type ContactStatus = (typeof contactStatuses)[number];

/** As the owner sees a contact. `uninvited`: named, and no invitation was sent. */
export const shownContactStatuses = ['uninvited', ...contactStatuses] as const;
export type ShownContactStatus = (typeof shownContactStatuses)[number];

/** What became of the latest invitation mail: on its way, taken by a mail server, or refused permanently. */
export const invitationMailStates = ['queued', 'sent', 'refused'] as const;
export type InvitationMailState = (typeof invitationMailStates)[number];

/** A code as people type it: in any case, in groups, with look-alikes of another keyboard. */
export function normalizeConfirmationCode(input: string): string {
  const bare = input.normalize('NFKC').replace(/[\s\p{Pd}_]/gu, '');
  return [...bare.toUpperCase()].map((letter) => latinTwins[letter] ?? letter).join('');
}

export function isConfirmationCode(input: string): boolean {
  return codePattern.test(normalizeConfirmationCode(input));
}

type CodeProblem = { kind: 'characters'; characters: string } | { kind: 'length'; count: number };

/** What is wrong with the form of a code; undefined when only the server can tell. */
export function codeProblem(input: string): CodeProblem | undefined {
  const code = [...normalizeConfirmationCode(input)];
  const strange = [...new Set(code.filter((character) => !/[A-Z0-9]/.test(character)))];
  if (strange.length > 0) return { kind: 'characters', characters: strange.slice(0, 3).join(' ') };
  return code.length === limits.confirmationCodeLength
    ? undefined
    : { kind: 'length', count: code.length };
}

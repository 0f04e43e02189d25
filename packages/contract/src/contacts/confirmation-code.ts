import { limits } from '../limits.ts';

/** Codes are made of these: no 0 and O, no 1, I and L. */
export const confirmationCodeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** By form any six of A-Z and 0-9 will do: whether it is the right code is for the server to say. */
const codePattern = new RegExp(`^[A-Z0-9]{${limits.confirmationCodeLength}}$`);

export function normalizeConfirmationCode(input: string): string {
  return input.trim().toUpperCase();
}

export function isConfirmationCode(input: string): boolean {
  return codePattern.test(normalizeConfirmationCode(input));
}

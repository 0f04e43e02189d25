import { confirmationCodeAlphabet } from '@zavet/contract/contacts/confirmation-code';
import { type SupportTier, supportTerms } from '@zavet/contract/support/support-terms';

const hourMs = 60 * 60 * 1000;

/** When an answer is promised at the latest. */
export function answerBy(tier: SupportTier, writtenAt: Date): Date {
  return new Date(writtenAt.getTime() + supportTerms.answerHours[tier] * hourMs);
}

/** Easy to read out and to type: no look-alikes. */
export const referenceAlphabet = confirmationCodeAlphabet;
export const referenceLength = 8;

/** `ABCD-EFGH` */
export function referenceOf(characters: string): string {
  const half = referenceLength / 2;
  return `${characters.slice(0, half)}-${characters.slice(half)}`;
}

/** A reference as somebody typed it; undefined when it cannot be one. */
export function typedReference(input: string): string | undefined {
  const characters = input.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return characters.length === referenceLength ? referenceOf(characters) : undefined;
}

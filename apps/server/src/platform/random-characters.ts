import { randomInt } from 'node:crypto';

/** Characters of an alphabet, each as likely as any other and not to be foreseen. */
export function randomCharacters(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

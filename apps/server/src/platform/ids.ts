import { createHash, randomInt, randomUUID } from 'node:crypto';

/** The usual source of row ids. */
export function newId(): string {
  return randomUUID();
}

/** Where a walk through rows in the order of their ids begins. */
export const lowestId = '00000000-0000-0000-0000-000000000000';

/** Always the same for the same words: what comes twice is written once. */
export function derivedId(...words: string[]): string {
  const hex = createHash('sha256').update(JSON.stringify(words)).digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}

/** Characters of an alphabet, each as likely as any other and not to be foreseen. */
export function randomCharacters(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

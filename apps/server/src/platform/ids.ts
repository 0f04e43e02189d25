import { createHash, randomInt, randomUUID } from 'node:crypto';

export function newId(): string {
  return randomUUID();
}

/** The start of pagination by id. */
export const lowestId = '00000000-0000-0000-0000-000000000000';

/** Derives an id from its parts, for idempotent inserts. */
export function deriveId(...parts: string[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  const [a, b, c] = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [a, b, c, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}

/** Returns cryptographically random characters, uniformly distributed. */
export function randomCharacters(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../../../../packaging/failover/', import.meta.url);

/** Other words for words of a file; each must stand in it. */
export type Words = Record<string, string>;

/** A file as people are given it, for machine `place` (1, 2, 3), with other addresses and folders. */
export function shippedFile(name: string, place: number, words: Words): string {
  const text = readFileSync(fileURLToPath(new URL(name, folder)), 'utf8');
  const own = text
    .split('\n')
    .map((line) => (line.includes('10.0.0.12') ? line : asMachine(line, place)))
    .join('\n');
  return Object.entries(words).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`${name} no longer says ${from}`);
    return changed.replaceAll(from, to);
  }, own);
}

/** What the comment at the head of the files tells people to change. */
function asMachine(line: string, place: number): string {
  if (line.startsWith('#')) return line;
  return line.replaceAll('10.0.0.11', `10.0.0.1${place}`).replaceAll(/\bdb1\b/g, `db${place}`);
}

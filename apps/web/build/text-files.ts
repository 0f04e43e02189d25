import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

const locales = fileURLToPath(new URL('../../../packages/locales/', import.meta.url));

/**
 * Nearly three hundred files of texts have one digest in the name of their folder instead of one
 * each: the first load names all of them, and digests cannot be compressed.
 */
export function chunkFileNames(): (chunk: Rolldown.PreRenderedChunk) => string {
  const folder = `assets/texts-${digestOfTexts()}`;
  return ({ facadeModuleId }) => {
    const [, text] = /\/packages\/locales\/(\w\w\/[\w-]+)\.json$/.exec(facadeModuleId ?? '') ?? [];
    return text ? `${folder}/${text}.js` : 'assets/[name]-[hash].js';
  };
}

function digestOfTexts(): string {
  const digest = createHash('sha256');
  for (const file of globSync('??/*.json', { cwd: locales }).sort()) {
    digest.update(file).update(readFileSync(`${locales}${file}`));
  }
  return digest.digest('base64url').slice(0, 8);
}

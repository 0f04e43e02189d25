import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { normalizePath, type Plugin } from 'vite';

const locales = normalizePath(
  fileURLToPath(new URL('../../../packages/locales/', import.meta.url)),
);
const importing = '/src/ui/language/text-files.ts';
const wrapped = '\0texts:';

/** The module id of a subject in a language. */
export function textFile(language: string, subject: string): string {
  return `${wrapped}${language}/${subject}`;
}

/** Subjects of other pages and of the server. */
const foreign = /\/(delivery|guide|letter-archive|mails|welcome)$/;

/**
 * Emits each subject of each language as a file with a predictable name, below a folder named after
 * a digest of all of them. Otherwise the first load would have to name nearly three hundred files
 * with digests of their own.
 */
export function textFiles(): Plugin {
  const files = globSync('??/*.json', { cwd: locales })
    .map((file) => normalizePath(file).replace(/\.json$/, ''))
    .filter((file) => !foreign.test(file))
    .sort();
  const folder = `assets/texts-${digestOf(files)}`;
  return {
    name: 'text-files',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      for (const file of files) {
        const fileName = `${folder}/${file}.js`;
        this.emitFile({
          type: 'chunk',
          id: `${wrapped}${file}`,
          fileName,
          preserveSignature: 'strict',
        });
      }
    },
    resolveId: (id) => (id.startsWith(wrapped) ? id : undefined),
    load(id) {
      if (id.endsWith(importing)) return importerOf(folder);
      if (!id.startsWith(wrapped)) return undefined;
      const path = JSON.stringify(`${locales}${id.slice(wrapped.length)}.json`);
      return `export { default } from ${path};`;
    },
  };
}

function importerOf(folder: string): string {
  return `export const importTexts = (language, subject) =>
    import(/* @vite-ignore */ \`/${folder}/\${language}/\${subject}.js\`);`;
}

function digestOf(files: string[]): string {
  const digest = createHash('sha256');
  for (const file of files) digest.update(file).update(readFileSync(`${locales}${file}.json`));
  return digest.digest('base64url').slice(0, 8);
}

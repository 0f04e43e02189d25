import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { normalizePath, type Plugin } from 'vite';

const locales = normalizePath(
  fileURLToPath(new URL('../../../packages/locales/', import.meta.url)),
);
const importerPath = '/src/ui/language/text-files.ts';
const virtualPrefix = '\0texts:';

/** The module id of a subject in a language. */
export function textFile(language: string, subject: string): string {
  return `${virtualPrefix}${language}/${subject}`;
}

/** Subjects that only other pages or the server use. */
const excludedSubjects = /\/(delivery|guide|letter-archive|mails|welcome)$/;

/**
 * Emits each subject of each language as a file with a predictable name, below a folder named after
 * a digest of all of them. Otherwise the first load would have to list nearly three hundred file
 * names with digests of their own.
 */
export function textFiles(): Plugin {
  const files = globSync('??/*.json', { cwd: locales })
    .map((file) => normalizePath(file).replace(/\.json$/, ''))
    .filter((file) => !excludedSubjects.test(file))
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
          id: `${virtualPrefix}${file}`,
          fileName,
          preserveSignature: 'strict',
        });
      }
    },
    resolveId: (id) => (id.startsWith(virtualPrefix) ? id : undefined),
    load(id) {
      if (id.endsWith(importerPath)) return importerOf(folder);
      if (!id.startsWith(virtualPrefix)) return undefined;
      const path = JSON.stringify(`${locales}${id.slice(virtualPrefix.length)}.json`);
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

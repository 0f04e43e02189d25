import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { type PageFiles, welcomePage } from './page.ts';
import { type PageWords, pageWords } from './words.ts';

/**
 * Makes `welcome/<language>.html` of every language: whole pages without a script of the
 * application, which the server fills in and answers `/welcome` with.
 */
export function welcomePages(): Plugin {
  return {
    name: 'welcome-pages',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const names = Object.keys(bundle);
      for (const words of pageWords) {
        const picture = this.emitFile({
          type: 'asset',
          name: `welcome-${words.locale}.png`,
          source: pictureOf(words),
        });
        const files = {
          styles: `/${fileOf(names, /\.css$/)}`,
          fonts: fontsOf(words).map((font) => `/${fileOf(names, font)}`),
          picture: `/${this.getFileName(picture)}`,
        } satisfies PageFiles;
        this.emitFile({
          type: 'asset',
          fileName: `welcome/${words.locale}.html`,
          source: welcomePage(words, files),
        });
      }
    },
  };
}

/**
 * Without scripts nobody says which theme is chosen: the system's holds, with the colours of the
 * dark theme as they stand in the tokens.
 */
export function systemTheme(): Plugin {
  const tokens = new URL('../../src/ui/theme/tokens.css', import.meta.url);
  return {
    name: 'system-theme',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/welcome.css')) return undefined;
      const [, colours] =
        /:root\[data-theme="dark"\]\s*(\{[^}]*\})/.exec(readFileSync(tokens, 'utf8')) ?? [];
      if (!colours) throw new Error('The tokens have no dark theme.');
      return `${code}@media (prefers-color-scheme: dark){:root:not([data-theme])${colours}}`;
    },
  };
}

function fileOf(names: string[], wanted: RegExp): string {
  const found = names.find((name) => wanted.test(name));
  if (!found) throw new Error(`Nothing that was built looks like ${wanted}.`);
  return found;
}

/** The faces of the first lines; the others are fetched when a character asks for them. */
function fontsOf({ locale }: PageWords): RegExp[] {
  const subset = locale === 'ru' ? 'cyrillic' : 'latin';
  return ['golos-text', 'literata'].map((face) => new RegExp(`${face}-${subset}-wght-normal`));
}

/** Taken by `npm run screenshots -- welcome`. */
function pictureOf({ locale }: PageWords): Uint8Array {
  return readFileSync(new URL(`../../src/welcome/pictures/${locale}.png`, import.meta.url));
}

import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { type PageFiles, welcomePage } from './page.ts';
import { type PageWords, pageWords } from './words.ts';

/**
 * Generates `welcome/<language>.html` for every language: complete pages without scripts of the
 * application, which the server fills in and serves at `/welcome`.
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
 * Without scripts no choice of theme is known, so the system's theme applies with the dark colours
 * of the tokens.
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
  if (!found) throw new Error(`No built file matches ${wanted}.`);
  return found;
}

/** Fonts to preload, for the text visible first; browsers fetch the others on demand. */
function fontsOf({ locale }: PageWords): RegExp[] {
  const subset = locale === 'ru' ? 'cyrillic' : 'latin';
  return ['golos-text', 'literata'].map((face) => new RegExp(`${face}-${subset}-wght-normal`));
}

/** Taken by `npm run screenshots -- welcome`. */
function pictureOf({ locale }: PageWords): Uint8Array {
  return readFileSync(new URL(`../../src/welcome/pictures/${locale}.png`, import.meta.url));
}

import { defaultLocale } from '@zavet/contract/locales';
import type { Plugin, Rolldown } from 'vite';

/** A screen that people often open first: its modules and its texts, in the default language. */
export interface FirstScreen {
  modules: string[];
  /** Subjects of the locales. */
  texts: string[];
  /** Files of the long texts. */
  longTexts?: string[];
}

/** What the shell starts with on every page. */
const shellTexts = ['shell', 'errors'];

/**
 * Gives the screens that people open first a page of their own, which is the application's page and
 * also names what the screen will ask for. The browser fetches everything at once instead of
 * finding it out step by step. Our server answers `/login` with `login.html` where there is one.
 */
export function firstScreens(screens: Record<string, FirstScreen>): Plugin {
  return {
    name: 'first-screens',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('The application has no page.');
      const html = String(page.source);
      for (const [name, { modules, texts, longTexts = [] }] of Object.entries(screens)) {
        const files = [
          ...modules.map((module) => `/apps/web/src/${module}`),
          ...[...shellTexts, ...texts].map((text) => `/locales/${defaultLocale}/${text}.json`),
          ...longTexts.map((file) => `/packages/texts/${file}`),
        ];
        const links = linksOf(bundle, files).filter((link) => !html.includes(link.file));
        const source = html.replace('</head>', `${links.map(tagOf).join('')}</head>`);
        this.emitFile({ type: 'asset', fileName: `${name}.html`, source });
      }
    },
  };
}

interface Link {
  kind: 'module' | 'style';
  file: string;
}

function linksOf(bundle: Rolldown.OutputBundle, files: string[]): Link[] {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  const links = new Map<string, Link>();
  const visit = (chunk: Rolldown.OutputChunk) => {
    if (links.has(chunk.fileName)) return;
    links.set(chunk.fileName, { kind: 'module', file: chunk.fileName });
    for (const file of stylesOf(chunk)) links.set(file, { kind: 'style', file });
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') visit(imported);
    }
  };
  for (const file of files) {
    // What is asked for is the chunk that stands for the module, wherever the module itself went.
    const chunk =
      chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(file)) ??
      chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(file)));
    if (!chunk) throw new Error(`${file} is in no chunk; has it moved?`);
    visit(chunk);
  }
  return [...links.values()];
}

/** Vite notes on a chunk which style sheets it comes with. */
function stylesOf(chunk: Rolldown.OutputChunk): string[] {
  const { viteMetadata } = chunk as { viteMetadata?: { importedCss: Set<string> } };
  return [...(viteMetadata?.importedCss ?? [])];
}

function tagOf({ kind, file }: Link): string {
  return kind === 'module'
    ? `<link rel="modulepreload" crossorigin href="/${file}">`
    : `<link rel="preload" as="style" crossorigin href="/${file}">`;
}

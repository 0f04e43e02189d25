import { defaultLocale } from '@zavet/contract/locales';
import type { Plugin, Rolldown } from 'vite';
import { type FirstPaint, markupOf } from './first-paint.ts';
import { textFile } from './text-files.ts';

/** A screen that people often open first: its modules and its texts, in the default language. */
export interface FirstScreen {
  modules: string[];
  /** Subjects of the locales. */
  texts: string[];
  /** Files of the long texts. */
  longTexts?: string[];
  /** What the page itself says until then. */
  firstPaint: FirstPaint;
}

/** Begins after the first paint, and is fetched before it. */
const application = [
  '/react-dom/client.js',
  sourceFile('start.tsx'),
  sourceFile('app/application.tsx'),
];
const entry = sourceFile('main.ts');
const place = '<div id="root"></div>';

/** What the shell starts with on every page. */
const shellTexts = ['shell', 'errors'];

/**
 * Gives the screens that people open first a page of their own, which is the application's page and
 * also names what the screen will ask for, and says its first words. The browser fetches everything
 * at once instead of finding it out step by step, and people read meanwhile. Our server answers `/login` with `login.html` where there is one.
 */
export function firstScreens(screens: Record<string, FirstScreen>): Plugin {
  return {
    name: 'first-screens',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('The application has no page.');
      const html = withLinks(afterPaint(String(page.source)), linksOf(bundle, application));
      requireSmallEntry(bundle);
      page.source = html;
      for (const [name, screen] of Object.entries(screens)) {
        const { modules, texts, longTexts = [], firstPaint } = screen;
        const files = [
          ...modules.map(sourceFile),
          ...[...shellTexts, ...texts].map((text) => textFile(defaultLocale, text)),
          ...longTexts.map((file) => `/packages/texts/${file}`),
        ];
        const source = withLinks(html, linksOf(bundle, files)).replace(
          place,
          `${place}${markupOf(firstPaint)}`,
        );
        this.emitFile({ type: 'asset', fileName: `${name}.html`, source });
      }
    },
  };
}

/** What the page begins with must not bring the libraries along: they would run before the first paint. */
function requireSmallEntry(bundle: Rolldown.OutputBundle): void {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  const libraries = chunks.find(({ name }) => name === 'libraries');
  if (!libraries) throw new Error('The libraries have no file of their own.');
  const first = linksOf(bundle, [entry]).map(({ file }) => file);
  if (first.includes(libraries.fileName)) {
    throw new Error('main.ts imports what stands in a file with the libraries.');
  }
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
    // What is asked for is the chunk that stands for the module; the module itself may have gone elsewhere.
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

/** What runs must not compete with what paints. */
function afterPaint(html: string): string {
  return html.replaceAll(
    /<(script type="module"|link rel="modulepreload") /g,
    '<$1 fetchpriority="low" ',
  );
}

/** Only what the page does not name yet. */
function withLinks(html: string, links: Link[]): string {
  const missing = links.filter(({ file }) => !html.includes(file));
  return html.replace('</head>', `${missing.map(tagOf).join('')}</head>`);
}

function sourceFile(path: string): string {
  return `/apps/web/src/${path}`;
}

function tagOf({ kind, file }: Link): string {
  return kind === 'module'
    ? // What paints comes first, what runs after it.
      `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`
    : `<link rel="stylesheet" crossorigin href="/${file}">`;
}

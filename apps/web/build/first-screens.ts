import { defaultLocale } from '@zavet/contract/locales';
import type { Plugin, Rolldown } from 'vite';
import { type FirstPaint, markupOf } from './first-paint.ts';
import { textFile } from './text-files.ts';

/** A frequent first screen: its modules and texts in the default language. */
export interface FirstScreen {
  modules: string[];
  /** Subjects of the locales. */
  texts: string[];
  /** Files of the long texts. */
  longTexts?: string[];
  /** Static content until the application is running. */
  firstPaint: FirstPaint;
}

/** Files preloaded before the first paint and executed after it. */
const applicationFiles = [
  '/react-dom/client.js',
  sourceFile('start.tsx'),
  sourceFile('app/application.tsx'),
];
const entry = sourceFile('main.ts');
const rootElement = '<div id="root"></div>';

/** Files that the shell needs on every page. */
const shellTexts = ['shell', 'errors'];

/**
 * Generates a page of its own for each frequent first screen: the application's page with preload
 * links for everything the screen will request, and static content. The browser then fetches
 * everything in parallel, and visitors can read meanwhile. Our server answers `/login` with
 * `login.html` if it exists.
 */
export function firstScreens(screens: Record<string, FirstScreen>): Plugin {
  return {
    name: 'first-screens',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('The application has no page.');
      const html = withLinks(
        withLowPriorityScripts(String(page.source)),
        linksOf(bundle, applicationFiles),
      );
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
          rootElement,
          `${rootElement}${markupOf(firstPaint)}`,
        );
        this.emitFile({ type: 'asset', fileName: `${name}.html`, source });
      }
    },
  };
}

/** Throws if the entry imports the libraries, which would then run before the first paint. */
function requireSmallEntry(bundle: Rolldown.OutputBundle): void {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  const libraries = chunks.find(({ name }) => name === 'libraries');
  if (!libraries) throw new Error('The libraries have no file of their own.');
  const first = linksOf(bundle, [entry]).map(({ file }) => file);
  if (first.includes(libraries.fileName)) {
    throw new Error('main.ts imports a module that is bundled with the libraries.');
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
    // Looks up the chunk of the module, which may have been merged into another one.
    const chunk =
      chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(file)) ??
      chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(file)));
    if (!chunk) throw new Error(`${file} is in no chunk; has it moved?`);
    visit(chunk);
  }
  return [...links.values()];
}

/** Style sheets of a chunk, as recorded by Vite. */
function stylesOf(chunk: Rolldown.OutputChunk): string[] {
  const { viteMetadata } = chunk as { viteMetadata?: { importedCss: Set<string> } };
  return [...(viteMetadata?.importedCss ?? [])];
}

/** Lowers the priority of scripts, so that they do not compete with files needed to paint. */
function withLowPriorityScripts(html: string): string {
  return html.replaceAll(
    /<(script type="module"|link rel="modulepreload") /g,
    '<$1 fetchpriority="low" ',
  );
}

/** Adds links to the files, except those that the page already mentions. */
function withLinks(html: string, links: Link[]): string {
  const missing = links.filter(({ file }) => !html.includes(file));
  return html.replace('</head>', `${missing.map(tagOf).join('')}</head>`);
}

function sourceFile(path: string): string {
  return `/apps/web/src/${path}`;
}

function tagOf({ kind, file }: Link): string {
  return kind === 'module'
    ? // Low priority: styles come first.
      `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`
    : `<link rel="stylesheet" crossorigin href="/${file}">`;
}

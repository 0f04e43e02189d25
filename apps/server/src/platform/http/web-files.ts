import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { fail } from '../failure.ts';
import { answerHtml, answerText } from './answers.ts';
import type { HttpContext } from './http-context.ts';
import { withNonce } from './security-headers.ts';
import { answerFile, type ServedFile, servedFile } from './served-file.ts';

/**
 * The built web app, read once. A request can only name a file found here at the start,
 * so no path leads out of the folder.
 */
interface WebFiles {
  /** By name: `delivery.html` is the page at `/delivery` and below, `index.html` everywhere else. */
  pages: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, ServedFile>;
}

const forAYear = 'public, max-age=31536000, immutable';
const checkedEachTime = 'no-cache';

/** Undefined when the folder holds no built web app. */
export function readWebFiles(webRoot: string | undefined): WebFiles | undefined {
  if (!webRoot || !existsSync(join(webRoot, 'index.html'))) return undefined;
  const contents = new Map(
    readdirSync(webRoot, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => {
        const file = join(entry.parentPath, entry.name);
        return [`/${relative(webRoot, file).split(sep).join('/')}`, readBytes(file)] as const;
      }),
  );
  const pages = new Map(
    [...contents].flatMap(([path, bytes]) => {
      const name = pageNameOf(path);
      return name === undefined ? [] : [[name, new TextDecoder().decode(bytes)]];
    }),
  );
  const files = [...contents.keys()]
    .filter((path) => pageNameOf(path) === undefined && !isCompressedForm(path, contents))
    .map((path) => [path, webFile(path, contents)] as const);
  return { pages, files: new Map(files) };
}

/** A file, or a page for every path that looks like one. */
export async function answerWeb(c: HttpContext, web: WebFiles | undefined): Promise<Response> {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return fail('not_found');
  if (!web) {
    c.set('routeTemplate', 'page');
    return answerText(c, 'The web app has not been built.\n', 'text/plain; charset=utf-8', 503);
  }
  const file = web.files.get(c.req.path);
  if (file) {
    c.set('routeTemplate', 'file');
    return answerFile(c, file);
  }
  const page = pageAt(c.req.path, web);
  if (page === undefined) return fail('not_found');
  c.set('routeTemplate', 'page');
  return answerHtml(c, withNonce(c, page));
}

function pageAt(path: string, { pages }: WebFiles): string | undefined {
  const name = pageNameOf(path);
  if (name !== undefined) return pages.get(name);
  if (!looksLikePage(path)) return undefined;
  const [, firstSegment = ''] = path.split('/');
  return pages.get(firstSegment) ?? pages.get('index');
}

/** `delivery` of `/delivery.html`; whatever lies deeper is a file. */
function pageNameOf(path: string): string | undefined {
  return /^\/([^/]+)\.html$/.exec(path)?.[1];
}

function looksLikePage(path: string): boolean {
  const lastSegment = path.slice(path.lastIndexOf('/') + 1);
  return !path.startsWith('/assets/') && !lastSegment.includes('.');
}

function webFile(path: string, contents: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): ServedFile {
  return servedFile(
    contents.get(path) ?? new Uint8Array(),
    getMimeType(path) ?? 'application/octet-stream',
    path.startsWith('/assets/') ? forAYear : checkedEachTime,
    { br: contents.get(`${path}.br`), gzip: contents.get(`${path}.gz`) },
  );
}

function isCompressedForm(path: string, contents: ReadonlyMap<string, unknown>): boolean {
  return /\.(br|gz)$/.test(path) && contents.has(path.replace(/\.(br|gz)$/, ''));
}

function readBytes(file: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(file));
}

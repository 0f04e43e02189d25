import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/compress';
import { parseAccept } from 'hono/utils/accept';
import { getMimeType } from 'hono/utils/mime';
import { fail } from '../failure.ts';
import { escapeHtml } from '../page-markup.ts';
import { answerHtml, answerText } from './answers.ts';
import { addHeader, type HttpContext, requestHeader } from './http-context.ts';
import { withNonce } from './security-headers.ts';

/**
 * The built web app. Only files listed in its folder are served, so no path can leave the folder. A
 * build never changes: its files are listed and read once.
 */
interface WebFiles {
  /**
   * `delivery.html` is the page at `/delivery` and below, `index.html` everywhere else. Pages in
   * folders (`welcome/ru`) are templates.
   */
  page(name: string): string | undefined;
  file(path: string): ServedFile | undefined;
}

type HasFile = (path: string) => boolean;

const immutableCaching = 'public, max-age=31536000, immutable';
const revalidatedCaching = 'no-cache';

/**
 * Reads the built web app; returns undefined if it has not been built. Replaces `__NAME__` in pages
 * with values.
 */
export function readWebFiles(
  webRoot: string | undefined,
  values: PageValues = {},
): WebFiles | undefined {
  if (!webRoot || !existsSync(join(webRoot, 'index.html'))) return undefined;
  // Resolves a symbolic link, which may later point to a newer build.
  const folder = realpathSync(webRoot);
  let found: ReadonlySet<string> | undefined;
  const has: HasFile = (path) => {
    found ??= pathsIn(folder);
    return found.has(path);
  };
  const pages = new Map<string, string>();
  const files = new Map<string, ServedFile>();
  return {
    page: (name) => {
      const path = `/${name}.html`;
      if (!has(path)) return undefined;
      return getOrCreate(pages, name, () =>
        fillIn(readFileSync(join(folder, path), 'utf8'), values),
      );
    },
    file: (path) => {
      if (!has(path) || path.endsWith('.html')) return undefined;
      if (isCompressedForm(path, has)) return undefined;
      return getOrCreate(files, path, () => loadWebFile(folder, path, has));
    },
  };
}

/** Values known when the server starts, by their name in pages. */
export type PageValues = Readonly<Record<string, string>>;

function fillIn(page: string, values: PageValues): string {
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`__${name}__`, () => escapeHtml(value)),
    page,
  );
}

/** All files of the folder as URL paths. */
function pathsIn(folder: string): ReadonlySet<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const found = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
  return new Set(
    found.map(({ parentPath, name }) => {
      const path = relative(folder, join(parentPath, name));
      return `/${path.split(sep).join('/')}`;
    }),
  );
}

function getOrCreate<Value>(values: Map<string, Value>, key: string, make: () => Value): Value {
  const value = values.get(key) ?? make();
  values.set(key, value);
  return value;
}

/** Serves files, and pages for all other paths without an extension. */
export async function answerWeb(
  c: HttpContext,
  web: WebFiles | undefined,
  indexedPaths?: ReadonlySet<string>,
): Promise<Response> {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return fail('not_found');
  if (!web) {
    c.set('routeTemplate', 'page');
    return answerText(c, 'The web app has not been built.\n', 'text/plain; charset=utf-8', 503);
  }
  const file = web.file(c.req.path);
  if (file) {
    c.set('routeTemplate', 'file');
    return answerFile(c, file);
  }
  const page = pageAt(c.req.path, web);
  if (page === undefined) return fail('not_found');
  c.set('routeTemplate', 'page');
  if (indexedPaths?.has(c.req.path) === false) addHeader(c, 'X-Robots-Tag', 'noindex');
  return answerHtml(c, withNonce(c, page));
}

function pageAt(path: string, { page }: WebFiles): string | undefined {
  const name = pageNameOf(path);
  if (name !== undefined) return page(name);
  if (!looksLikePage(path)) return undefined;
  const [, firstSegment = ''] = path.split('/');
  return page(firstSegment) ?? page('index');
}

/** Returns `delivery` for `/delivery.html`; undefined for deeper pages, which are templates. */
function pageNameOf(path: string): string | undefined {
  return /^\/([^/]+)\.html$/.exec(path)?.[1];
}

function looksLikePage(path: string): boolean {
  const lastSegment = path.slice(path.lastIndexOf('/') + 1);
  return !path.startsWith('/assets/') && !lastSegment.includes('.');
}

function loadWebFile(folder: string, path: string, has: HasFile): ServedFile {
  const bytesOf = (name: string) => new Uint8Array(readFileSync(join(folder, name)));
  const formOf = (name: string) => (has(name) ? bytesOf(name) : undefined);
  return createServedFile(
    bytesOf(path),
    getMimeType(path) ?? 'application/octet-stream',
    path.startsWith('/assets/') ? immutableCaching : revalidatedCaching,
    { br: formOf(`${path}.br`), gzip: formOf(`${path}.gz`) },
  );
}

function isCompressedForm(path: string, has: HasFile): boolean {
  return /\.(br|gz)$/.test(path) && has(path.replace(/\.(br|gz)$/, ''));
}

type Bytes = Uint8Array<ArrayBuffer>;

type Encoding = 'br' | 'gzip';

/** A file in memory with its compressed forms. */
export interface ServedFile {
  bytes: Bytes;
  contentType: string;
  cacheControl: string;
  etag: string;
  isCompressible: boolean;
  compressed: Partial<Record<Encoding, Promise<Bytes>>>;
}

const encodings: readonly Encoding[] = ['br', 'gzip'];
const minCompressedBytes = 1024;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export function createServedFile(
  bytes: Bytes,
  contentType: string,
  cacheControl: string,
  precompressed: Partial<Record<Encoding, Bytes>> = {},
): ServedFile {
  const compressed: ServedFile['compressed'] = {};
  if (precompressed.br) compressed.br = Promise.resolve(precompressed.br);
  if (precompressed.gzip) compressed.gzip = Promise.resolve(precompressed.gzip);
  return {
    bytes,
    contentType,
    cacheControl,
    // A weak ETag: all encodings share it.
    etag: `W/"${createHash('sha256').update(bytes).digest('base64url')}"`,
    isCompressible:
      bytes.length >= minCompressedBytes && COMPRESSIBLE_CONTENT_TYPE_REGEX.test(contentType),
    compressed,
  };
}

/** Answers with the file in an accepted encoding, or with 304. */
export async function answerFile(c: HttpContext, file: ServedFile): Promise<Response> {
  c.header('ETag', file.etag);
  c.header('Cache-Control', file.cacheControl);
  if (file.isCompressible) c.header('Vary', 'Accept-Encoding');
  if (hasCurrentVersion(requestHeader(c, 'if-none-match'), file.etag)) return c.body(null, 304);

  const encoding = file.isCompressible && acceptedEncoding(requestHeader(c, 'accept-encoding'));
  const bytes = encoding ? await compressedForm(file, encoding) : file.bytes;
  if (encoding) c.header('Content-Encoding', encoding);
  return c.body(bytes, 200, {
    'Content-Type': file.contentType,
    'Content-Length': String(bytes.length),
  });
}

function hasCurrentVersion(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch?.trim() === '*') return true;
  const opaque = etag.slice(2);
  return ifNoneMatch?.match(/"[^"]*"/g)?.includes(opaque) ?? false;
}

function acceptedEncoding(header: string | undefined): Encoding | undefined {
  const accepted = parseAccept(header ?? '');
  return encodings.find((encoding) => {
    const named = accepted.find(({ type }) => type.toLowerCase() === encoding);
    const match = named ?? accepted.find(({ type }) => type === '*');
    return match !== undefined && match.q > 0;
  });
}

function compressedForm(file: ServedFile, encoding: Encoding): Promise<Bytes> {
  file.compressed[encoding] ??=
    encoding === 'gzip'
      ? compressGzip(file.bytes)
      : compressBrotli(file.bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  return file.compressed[encoding];
}

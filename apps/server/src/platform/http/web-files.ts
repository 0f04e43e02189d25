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
  index: string;
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
  const index = new TextDecoder().decode(contents.get('/index.html'));
  const paths = [...contents.keys()].filter((path) => !isCompressedForm(path, contents));
  const files = paths
    .filter((path) => path !== '/index.html')
    .map((path) => [path, webFile(path, contents)] as const);
  return { index, files: new Map(files) };
}

/** A file, or the web app itself for every path that looks like a page. */
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
  if (!looksLikePage(c.req.path)) return fail('not_found');
  c.set('routeTemplate', 'page');
  return answerHtml(c, withNonce(c, web.index));
}

function looksLikePage(path: string): boolean {
  if (path === '/index.html') return true;
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

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer } from '../../../test/http-server-fixture.ts';
import type { GeneratedPage } from './generated-pages.ts';

const greeting: GeneratedPage = {
  path: '/greeting',
  contentType: 'text/html; charset=utf-8',
  hasLanguages: true,
  make: ({ query, languages, template }) =>
    template('greeting/any')?.replace('{{to}}', query('to') ?? languages.join()),
};
const list: GeneratedPage = { path: '/list.txt', contentType: 'text/plain', make: () => 'all\n' };

let webRoot: string;
let running: Awaited<ReturnType<typeof startTestServer>>;

beforeAll(async () => {
  webRoot = mkdtempSync(join(tmpdir(), 'generated-pages-'));
  mkdirSync(join(webRoot, 'greeting'));
  writeFileSync(join(webRoot, 'index.html'), '<p>App</p>');
  writeFileSync(join(webRoot, 'greeting', 'any.html'), '<p>Hello, {{to}}</p>');
  running = await startTestServer({
    webRoot,
    generatedPages: [greeting, list],
    indexedPaths: new Set(['/login']),
  });
});
afterAll(async () => {
  await running.server.stop();
  rmSync(webRoot, { recursive: true });
});

const get = (path: string, headers?: Record<string, string>) =>
  running.send('GET', path, headers ? { headers } : {});

it('a generated page depends on the query and the accepted languages', async () => {
  expect((await get('/greeting?to=Anna')).text).toBe('<p>Hello, Anna</p>');
  const accepted = { 'accept-language': 'en;q=0.5, fi-FI, de;q=0' };
  expect((await get('/greeting', accepted)).text).toBe('<p>Hello, fi-FI,en</p>');
});

it('a generated page varies by language for caches, and supports 304', async () => {
  const answer = await get('/greeting');
  expect(answer.headers.vary).toContain('Accept-Language');
  expect(answer.headers['cache-control']).toBe('no-cache');
  expect(String(answer.headers['content-security-policy'])).toContain("script-src 'self'");
  const again = await get('/greeting', { 'if-none-match': String(answer.headers.etag) });
  expect([again.status, again.headers.vary]).toEqual([304, expect.stringContaining('Language')]);
  expect((await get('/list.txt')).headers.vary).toBeUndefined();
});

it('a generated page supports GET and HEAD only', async () => {
  expect((await running.send('HEAD', '/greeting')).status).toBe(200);
  expect((await running.send('POST', '/greeting')).status).toBe(404);
});

it('a template is never served itself', async () => {
  for (const path of ['/greeting/any.html', '/greeting/any', '/greeting/']) {
    expect((await get(path)).text, path).not.toContain('{{to}}');
  }
});

it('a generated page without content falls through to the web app', async () => {
  const withoutBuild = await startTestServer({
    webRoot: join(webRoot, 'missing'),
    generatedPages: [greeting],
  });
  expect((await withoutBuild.send('GET', '/greeting')).status).toBe(503);
  await withoutBuild.server.stop();
});

it('search engines may index only the given pages', async () => {
  expect((await get('/login')).headers['x-robots-tag']).toBeUndefined();
  expect((await get('/greeting')).headers['x-robots-tag']).toBeUndefined();
  for (const path of ['/', '/dashboard', '/settings?tab=plan', '/login/further']) {
    expect((await get(path)).headers['x-robots-tag'], path).toBe('noindex');
  }
});

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { startTestServer } from '../../../test/http-server-fixture.ts';

const script = `export const words = ${JSON.stringify('word '.repeat(1000))};\n`;
let folder: string;
let running: Awaited<ReturnType<typeof startTestServer>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'web-files-'));
  const webRoot = join(folder, 'web');
  mkdirSync(join(webRoot, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(
    join(webRoot, 'index.html'),
    '<meta name="csp-nonce" content="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style>',
  );
  writeFileSync(join(webRoot, 'delivery.html'), '<p>Own</p><style nonce="__CSP_NONCE__"></style>');
  writeFileSync(join(webRoot, 'robots.txt'), 'User-agent: *\n');
  writeFileSync(join(webRoot, '.hidden'), 'hidden');
  writeFileSync(join(webRoot, 'assets', 'app-1a2b.js'), script);
  writeFileSync(join(webRoot, 'assets', 'ready-3c4d.js'), script);
  writeFileSync(join(webRoot, 'assets', 'ready-3c4d.js.br'), brotliCompressSync('// ready\n'));
  writeFileSync(join(webRoot, 'assets', 'photo-5e6f.png'), Buffer.alloc(5000));
  running = await startTestServer({ webRoot });
});
afterAll(async () => {
  await running.server.stop();
  rmSync(folder, { recursive: true });
});

const get = (path: string, headers?: Record<string, string>) =>
  running.send('GET', path, headers ? { headers } : {});

describe('built files', () => {
  it('are cached for a year without revalidation', async () => {
    const answer = await get('/assets/app-1a2b.js');
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(script);
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('are not found if unknown, instead of serving a page', async () => {
    for (const path of ['/assets/app-old.js', '/assets/page', '/assets/', '/favicon.ico']) {
      expect((await get(path)).status, path).toBe(404);
    }
  });

  it('are sent in the preferred encoding, precompressed if possible', async () => {
    const brotli = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, deflate, br' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotli.headers.vary).toBe('Accept-Encoding');
    expect(brotliDecompressSync(brotli.bytes).toString()).toBe(script);

    const gzip = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br;q=0' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.bytes).toString()).toBe(script);

    const ready = await get('/assets/ready-3c4d.js', { 'accept-encoding': 'br' });
    expect(brotliDecompressSync(ready.bytes).toString()).toBe('// ready\n');
    expect((await get('/assets/ready-3c4d.js.br')).status).toBe(404);
  });

  it('are not compressed twice', async () => {
    const answer = await get('/assets/photo-5e6f.png', { 'accept-encoding': 'gzip, br' });
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.bytes.length).toBe(5000);
  });
});

describe('a server', () => {
  it('keeps serving its build when `current` points to a newer one', async () => {
    const current = join(folder, 'current');
    for (const build of ['first', 'second']) {
      mkdirSync(join(folder, build));
      writeFileSync(join(folder, build, 'index.html'), `<p>${build}</p>`);
      writeFileSync(join(folder, build, `${build}.txt`), build);
    }
    symlinkSync('first', current);
    const started = await startTestServer({ webRoot: current });
    try {
      unlinkSync(current);
      symlinkSync('second', current);
      expect((await started.send('GET', '/')).text).toContain('<p>first</p>');
      expect((await started.send('GET', '/first.txt')).text).toBe('first');
      expect((await started.send('GET', '/second.txt')).status).toBe(404);
    } finally {
      await started.server.stop();
    }
  });
});

test('a page contains the server’s values, escaped', async () => {
  const web = join(folder, 'filled');
  mkdirSync(web);
  writeFileSync(join(web, 'index.html'), '<p>__SUPPORT_EMAIL__ __OTHER__ $&</p>');
  const started = await startTestServer({
    webRoot: web,
    pageValues: { SUPPORT_EMAIL: '"help"<b>$&@example.org' },
  });
  try {
    expect((await started.send('GET', '/')).text).toBe(
      '<p>&quot;help&quot;&lt;b&gt;$&amp;@example.org __OTHER__ $&</p>',
    );
  } finally {
    await started.server.stop();
  }
});

describe('other files', () => {
  it('are revalidated, and support 304', async () => {
    const first = await get('/robots.txt');
    expect(first.headers['cache-control']).toBe('no-cache');
    const { etag } = first.headers;
    expect(etag).toMatch(/^W\/"[\w-]+"$/);

    const again = await get('/robots.txt', { 'if-none-match': `"other", ${etag}` });
    expect(again.status).toBe(304);
    expect(again.bytes.length).toBe(0);
    expect(again.headers.etag).toBe(etag);
    expect(again.headers['x-content-type-options']).toBe('nosniff');
    expect((await get('/robots.txt', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('support HEAD', async () => {
    const answer = await running.send('HEAD', '/robots.txt');
    expect([answer.status, answer.bytes.length]).toEqual([200, 0]);
    expect(answer.headers['content-length']).toBe('14');
  });
});

describe('a page', () => {
  it('is the web app on every path without an extension, never cached', async () => {
    for (const path of ['/', '/login', '/settings?tab=plan', '/a/b/c', '/index.html']) {
      const answer = await get(path);
      expect(answer.status, path).toBe(200);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  it('with its own entry is served at its name and below only', async () => {
    for (const path of ['/delivery', '/delivery/', '/delivery/1a2b?x=1', '/delivery.html']) {
      const answer = await get(path);
      expect([answer.status, answer.headers['cache-control']], path).toEqual([200, 'no-store']);
      expect(answer.text, path).toContain('<p>Own</p>');
      expect(answer.text, path).not.toContain('__CSP_NONCE__');
    }
    for (const path of ['/deliveries', '/a/delivery', '/']) {
      expect((await get(path)).text, path).not.toContain('<p>Own</p>');
    }
    expect((await get('/unknown.html')).status).toBe(404);
  });

  it('contains the nonce of its request', async () => {
    const nonceOf = async () => {
      const answer = await get('/login');
      const [, nonce] =
        /'nonce-([^']+)'/.exec(String(answer.headers['content-security-policy'])) ?? [];
      expect(nonce?.length).toBeGreaterThanOrEqual(22);
      expect(answer.text.split(String(nonce))).toHaveLength(3);
      expect(answer.text).not.toContain('__CSP_NONCE__');
      return nonce;
    };
    expect(await nonceOf()).not.toBe(await nonceOf());
  });

  it('supports GET and HEAD only', async () => {
    expect((await running.send('POST', '/login')).status).toBe(404);
    const head = await running.send('HEAD', '/login');
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
  });
});

describe('a path', () => {
  it('cannot leave the folder or reach hidden files', async () => {
    for (const path of [
      '/../secret.txt',
      '/assets/../../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
      '/..\\secret.txt',
      '/%5c..%5csecret.txt',
      '//secret.txt',
      '/.hidden',
      '/robots.txt%00.js',
    ]) {
      const answer = await get(path);
      expect([400, 404], path).toContain(answer.status);
      expect(answer.text).not.toMatch(/^(secret|hidden)/);
    }
  });
});

describe('without a built web app', () => {
  it('pages are unavailable and the API works', async () => {
    const withoutBuild = await startTestServer({ webRoot: join(folder, 'missing') });
    const page = await withoutBuild.send('GET', '/login');
    expect([page.status, page.headers['content-type']]).toEqual([503, 'text/plain; charset=utf-8']);
    expect((await withoutBuild.send('GET', '/api/things/1')).status).toBe(200);
    await withoutBuild.server.stop();
  });
});

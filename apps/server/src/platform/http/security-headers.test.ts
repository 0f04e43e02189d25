import { afterEach, describe, expect, it } from 'vitest';
import { startTestServer } from '../../../test/http-server-fixture.ts';

let running: Awaited<ReturnType<typeof startTestServer>> | undefined;
const start = async (...args: Parameters<typeof startTestServer>) => {
  running = await startTestServer(...args);
  return running;
};
afterEach(() => running?.server.stop());

function policyOf(header: unknown): Record<string, string> {
  const directives = String(header).split('; ');
  return Object.fromEntries(
    directives.map((directive) => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values.join(' ')];
    }),
  );
}

const apiPolicy = {
  'default-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};
const pagePolicy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': expect.stringMatching(/^'self' 'nonce-[A-Za-z0-9+/=]{22,}'$/),
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'frame-src': "'self'",
  'base-uri': "'none'",
  'manifest-src': "'self'",
  'object-src': "'none'",
};

describe('every response', () => {
  it('has the security headers, even failures', async () => {
    const { send } = await start();
    for (const [method, path] of [
      ['GET', '/api/things/1'],
      ['GET', '/api/unknown'],
      ['GET', '/api/misbehaviour/crash'],
      ['POST', '/api/greetings'],
      ['GET', '/api/docs'],
      ['GET', '/login'],
      ['POST', '/login'],
      ['HEAD', '/api/things/1'],
    ] as const) {
      const { headers } = await send(method, path);
      expect(headers, `${method} ${path}`).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-request-id': expect.any(String),
      });
      expect(headers['permissions-policy']).toContain('camera=()');
      expect(headers['x-powered-by']).toBeUndefined();
      const isPage = path === '/api/docs' || !path.startsWith('/api/');
      expect(policyOf(headers['content-security-policy'])).toEqual(isPage ? pagePolicy : apiPolicy);
    }
  });

  it('requires https only if the public URL has it', async () => {
    const plain = await start();
    const header = 'strict-transport-security';
    expect((await plain.send('GET', '/api/things/1')).headers[header]).toBeUndefined();
    await plain.server.stop();
    const secure = await start({ publicUrl: 'https://zavet.test' });
    expect((await secure.send('GET', '/api/things/1')).headers[header]).toBe(
      'max-age=31536000; includeSubDomains',
    );
  });
});

describe('foreign HTML', () => {
  it('is sandboxed and framed by our pages only', async () => {
    const { send } = await start();
    const { headers, text } = await send('GET', '/api/dev/page');
    expect(text).toContain('Letter');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(policyOf(headers['content-security-policy'])).toEqual({
      sandbox: 'allow-popups allow-popups-to-escape-sandbox',
      'default-src': "'none'",
      'style-src': "'unsafe-inline'",
      'img-src': 'data: https:',
      'form-action': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': "'self'",
    });
    expect(headers['x-request-id']).toBeDefined();
  });
});

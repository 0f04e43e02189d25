import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { makeCertificate } from '@zavet/imap-stand-in/certificate';
import { afterEach, expect, test } from 'vitest';
import { checkNode } from './check-machine.ts';
import { checkProxies, checkPublicAddress } from './check-web.ts';

const never = new AbortController().signal;
const servers: Server[] = [];
const defaultAuthorities = getCACertificates('default');
afterEach(() => {
  setDefaultCACertificates(defaultAuthorities);
  for (const server of servers.splice(0)) server.close();
});

async function portOf(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const liveService: RequestListener = ({ url }, response) => {
  if (url === '/api/live') response.end('{"status":"live"}');
  else response.writeHead(404).end();
};

async function addressOf(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await portOf(createServer(listener))}`;
}

const check = (publicUrl: string, options = {}) =>
  checkPublicAddress({ publicUrl, isProduction: false, now: new Date(), ...options }, never);

test('accepts an address that reaches our server', async () => {
  expect(await check(await addressOf(liveService))).toMatchObject([{ state: 'ok' }]);
});

test('warns of an address without TLS in production', async () => {
  const found = await check(await addressOf(liveService), { isProduction: true });
  expect(found).toMatchObject([{ state: 'warning', says: expect.stringContaining('https') }]);
});

test.each<[string, RequestListener, string]>([
  ['of another program', (_, response) => response.end('<h1>Welcome to nginx!</h1>'), 'another'],
  ['without our endpoint', (_, response) => response.writeHead(404).end(), 'another program (404)'],
  [
    'that redirects',
    (_, response) =>
      response.writeHead(301, { location: 'https://zavet.test/x?secret-word' }).end(),
    'sends people on to https://zavet.test',
  ],
  [
    'of a proxy without its server',
    (_, response) => response.writeHead(502).end(),
    'proxy does not reach',
  ],
])('reports a response %s', async (_, listener, says) => {
  const found = await check(await addressOf(listener));
  expect(found).toMatchObject([{ state: 'wrong', says: expect.stringContaining(says) }]);
  expect(JSON.stringify(found)).not.toContain('secret-word');
});

test('warns of an unreachable address', async () => {
  expect(await check('http://127.0.0.1:9')).toMatchObject([
    { state: 'warning', says: 'http://127.0.0.1:9 refuses connections' },
  ]);
});

test('refuses an untrusted certificate', async () => {
  const { cert, key } = makeCertificate();
  const url = `https://localhost:${await portOf(createSecureServer({ cert, key }, liveService))}`;
  expect(await check(url)).toMatchObject([
    { state: 'wrong', says: expect.stringContaining('a certificate that it signed itself') },
  ]);
  setDefaultCACertificates([cert]);
  expect(await check(url)).toMatchObject([{ state: 'ok' }]);
  const inElevenMonths = new Date(Date.now() + 355 * 24 * 3_600_000);
  expect(await check(url, { now: inElevenMonths })).toMatchObject([
    { state: 'warning', says: expect.stringMatching(/^the certificate ends on \d{4}-/) },
  ]);
});

const production = { publicUrl: 'https://zavet.example', isProduction: true };
const development = { publicUrl: 'http://localhost:3000', isProduction: false };

test.each([
  [['127.0.0.1'], production, 'ok'],
  [['10.0.0.0/8', 'fd00::/16'], production, 'ok'],
  [[], production, 'warning'],
  [[], development, 'ok'],
  [[], { ...development, publicUrl: 'https://zavet.example' }, 'warning'],
  [['0.0.0.0/0'], production, 'wrong'],
  [['127.0.0.1', '::/0'], production, 'wrong'],
  [['64.0.0.0/7'], development, 'wrong'],
])('assesses TRUSTED_PROXIES=%j with %j as %s', (trusted, site, state) => {
  expect(checkProxies(trusted, site).state).toBe(state);
});

test.each([
  ['v24.21.0', 'ok'],
  ['v26.0.0', 'ok'],
  ['v22.19.0', 'wrong'],
  ['v20.20.2', 'wrong'],
])('assesses Node %s as %s', (version, state) => {
  expect(checkNode(version).state).toBe(state);
});

import { type IncomingHttpHeaders, request } from 'node:http';
import type { Clock } from '../src/platform/clock.ts';
import { Failure, fail } from '../src/platform/failure.ts';
import { createHttpApp, type HttpOptions, serveHttp } from '../src/platform/http/http-server.ts';
import { createMemoryRateLimiter } from '../src/platform/http/rate-limiter.ts';
import { type Route, route } from '../src/platform/http/route.ts';
import { createLogger } from '../src/platform/observability/logger.ts';
import { testEndpoints } from './http-contract-fixture.ts';

export interface TestClock extends Clock {
  advance(seconds: number): void;
}

export function testClock(): TestClock {
  let now = new Date('2026-11-15T12:00:00Z');
  return {
    now: () => now,
    advance: (seconds) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
  };
}

class DatabaseUnavailable extends Error {}

/** A real server on loopback that serves the test contract. */
export async function startTestServer(overrides: Partial<HttpOptions> = {}) {
  const clock = testClock();
  const logLines: string[] = [];
  const waiting = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  const counted = Promise.withResolvers<void>();
  const rateLimiter = createMemoryRateLimiter(clock);
  const app = createHttpApp({
    endpoints: testEndpoints,
    routes: testRoutes(waiting.promise, arrived.resolve, counted.resolve),
    identify: async (cookies, limit) => {
      const session = cookies.get('session');
      if (!session) return 'missing';
      if (session === 'old') return 'expired';
      // A long cookie is a secret that must not become a user id.
      const user_id = session.length > 20 ? 'unnamed' : session;
      const owner = { user_id, session_id: 's1', email: 'anna@example.org' };
      const limitState = limit && (await rateLimiter.take(`${limit.name}${session}`, limit));
      return { owner, provenAt: null, limitResult: limitState ?? { allowed: true } };
    },
    rateLimiter,
    clock,
    log: createLogger('debug', true, { write: (line) => logLines.push(line) }),
    publicUrl: 'http://zavet.test',
    trustedProxies: [],
    isProduction: false,
    developerRoutesEnabled: true,
    codeOf: (error) => (error instanceof DatabaseUnavailable ? 'database_unavailable' : undefined),
    ...overrides,
  });
  const server = await serveHttp(app, { port: 0, hostname: '127.0.0.1' });
  return {
    clock,
    logLines,
    server,
    url: `http://127.0.0.1:${server.port}`,
    /** Resolves when a request reaches the slow endpoint. */
    arrived: arrived.promise,
    /** Resolves when a response of the counting endpoint has ended or was aborted. */
    counted: counted.promise,
    /** Lets the slow endpoint respond. */
    release: waiting.resolve,
    send: (method: string, path: string, options?: SendOptions) =>
      send(server.port, method, path, options),
  };
}

interface SendOptions {
  headers?: Record<string, string>;
  /** Several chunks are sent without a content length. */
  chunks?: (string | Buffer)[];
  json?: unknown;
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape.
  json(): any;
}

/** Sends exactly the given bytes: adds no headers, and normalises or decompresses nothing. */
function send(
  port: number,
  method: string,
  path: string,
  { headers = {}, chunks = [], json }: SendOptions = {},
): Promise<Answer> {
  const sent = { ...headers };
  const body = json === undefined ? chunks : [JSON.stringify(json)];
  if (json !== undefined) sent['content-type'] ??= 'application/json';
  if (body.length === 1) sent['content-length'] = String(Buffer.byteLength(body[0] ?? ''));
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port, method, path, headers: sent },
      (incoming) => {
        const received: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => received.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const bytes = Buffer.concat(received);
          const text = bytes.toString();
          const { statusCode = 0, headers } = incoming;
          resolve({ status: statusCode, headers, bytes, text, json: () => JSON.parse(text) });
        });
      },
    );
    outgoing.on('error', reject);
    for (const chunk of body) outgoing.write(chunk);
    outgoing.end();
  });
}

function testRoutes(
  released: Promise<void>,
  onArrival: () => void,
  onCounted: () => void,
): Route[] {
  return [
    route(testEndpoints.greet, ({ body }) => {
      if (body.name === 'nobody') fail('no_changes', { facts: { tries: 1 } });
      return { greeting: `Hello, ${body.name}`, extra_keys: Object.keys(body.extra ?? {}) };
    }),
    route(testEndpoints.getThing, ({ params, query }) => {
      if (params.id === 'none') fail('not_found');
      return { id: params.id, size: query.size ?? null };
    }),
    route(testEndpoints.getNewestThing, () => ({ is_newest: true })),
    route(testEndpoints.getMine, ({ owner, caller }) => ({
      user_id: owner.user_id,
      address: caller.address,
    })),
    route(testEndpoints.changeMine, () => ({})),
    route(testEndpoints.knock, () => ({})),
    route(testEndpoints.takeFile, async ({ query, upload }) => {
      if (query.refuse) fail('no_changes');
      let size = 0;
      for await (const chunk of upload.bytes) size += chunk.length;
      return { size };
    }),
    route(testEndpoints.enter, ({ query, cookies }) => {
      cookies.set('session', 'anna', { maxAge: 60 });
      cookies.clear('old', { path: '/api' });
      if (query.outcome === 'failure') throw new Failure('session_missing');
      if (query.outcome === 'crash') throw new Error('crash');
      return {};
    }),
    route(testEndpoints.listMany, () => ({
      items: Array.from({ length: 200 }, (_, index) => `item ${index}`),
    })),
    route(testEndpoints.misbehave, (call) => misbehave(call.params.kind, () => call.owner)),
    route(testEndpoints.wait, async () => {
      onArrival();
      await released;
      return { is_done: true };
    }),
    route(testEndpoints.count, async function* ({ body, signal }) {
      try {
        return yield* countTo(body, signal, released);
      } finally {
        onCounted();
      }
    }),
    route(testEndpoints.showPage, () => '<p style="color:red">Letter</p><script>1</script>'),
  ];
}

/** Counts to `to` and waits before the last number. With `breaks`, fails after the first. */
async function* countTo(
  { to, breaks }: { to: number; breaks: boolean },
  signal: AbortSignal,
  released: Promise<void>,
) {
  if (to === 0) fail('no_changes');
  for (let number = 1; number <= to; number += 1) {
    if (number === to) await Promise.race([released, waitForAbort(signal)]);
    yield withUnnamedFields({ number, nested: [] });
    if (breaks) throw new Error('secret reason');
  }
  return { total: to };
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
}

function misbehave(kind: string, owner: () => unknown) {
  const answer = { visible: 'yes', nested: [{ id: '1' }] };
  switch (kind) {
    case 'crash':
      throw new Error('secret reason');
    case 'database':
      throw new DatabaseUnavailable();
    case 'mismatch':
      return { ...answer, visible: 5 as unknown as string };
    case 'no-owner':
      owner();
      return answer;
    default:
      return withUnnamedFields(answer);
  }
}

function withUnnamedFields<T extends { nested: object[] }>(answer: T): T {
  const nested = answer.nested.map((item) => ({ ...item, secret: 'x' }));
  return { ...answer, nested, password_hash: 'x' };
}

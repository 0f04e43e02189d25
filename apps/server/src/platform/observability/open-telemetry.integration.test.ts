import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Person, signedUpPerson } from '../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../test/test-product.ts';
import { writeInstruction } from '../../../test/vault-fixtures.ts';

const canary = `canary${randomUUID()}`;
const parent = { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8) };
let collector: Awaited<ReturnType<typeof startOtlpReceiver>>;
let product: TestProduct;
let person: Person;
let instruction: string;

/** Stops the product before the tests, so that all traces have arrived. */
beforeAll(async () => {
  collector = await startOtlpReceiver();
  product = await startTestProduct({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  person = await signedUpPerson(product);
  ({ id: instruction } = await writeInstruction(person, { title: canary }));
  await person.browser.listInstructions({ query: {} });
  const headers = { traceparent: `00-${parent.traceId}-${parent.spanId}-01`, 'user-agent': canary };
  await fetch(`${product.url}/api/instructions/${instruction}?q=${canary}`, { headers });
  await fetch(`${product.url}/api/version`, { headers: { traceparent: canary } });
  await fetch(`${product.url}/api/live`);
  await product.stop();
});
afterAll(() => collector.stop());

const spansNamed = (name: string) => collector.spans.filter((span) => span.name === name);
const childrenOf = (span: ReceivedSpan | undefined) =>
  collector.spans.filter((one) => one.parentSpanId === span?.spanId);

describe('traces', () => {
  it('reach a collector by OTLP with the name of the service', () => {
    expect(collector.problems).toEqual([]);
    expect(new Set(collector.spans.map(({ service }) => service))).toEqual(new Set(['zavet']));
  });

  it('have a span per request with route and status', () => {
    const [request] = spansNamed('POST /api/instructions');
    expect(request?.kind).toBe(2);
    expect(request?.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/api/instructions',
      'http.response.status_code': 200,
    });
    const [refused] = spansNamed('GET /api/instructions/{id}');
    expect(refused?.attributes).toMatchObject({
      'http.response.status_code': 401,
      'error.type': 'session_missing',
    });
  });

  it('continue the span of a trusted proxy, and ignore invalid headers', () => {
    expect(spansNamed('GET /api/instructions/{id}')).toMatchObject([
      { traceId: parent.traceId, parentSpanId: parent.spanId },
    ]);
    const [request] = spansNamed('GET /api/version');
    expect(request).toBeDefined();
    expect(request?.parentSpanId ?? '').toBe('');
  });

  it('include jobs and their mails', () => {
    const [job] = spansNamed('job mail').filter((one) => childrenOf(one).length > 0);
    expect(job?.kind).toBe(5);
    const [mail] = childrenOf(job).filter(({ name }) => name === 'mail hand over');
    expect(mail?.attributes['zavet.mail']).toBe('verify_email');
  });

  it('are linked to the log by the trace id', () => {
    const [request] = spansNamed('POST /api/instructions');
    const line = product
      .logged()
      .split('\n')
      .find((one) => one.includes(`"trace_id":"${request?.traceId}"`));
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      code: 'request_answered',
      route: '/api/instructions',
      request_id: request?.attributes['zavet.request_id'],
    });
  });

  it('exclude probes', () => {
    expect(collector.spans.filter(({ name }) => name.includes('/api/live'))).toEqual([]);
  });

  it('contain no personal data', () => {
    const sent = collector.text();
    for (const secret of [canary, person.email, person.userId, instruction, person.password]) {
      expect(sent).not.toContain(secret);
    }
  });
});

describe('traced statements', () => {
  it('are children of their request or job, without values', () => {
    const [request] = spansNamed('GET /api/instructions');
    const statements = childrenOf(request);
    expect(statements.length).toBeGreaterThan(0);
    for (const { kind, attributes } of statements) {
      expect(kind).toBe(3);
      expect(attributes['db.system.name']).toBe('postgresql');
      expect(attributes['db.query.text']).not.toContain("'");
    }
    const [job] = spansNamed('job mail');
    expect(childrenOf(job).some(({ name }) => name === 'SELECT')).toBe(true);
  });
});

const value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: z.union([z.number(), z.string()]) }),
  z.strictObject({ doubleValue: z.number() }),
  z.strictObject({ boolValue: z.boolean() }),
]);
const attributes = z.array(z.object({ key: z.string().min(1), value })).default([]);
const nanoseconds = z.union([z.string().regex(/^\d+$/), z.number()]);

const span = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z
    .string()
    .regex(/^([0-9a-f]{16})?$/)
    .optional(),
  name: z.string().min(1),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes,
  status: z.object({ code: z.int().optional(), message: z.string().optional() }).optional(),
});

/** Body of `v1/traces` at a collector: ExportTraceServiceRequest in JSON. */
const exportRequest = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});

interface ReceivedSpan extends Omit<z.output<typeof span>, 'attributes'> {
  attributes: Record<string, unknown>;
  service: unknown;
}

/** A collector of traces on loopback, which refuses invalid requests. */
async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const problems: string[] = [];
  let text = '';
  const server = createServer(async (request, reply) => {
    const bytes = await bodyOf(request);
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
    const parsed = exportRequest.safeParse(readJson(body));
    const isValid =
      request.method === 'POST' &&
      request.url === '/v1/traces' &&
      request.headers['content-type'] === 'application/json';
    if (!isValid) problems.push(`${request.method} ${request.url}`);
    if (!parsed.success) problems.push(z.prettifyError(parsed.error));
    if (!isValid || !parsed.success) return void reply.writeHead(400).end();
    text += body.toString();
    for (const { resource, scopeSpans } of parsed.data.resourceSpans) {
      const service = toRecord(resource.attributes)['service.name'];
      for (const one of scopeSpans.flatMap((scope) => scope.spans)) {
        spans.push({ ...one, attributes: toRecord(one.attributes), service });
      }
    }
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    problems,
    /** All received bodies. */
    text: () => text,
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

function toRecord(list: z.output<typeof attributes>): Record<string, unknown> {
  return Object.fromEntries(list.map(({ key, value: held }) => [key, Object.values(held)[0]]));
}

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReceivedSpan, startOtlpReceiver } from '../../../test/otlp-receiver.ts';
import { type Person, signedUpPerson } from '../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../test/test-product.ts';
import { writeInstruction } from '../../../test/vault-fixtures.ts';

const canary = `canary${randomUUID()}`;
const parent = { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8) };
let collector: Awaited<ReturnType<typeof startOtlpReceiver>>;
let product: TestProduct;
let person: Person;
let instruction: string;

/** All traces have arrived when the product has stopped. */
beforeAll(async () => {
  collector = await startOtlpReceiver();
  product = await startTestProduct({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: 'zavet-test',
  });
  person = await signedUpPerson(product);
  ({ id: instruction } = await writeInstruction(person, { title: canary }));
  await person.browser.listInstructions({ query: {} });
  const headers = { traceparent: `00-${parent.traceId}-${parent.spanId}-01`, 'user-agent': canary };
  await fetch(`${product.url}/api/instructions/${instruction}?q=${canary}`, { headers });
  await fetch(`${product.url}/api/health`, { headers: { traceparent: canary } });
  await fetch(`${product.url}/api/live`);
  await product.stop();
});
afterAll(() => collector.stop());

const named = (name: string) => collector.spans.filter((span) => span.name === name);
const below = (span: ReceivedSpan | undefined) =>
  collector.spans.filter((one) => one.parentSpanId === span?.spanId);

describe('traces', () => {
  it('reach a collector by OTLP with the name of the service', () => {
    expect(collector.problems).toEqual([]);
    expect(new Set(collector.spans.map(({ service }) => service))).toEqual(new Set(['zavet-test']));
  });

  it('have a span per request with route and status', () => {
    const [request] = named('POST /api/instructions');
    expect(request?.kind).toBe(2);
    expect(request?.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/api/instructions',
      'http.response.status_code': 200,
    });
    const [refused] = named('GET /api/instructions/{id}');
    expect(refused?.attributes).toMatchObject({
      'http.response.status_code': 401,
      'error.type': 'session_missing',
    });
  });

  it('continue the span of a trusted proxy, and ignore invalid headers', () => {
    expect(named('GET /api/instructions/{id}')).toMatchObject([
      { traceId: parent.traceId, parentSpanId: parent.spanId },
    ]);
    const [health] = named('GET /api/health');
    expect(health).toBeDefined();
    expect(health?.parentSpanId ?? '').toBe('');
  });

  it('include jobs and their mails', () => {
    const [job] = named('job mail').filter((one) => below(one).length > 0);
    expect(job?.kind).toBe(5);
    const [mail] = below(job).filter(({ name }) => name === 'mail hand over');
    expect(mail?.attributes['zavet.mail']).toBe('verify_email');
  });

  it('are linked to the log by the trace id', () => {
    const [request] = named('POST /api/instructions');
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
    const [request] = named('GET /api/instructions');
    const statements = below(request);
    expect(statements.length).toBeGreaterThan(0);
    for (const { kind, attributes } of statements) {
      expect(kind).toBe(3);
      expect(attributes['db.system.name']).toBe('postgresql');
      expect(attributes['db.query.text']).not.toContain("'");
    }
    const [job] = named('job mail');
    expect(below(job).some(({ name }) => name === 'SELECT')).toBe(true);
  });
});

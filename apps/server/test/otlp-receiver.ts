import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

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

/** What a collector takes at `v1/traces` (ExportTraceServiceRequest in JSON). */
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});

export interface ReceivedSpan extends Omit<z.output<typeof span>, 'attributes'> {
  attributes: Record<string, unknown>;
  service: unknown;
}

/** A collector of traces on loopback, which refuses what the protocol does not allow. */
export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const problems: string[] = [];
  let text = '';
  const server = createServer(async (request, reply) => {
    const bytes = await bodyOf(request);
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
    const parsed = exported.safeParse(readJson(body));
    const isRight =
      request.method === 'POST' &&
      request.url === '/v1/traces' &&
      request.headers['content-type'] === 'application/json';
    if (!isRight) problems.push(`${request.method} ${request.url}`);
    if (!parsed.success) problems.push(z.prettifyError(parsed.error));
    if (!isRight || !parsed.success) return void reply.writeHead(400).end();
    text += body.toString();
    for (const { resource, scopeSpans } of parsed.data.resourceSpans) {
      const service = plain(resource.attributes)['service.name'];
      for (const one of scopeSpans.flatMap((scope) => scope.spans)) {
        spans.push({ ...one, attributes: plain(one.attributes), service });
      }
    }
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    problems,
    /** Everything that was sent, as it was sent. */
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

function plain(list: z.output<typeof attributes>): Record<string, unknown> {
  return Object.fromEntries(list.map(({ key, value: held }) => [key, Object.values(held)[0]]));
}

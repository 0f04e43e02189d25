import type { IncomingMessage } from 'node:http';
import type { Endpoint } from '@zavet/contract/endpoint';
import { type FieldErrorCode, isFieldErrorCode } from '@zavet/contract/errors';
import { limits } from '@zavet/contract/limits';
import type { z } from 'zod';
import { type JsonBounds, parseBoundedJson } from '../bounded-json.ts';
import { fail } from '../failure.ts';
import { type BodyPace, BodyTooSlow, jsonPace, maxDurationMs } from './body-pace.ts';
import { type HttpContext, requestHeader } from './http-context.ts';

/** The largest request of ours is an instruction for a thousand contacts with two hundred files. */
export const requestBounds: JsonBounds = { depth: 12, values: 4_000 };

const decoder = new TextDecoder('utf-8', { fatal: true });

const parts = ['params', 'query', 'headers', 'body'] as const;

type Part = (typeof parts)[number];

type RawInput = {
  params: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
};

/** The declared parts of the input, parsed; or a failure that names every wrong field. */
export function parseInput(endpoint: Endpoint, raw: RawInput): Partial<Record<Part, unknown>> {
  const addressTexts = [...Object.values(raw.params), ...Object.values(raw.query)];
  if (addressTexts.some(hasNul)) fail('malformed_request');

  const input: Partial<Record<Part, unknown>> = {};
  const wrong = new Map<string, FieldErrorCode>();
  for (const part of parts) {
    const schema = endpoint[part];
    if (schema === 'bytes') continue;
    const result = schema?.safeParse(raw[part]);
    if (result?.success) input[part] = result.data;
    for (const issue of result?.error?.issues ?? []) {
      const field = issue.path.join('.');
      if (!wrong.has(field)) wrong.set(field, fieldErrorOf(issue, raw[part]));
    }
  }
  if (wrong.size === 0) return input;
  // A body that is no object at all has no field to point at.
  wrong.delete('');
  return fail('invalid_input', { fields: Object.fromEntries(wrong) });
}

function fieldErrorOf(issue: z.core.$ZodIssue, given: unknown): FieldErrorCode {
  if (isFieldErrorCode(issue.message)) return issue.message;
  return valueAt(given, issue.path) === undefined ? 'required' : 'invalid';
}

function valueAt(given: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key],
    given,
  );
}

/** The parsed body, or undefined where the endpoint takes none. */
export async function readJsonBody(
  c: HttpContext,
  endpoint: Endpoint,
  pace = jsonPace,
): Promise<unknown> {
  if (endpoint.method === 'GET' || endpoint.body === 'bytes') return undefined;
  const maxBytes = endpoint.maxBodyBytes ?? limits.requestBodyBytes;
  if (Number(requestHeader(c, 'content-length') ?? 0) > maxBytes) fail('body_too_large');
  const mediaType = requestHeader(c, 'content-type');
  if (mediaType !== undefined && !isJson(mediaType)) fail('unsupported_media_type');
  if (!endpoint.body) return undefined;
  if (mediaType === undefined) fail('unsupported_media_type');
  return parseJson(await readBody(c, maxBytes, pace));
}

function isJson(mediaType: string): boolean {
  return /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(mediaType.trim());
}

/** Stops at the limit while the body arrives: a chunked one does not announce its length. */
async function readBody(c: HttpContext, maxBytes: number, pace: BodyPace): Promise<Buffer> {
  const body = await collect(c.env.incoming, maxBytes, pace).catch((error: unknown) =>
    // A client that goes away in the middle is no error of ours.
    fail(error instanceof BodyTooSlow ? 'body_too_slow' : 'malformed_request'),
  );
  return body ?? fail('body_too_large');
}

/** The whole body; undefined above `maxBytes`, and then the rest of it is still on its way. */
function collect(
  incoming: IncomingMessage,
  maxBytes: number,
  pace: BodyPace,
): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const tooSlow = () => end(() => reject(new BodyTooSlow('The body arrives too slowly.')));
    const idle = setTimeout(tooSlow, pace.idleMs);
    const deadline = setTimeout(tooSlow, maxDurationMs(maxBytes, pace));
    const take = (chunk: Buffer) => {
      idle.refresh();
      size += chunk.length;
      if (size > maxBytes) end(() => resolve(undefined));
      else chunks.push(chunk);
    };
    const finish = () => end(() => resolve(Buffer.concat(chunks)));
    const breakOff = () => end(() => reject(new Error('The body broke off.')));
    const end = (settle: () => void) => {
      clearTimeout(idle);
      clearTimeout(deadline);
      incoming.pause();
      incoming.off('data', take).off('end', finish).off('error', breakOff).off('close', breakOff);
      // Somebody has to hear of an error that comes later.
      incoming.on('error', () => {});
      settle();
    };
    incoming.on('data', take).on('end', finish).on('error', breakOff).on('close', breakOff);
  });
}

function parseJson(bytes: Buffer): unknown {
  try {
    const text = decoder.decode(bytes);
    // Only an escape can spell a NUL, or the name below in other words: most texts need no closer look.
    const isPlain = !text.includes('\\u') && !text.includes('__proto__');
    return parseBoundedJson(text, requestBounds, isPlain ? undefined : withoutTraps);
  } catch {
    // Also NUL characters, and more depth or values than any request of ours has.
    return fail('malformed_request');
  }
}

function withoutTraps(key: string, value: unknown): unknown {
  if (key === '__proto__') return undefined;
  if (hasNul(key) || (typeof value === 'string' && hasNul(value))) throw new SyntaxError('NUL');
  return value;
}

/** PostgreSQL cannot store this character; it is refused before anything else sees it. */
function hasNul(text: string): boolean {
  return text.includes('\0');
}

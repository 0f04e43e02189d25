import type { Endpoint } from '@zavet/contract/endpoint';
import { limits } from '@zavet/contract/limits';
import { fail } from '../failure.ts';
import { type BodyPace, BodyTooSlow, inPace, jsonPace } from './body-pace.ts';
import type { HttpContext } from './http-context.ts';

/** The parsed body, or undefined where the endpoint takes none. */
export async function readJsonBody(
  c: HttpContext,
  endpoint: Endpoint,
  pace = jsonPace,
): Promise<unknown> {
  if (endpoint.method === 'GET' || endpoint.body === 'bytes') return undefined;
  const maxBytes = endpoint.maxBodyBytes ?? limits.requestBodyBytes;
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) fail('body_too_large');
  const mediaType = c.req.header('content-type');
  if (mediaType !== undefined && !isJson(mediaType)) fail('unsupported_media_type');
  if (!endpoint.body) return undefined;
  if (mediaType === undefined) fail('unsupported_media_type');
  return parseJson(await readBytes(c, maxBytes, pace));
}

function isJson(mediaType: string): boolean {
  return /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(mediaType.trim());
}

/** Stops at the limit while the body arrives: a chunked one does not announce its length. */
async function readBytes(c: HttpContext, maxBytes: number, pace: BodyPace): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const { body } = c.req.raw;
  if (!body) return Buffer.alloc(0);
  try {
    for await (const chunk of inPace(body.values({ preventCancel: true }), maxBytes, pace)) {
      size += chunk.length;
      if (size > maxBytes) break;
      chunks.push(chunk);
    }
  } catch (error) {
    // A client that goes away in the middle is no error of ours.
    fail(error instanceof BodyTooSlow ? 'body_too_slow' : 'malformed_request');
  }
  return size > maxBytes ? fail('body_too_large') : Buffer.concat(chunks);
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes), withoutTraps);
  } catch {
    // Also NUL characters, and nesting too deep for the stack.
    return fail('malformed_request');
  }
}

function withoutTraps(key: string, value: unknown): unknown {
  if (key === '__proto__') return undefined;
  if (hasNul(key) || (typeof value === 'string' && hasNul(value))) throw new SyntaxError('NUL');
  return value;
}

/** PostgreSQL cannot store this character; it is refused before anything else sees it. */
export function hasNul(text: string): boolean {
  return text.includes('\0');
}

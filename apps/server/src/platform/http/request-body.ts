import type { IncomingMessage } from 'node:http';
import { finished, type Readable } from 'node:stream';
import { finished as streamEnd } from 'node:stream/promises';
import type { Endpoint } from '@zavet/contract/endpoint';
import { limits } from '@zavet/contract/limits';
import { type JsonBounds, parseBoundedJson } from '../bounded-json.ts';
import { fail } from '../failure.ts';
import { addHeader, type HttpContext, requestHeader } from './http-context.ts';
import type { Upload } from './route.ts';

/** Minimum speed of a body. Slower clients are cut off, since they may block connections. */
export interface BodyPace {
  /** Maximum time without any bytes. */
  idleMs: number;
  /** Extra time for every body. */
  headStartMs: number;
  minBytesPerMs: number;
}

const jsonPace: BodyPace = { idleMs: 15_000, headStartMs: 20_000, minBytesPerMs: 16 };
/** Tolerates mobile connections that drop for a moment. */
const filePace: BodyPace = { idleMs: 60_000, headStartMs: 60_000, minBytesPerMs: 16 };

export class BodyTooSlow extends Error {
  override name = 'BodyTooSlow';
}

function maxDurationMs(bytes: number, { headStartMs, minBytesPerMs }: BodyPace): number {
  return headStartMs + bytes / minBytesPerMs;
}

/** The largest valid request is an instruction with a thousand contacts and two hundred files. */
export const requestBounds: JsonBounds = { depth: 12, values: 4_000 };

/** Returns undefined if the endpoint has no JSON body. */
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

async function readBody(c: HttpContext, maxBytes: number, pace: BodyPace): Promise<Buffer> {
  const body = await collectBody(c.env.incoming, maxBytes, pace).catch((error: unknown) =>
    // A disconnected client is not a server error.
    fail(error instanceof BodyTooSlow ? 'body_too_slow' : 'malformed_request'),
  );
  return body ?? fail('body_too_large');
}

/** Stops reading above `maxBytes` and returns undefined: a chunked body has no announced length. */
function collectBody(
  incoming: IncomingMessage,
  maxBytes: number,
  pace: BodyPace,
): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const rejectAsTooSlow = () =>
      end(() => reject(new BodyTooSlow('The body arrives too slowly.')));
    const idle = setTimeout(rejectAsTooSlow, pace.idleMs);
    const deadline = setTimeout(rejectAsTooSlow, maxDurationMs(maxBytes, pace));
    const take = (chunk: Buffer) => {
      idle.refresh();
      size += chunk.length;
      if (size > maxBytes) end(() => resolve(undefined));
      else chunks.push(chunk);
    };
    const finish = () => end(() => resolve(Buffer.concat(chunks)));
    const abort = () => end(() => reject(new Error('The body is incomplete.')));
    const end = (settle: () => void) => {
      clearTimeout(idle);
      clearTimeout(deadline);
      incoming.pause();
      incoming.off('data', take).off('end', finish).off('error', abort).off('close', abort);
      // An unhandled later error would end the process.
      incoming.on('error', () => {});
      settle();
    };
    incoming.on('data', take).on('end', finish).on('error', abort).on('close', abort);
  });
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function parseJson(bytes: Buffer): unknown {
  try {
    const text = decoder.decode(bytes);
    // A text without `\u` escapes and `__proto__` needs no reviver.
    const isPlain = !text.includes('\\u') && !text.includes('__proto__');
    return parseBoundedJson(text, requestBounds, isPlain ? undefined : reviveSafely);
  } catch {
    return fail('malformed_request');
  }
}

function reviveSafely(key: string, value: unknown): unknown {
  if (key === '__proto__') return undefined;
  if (hasNul(key) || (typeof value === 'string' && hasNul(value))) throw new SyntaxError('NUL');
  return value;
}

/** True if the text contains NUL, which PostgreSQL cannot store. */
export function hasNul(text: string): boolean {
  return text.includes('\0');
}

/** Returns the unread file in a request body, whose size must be announced. */
export function receiveUpload(c: HttpContext, endpoint: Endpoint, pace = filePace): Upload {
  const announced = requestHeader(c, 'content-length');
  if (announced === undefined || !/^\d{1,15}$/.test(announced)) fail('length_required');
  const mediaType = requestHeader(c, 'content-type');
  if (mediaType !== 'application/octet-stream') fail('unsupported_media_type');
  const size = Number(announced);
  if (endpoint.maxBodyBytes !== undefined && size > endpoint.maxBodyBytes) {
    fail('file_too_large', { facts: { size_bytes: size, max_bytes: endpoint.maxBodyBytes } });
  }
  return { size, bytes: uploadedBytes(c.env.incoming, size, pace) };
}

async function* uploadedBytes(
  incoming: IncomingMessage,
  size: number,
  pace: BodyPace,
): AsyncGenerator<Buffer> {
  try {
    yield* bodyPieces(incoming, size, pace);
  } catch (error) {
    if (error instanceof BodyTooSlow) fail('body_too_slow');
    throw error;
  }
}

/** Reads the rest of a refused upload, so that the client receives the response; gives up on slow ones. */
export async function drainBody(c: HttpContext, pace = filePace): Promise<void> {
  const { incoming } = c.env;
  if (incoming.destroyed || incoming.readableEnded) return;
  const size = Number(requestHeader(c, 'content-length') ?? 0);
  incoming.resume();
  const signal = AbortSignal.timeout(Math.ceil(maxDurationMs(size, pace)));
  await streamEnd(incoming, { writable: false, signal }).catch(() => {});
  if (signal.aborted) addHeader(c, 'Connection', 'close');
}

/** Chunks are combined into pieces of this size, to save work per piece. */
const pieceBytes = 256 * 1024;
/** Size of a socket read, so that the last chunk of a full piece fits into the buffer. */
const spareBytes = 64 * 1024;

/**
 * Yields large pieces in one shared buffer, each valid until the next iteration. The body is paused
 * meanwhile, and stays open if reading stops early: the response still needs the connection.
 */
export async function* bodyPieces(
  body: Readable,
  bytes: number,
  pace: BodyPace,
): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(Math.min(bytes, pieceBytes + spareBytes));
  let filled = 0;
  let rest: Buffer = Buffer.alloc(0);
  let end: { error?: unknown } | undefined;
  let wake = () => {};

  const isFull = () => filled > 0 && filled >= Math.min(bytes, pieceBytes);
  const take = (chunk: Buffer) => {
    const copied = chunk.copy(buffer, filled);
    filled += copied;
    rest = chunk.subarray(copied);
    if (!isFull()) return timers.start();
    body.pause();
    wake();
  };
  const endWith = (error?: unknown) => {
    end ??= { error };
    wake();
  };
  const timers = watchPace(bytes, pace, () => endWith(new BodyTooSlow('It arrives too slowly.')));
  const stopListening = finished(body, { writable: false }, endWith);
  body.on('data', take);
  try {
    while (!end || filled + rest.length > 0) {
      if (rest.length > 0) take(rest);
      if (!isFull() && !end) {
        timers.start();
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        body.resume();
        await woken;
        timers.pause();
      }
      if (end?.error) throw end.error;
      const piece = buffer.subarray(0, Math.min(filled, pieceBytes));
      if (piece.length > 0) yield piece;
      buffer.copyWithin(0, piece.length, filled);
      filled -= piece.length;
    }
    if (end.error) throw end.error;
  } finally {
    timers.clear();
    stopListening();
    body.off('data', take);
    body.pause();
  }
}

/** Calls `onTooSlow`, possibly more than once, when a body is too slow. */
function watchPace(bytes: number, pace: BodyPace, onTooSlow: () => void) {
  let isWaiting = false;
  const deadline = setTimeout(onTooSlow, maxDurationMs(bytes, pace));
  // Refreshing one timer is cheaper than creating one per chunk.
  const idle = setTimeout(() => isWaiting && onTooSlow(), pace.idleMs);
  return {
    /** Restarts the idle time, when the next chunk is awaited. */
    start() {
      isWaiting = true;
      idle.refresh();
    },
    /** Stops the idle time: while this server is busy, the client is not slow. */
    pause() {
      isWaiting = false;
    },
    clear() {
      clearTimeout(idle);
      clearTimeout(deadline);
    },
  };
}

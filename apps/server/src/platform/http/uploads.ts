import type { IncomingMessage } from 'node:http';
import { finished, type Readable } from 'node:stream';
import { finished as streamEnd } from 'node:stream/promises';
import type { Endpoint } from '@zavet/contract/endpoint';
import { fail } from '../failure.ts';
import { type BodyPace, BodyTooSlow, filePace, maxDurationMs, watchPace } from './body-pace.ts';
import { addHeader, type HttpContext, requestHeader } from './http-context.ts';
import type { Upload } from './route.ts';

/** Few large pieces instead of many chunks: everything behind does its work once for each. */
const pieceBytes = 256 * 1024;

/** What a socket brings at once. The last chunk fits in behind a full piece, so that none is kept. */
const spareBytes = 64 * 1024;

/** The file in the body of a request, not read yet. Its size must be announced. */
export function receiveUpload(c: HttpContext, endpoint: Endpoint, pace = filePace): Upload {
  const announced = requestHeader(c, 'content-length');
  if (announced === undefined || !/^\d{1,15}$/.test(announced)) fail('length_required');
  const mediaType = requestHeader(c, 'content-type');
  if (mediaType !== 'application/octet-stream') fail('unsupported_media_type');
  const size = Number(announced);
  if (endpoint.maxBodyBytes !== undefined && size > endpoint.maxBodyBytes) {
    fail('file_too_large', { facts: { size_bytes: size, max_bytes: endpoint.maxBodyBytes } });
  }
  const { incoming } = c.env as { incoming: IncomingMessage };
  return { size, bytes: bytesOf(incoming, size, pace) };
}

async function* bytesOf(
  incoming: IncomingMessage,
  size: number,
  pace: BodyPace,
): AsyncGenerator<Buffer> {
  try {
    // A reader that stops early does not cut the line: the answer still has to go through it.
    yield* bodyPieces(incoming, size, pace);
  } catch (error) {
    if (error instanceof BodyTooSlow) fail('body_too_slow');
    throw error;
  }
}

/**
 * Reads what is left of a refused file, so that the client gets to hear why. One that takes its time
 * is answered without having been read, and its line is closed.
 */
export async function drainBody(c: HttpContext, pace = filePace): Promise<void> {
  const { incoming } = c.env as { incoming: IncomingMessage };
  if (incoming.destroyed || incoming.readableEnded) return;
  const size = Number(requestHeader(c, 'content-length') ?? 0);
  incoming.resume();
  const signal = AbortSignal.timeout(Math.ceil(maxDurationMs(size, pace)));
  await streamEnd(incoming, { writable: false, signal }).catch(() => {});
  if (signal.aborted) addHeader(c, 'Connection', 'close');
}

/**
 * A body of so many bytes in large pieces, or BodyTooSlow. They share one buffer: each is good until
 * the next one is asked for, and meanwhile nothing more is read. One that is left early stays open.
 */
export async function* bodyPieces(
  body: Readable,
  bytes: number,
  pace: BodyPace,
): AsyncGenerator<Buffer> {
  const gathered = Buffer.allocUnsafeSlow(Math.min(bytes, pieceBytes + spareBytes));
  let filled = 0;
  let rest: Buffer = Buffer.alloc(0);
  let end: { error?: unknown } | undefined;
  let wake = () => {};

  const isFull = () => filled > 0 && filled >= Math.min(bytes, pieceBytes);
  const take = (chunk: Buffer) => {
    const taken = chunk.copy(gathered, filled);
    filled += taken;
    rest = chunk.subarray(taken);
    if (!isFull()) return clocks.wait();
    body.pause();
    wake();
  };
  const endWith = (error?: unknown) => {
    end ??= { error };
    wake();
  };
  const clocks = watchPace(bytes, pace, () => endWith(new BodyTooSlow('It arrives too slowly.')));
  const stopListening = finished(body, { writable: false }, endWith);
  body.on('data', take);
  try {
    while (!end || filled + rest.length > 0) {
      if (rest.length > 0) take(rest);
      if (!isFull() && !end) {
        clocks.wait();
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        body.resume();
        await woken;
        clocks.rest();
      }
      if (end?.error) throw end.error;
      const piece = gathered.subarray(0, Math.min(filled, pieceBytes));
      if (piece.length > 0) yield piece;
      gathered.copyWithin(0, piece.length, filled);
      filled -= piece.length;
    }
    if (end.error) throw end.error;
  } finally {
    clocks.stop();
    stopListening();
    body.off('data', take);
    body.pause();
  }
}

import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import type { Endpoint } from '@zavet/contract/endpoint';
import { fail } from '../failure.ts';
import { type BodyPace, BodyTooSlow, filePace, longestMs } from './body-pace.ts';
import { bodyPieces } from './body-pieces.ts';
import { addHeader, type HttpContext, requestHeader } from './http-context.ts';
import type { Upload } from './route.ts';

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
export async function readToTheEnd(c: HttpContext, pace = filePace): Promise<void> {
  const { incoming } = c.env as { incoming: IncomingMessage };
  if (incoming.destroyed || incoming.readableEnded) return;
  const size = Number(requestHeader(c, 'content-length') ?? 0);
  incoming.resume();
  const signal = AbortSignal.timeout(Math.ceil(longestMs(size, pace)));
  await finished(incoming, { writable: false, signal }).catch(() => {});
  if (signal.aborted) addHeader(c, 'Connection', 'close');
}

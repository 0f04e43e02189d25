import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import type { Endpoint } from '@zavet/contract/endpoint';
import { fail } from '../failure.ts';
import type { HttpContext } from './http-context.ts';
import type { Upload } from './route.ts';

/** A line that brings nothing for this long while we read is taken for dead. */
const idleMs = 60_000;
/** Slower than this, on the whole, is no honest upload; small ones have a minute in any case. */
const slowestBytesPerMs = 16;

/** The file in the body of a request, not read yet. Its size must be announced. */
export function receiveUpload(c: HttpContext, endpoint: Endpoint): Upload {
  const announced = c.req.header('content-length');
  if (announced === undefined || !/^\d{1,15}$/.test(announced)) fail('length_required');
  const mediaType = c.req.header('content-type');
  if (mediaType !== 'application/octet-stream') fail('unsupported_media_type');
  const size = Number(announced);
  if (endpoint.maxBodyBytes !== undefined && size > endpoint.maxBodyBytes) {
    fail('file_too_large', { facts: { size_bytes: size, max_bytes: endpoint.maxBodyBytes } });
  }
  const { incoming } = c.env as { incoming: IncomingMessage };
  return { size, bytes: bytesOf(incoming, size) };
}

/** The clocks run only while somebody reads: whoever waits in a line of ours is not slow. */
async function* bytesOf(incoming: IncomingMessage, size: number): AsyncGenerator<Buffer> {
  const cut = () => incoming.destroy(new Error('The upload stands still.'));
  const deadline = setTimeout(cut, idleMs + size / slowestBytesPerMs);
  incoming.setTimeout(idleMs, cut);
  try {
    // Whoever stops reading early must not cut the line: the answer still has to go through it.
    yield* incoming.iterator({ destroyOnReturn: false });
  } finally {
    clearTimeout(deadline);
    incoming.setTimeout(0);
  }
}

/** Reads what is left of a refused file, so that the client gets to hear why. */
export async function readToTheEnd(c: HttpContext): Promise<void> {
  const { incoming } = c.env as { incoming: IncomingMessage };
  if (incoming.destroyed || incoming.readableEnded) return;
  incoming.resume();
  await finished(incoming, { writable: false }).catch(() => {});
}

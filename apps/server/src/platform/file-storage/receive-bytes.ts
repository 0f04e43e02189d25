import { Readable } from 'node:stream';
import { ObjectSizeMismatch } from './object-store.ts';

/**
 * Hands bytes to `store`, each chunk good until the next one is asked for, and makes sure that there are exactly `size` of them. A
 * failure of the stream, a wrong size and an abort come out as such, whatever `store` made of them.
 */
export async function receiveBytes(
  bytes: AsyncIterable<Buffer>,
  size: number,
  signal: AbortSignal | undefined,
  store: (chunks: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  let streamFailure: { error: unknown } | undefined;
  async function* received(): AsyncGenerator<Buffer> {
    try {
      yield* exactly(bytes, size);
    } catch (error) {
      streamFailure = { error };
      throw error;
    }
  }

  const stream = bytes instanceof Readable ? bytes : undefined;
  // Nobody may be listening when the stream fails: it is asked for its failure later.
  stream?.on('error', () => {});
  const giveUp = () => stream?.destroy();
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    signal?.throwIfAborted();
    await store(received());
  } catch (error) {
    giveUp();
    signal?.throwIfAborted();
    throw streamFailure ? streamFailure.error : error;
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

/** Keeps the completing chunk back until the stream has ended, so that surplus never looks complete. */
async function* exactly(bytes: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let seen = 0;
  let completing: Buffer | undefined;
  for await (const chunk of bytes) {
    if (chunk.length === 0) continue;
    seen += chunk.length;
    if (seen > size) throw new ObjectSizeMismatch(size);
    if (seen < size) yield chunk;
    else completing = Buffer.from(chunk);
  }
  if (seen < size) throw new ObjectSizeMismatch(size);
  if (completing) yield completing;
}

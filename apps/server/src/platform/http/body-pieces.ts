import { finished, type Readable } from 'node:stream';
import { type BodyPace, BodyTooSlow, watchPace } from './body-pace.ts';

/** Few large pieces instead of many chunks: everything behind does its work once for each. */
const pieceBytes = 256 * 1024;
/** What a socket brings at once. The last chunk fits in behind a full piece, so that none is kept. */
const spareBytes = 64 * 1024;

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

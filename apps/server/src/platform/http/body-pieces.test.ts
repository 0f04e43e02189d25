import { randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type BodyPace, BodyTooSlow } from './body-pace.ts';
import { bodyPieces } from './body-pieces.ts';

const pieceBytes = 256 * 1024;
const patient: BodyPace = { idleMs: 60_000, headStartMs: 60_000, slowestBytesPerMs: 1 };
const impatient: BodyPace = { ...patient, idleMs: 50 };

async function piecesOf(body: Readable, bytes: number, pace = patient): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  for await (const piece of bodyPieces(body, bytes, pace)) pieces.push(Buffer.from(piece));
  return pieces;
}

describe('the pieces of a body', () => {
  it('are its bytes in large parts, however they arrive', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 700_000 }), { maxLength: 8 }),
        async (sizes) => {
          const chunks = sizes.map((size) => randomBytes(size));
          const bytes = Buffer.concat(chunks);
          const pieces = await piecesOf(Readable.from(chunks), bytes.length);
          expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
          expect(pieces.slice(0, -1).every(({ length }) => length === pieceBytes)).toBe(true);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('are none where the body is empty', async () => {
    expect(await piecesOf(Readable.from([]), 0)).toEqual([]);
  });

  it('do not change while somebody works on them', async () => {
    const bytes = randomBytes(5 * pieceBytes);
    const body = new PassThrough();
    body.end(bytes);
    let at = 0;
    for await (const piece of bodyPieces(body, bytes.length, patient)) {
      await pause(10);
      expect(piece.equals(bytes.subarray(at, at + piece.length))).toBe(true);
      at += piece.length;
    }
    expect(at).toBe(bytes.length);
  });

  it('are not read ahead while somebody works on one', async () => {
    let read = 0;
    const body = new Readable({
      highWaterMark: 64 * 1024,
      read() {
        read += 64 * 1024;
        this.push(Buffer.alloc(64 * 1024));
      },
    });
    for await (const _ of bodyPieces(body, 10 * 1024 * 1024, patient)) {
      await pause(30);
      break;
    }
    expect(read).toBeLessThanOrEqual(pieceBytes + 2 * 64 * 1024);
  });

  it('leave the body open when nobody wants the rest', async () => {
    const body = Readable.from([randomBytes(pieceBytes), randomBytes(pieceBytes)]);
    for await (const _ of bodyPieces(body, 2 * pieceBytes, patient)) break;
    expect(body.destroyed).toBe(false);
    expect(body.listenerCount('data')).toBe(0);
  });

  it('end with the failure of the body, also with one that came before', async () => {
    const body = new PassThrough();
    const pieces = piecesOf(body, 100);
    body.write('beginning');
    body.destroy(new Error('connection lost'));
    await expect(pieces).rejects.toThrow('connection lost');
    await expect(piecesOf(body, 100)).rejects.toThrow('connection lost');
  });

  it('may come as slowly as each chunk is in time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const body = new PassThrough();
    const pieces = piecesOf(body, 100, { ...patient, idleMs: 1000 });
    for (let chunk = 0; chunk < 10; chunk++) {
      body.write(Buffer.alloc(10));
      await vi.advanceTimersByTimeAsync(900);
    }
    body.end();
    expect(Buffer.concat(await pieces)).toHaveLength(100);
  });

  it('are too slow when nothing comes, but not while they wait for us', async () => {
    const body = new PassThrough();
    body.write(Buffer.alloc(pieceBytes));
    const pieces = bodyPieces(body, 2 * pieceBytes, impatient);
    await pieces.next();
    await pause(3 * impatient.idleMs);
    body.write(Buffer.alloc(100));
    await expect(pieces.next()).rejects.toThrow(BodyTooSlow);
  });
});

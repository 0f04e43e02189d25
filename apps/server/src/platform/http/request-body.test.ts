import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startTestServer } from '../../../test/http-server-fixture.ts';
import { type BodyPace, BodyTooSlow, inPace } from './body-pace.ts';
import { bodyPieces } from './uploads.ts';

const servers: Awaited<ReturnType<typeof startTestServer>>[] = [];

afterEach(() => Promise.all(servers.splice(0).map(({ server }) => server.stop())));

const slowPace = 60_000;

/** Falls silent, or never comes to an end. */
const silence: BodyPace = { idleMs: 30, headStartMs: slowPace, minBytesPerMs: 1 };

const trickle: BodyPace = { idleMs: slowPace, headStartMs: 30, minBytesPerMs: 1_000_000 };

const json = 'POST /api/greetings HTTP/1.1\r\nContent-Type: application/json';

const file = 'POST /api/files HTTP/1.1\r\nContent-Type: application/octet-stream';

const refusedFile = file.replace('/files', '/files?refuse=yes');

describe.each([
  ['a text', json],
  ['a file', file],
])('%s', (_, head) => {
  it('that falls silent is answered and cut off', async () => {
    const { server } = await start(silence);
    const heard = await sendSlowly(server.port, head);
    expect(heard).toMatch(/^HTTP\/1\.1 408 /);
    expect(heard).toMatch(/connection: close/i);
    expect(heard).toContain('body_too_slow');
  });

  it('that trickles for ever is answered and cut off', async () => {
    const { server, logLines } = await start(trickle);
    await sendSlowly(server.port, head, 5);
    // Bytes that are still under way when the line is closed may take the answer with them.
    expect(logLines.join('')).toMatch(/"status":408/);
  });
});

describe('a body', () => {
  it('that was refused and goes on trickling does not keep its line', async () => {
    const { server, logLines } = await start(trickle);
    await sendSlowly(server.port, refusedFile, 5);
    expect(logLines.join('')).toMatch(/"status":422/);
  });

  it('that arrives in time is taken, however many parts it has', async () => {
    const { send } = await start({ idleMs: slowPace, headStartMs: slowPace, minBytesPerMs: 1 });
    const headers = { 'content-type': 'application/octet-stream' };
    const taken = await send('POST', '/api/files', { headers, chunks: ['x'.repeat(200_000)] });
    expect(taken.json()).toEqual({ size: 200_000 });
    const greeted = await send('POST', '/api/greetings', {
      headers: { 'content-type': 'application/json' },
      chunks: ['{"na', 'me":', '"Anna"}'],
    });
    expect(greeted.json().greeting).toBe('Hello, Anna');
  });

  it('that waits for us is not taken for slow', async () => {
    const chunks = (async function* () {
      yield 1;
      yield 2;
    })();
    const taken: number[] = [];
    for await (const chunk of inPace(chunks, 2, silence)) {
      taken.push(chunk);
      await new Promise((resolve) => setTimeout(resolve, 3 * silence.idleMs));
    }
    expect(taken).toEqual([1, 2]);
  });
});

const pieceBytes = 256 * 1024;

const patient: BodyPace = { idleMs: 60_000, headStartMs: 60_000, minBytesPerMs: 1 };

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

async function start(pace: BodyPace) {
  const server = await startTestServer({ paces: { json: pace, file: pace } });
  servers.push(server);
  return server;
}

/** Announces a body, sends one byte of it, or one after another, until the line is closed. */
async function sendSlowly(port: number, head: string, pauseMs?: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk;
  });
  socket.write(`${head}\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n{`);
  const more = pauseMs === undefined ? undefined : setInterval(() => socket.write(' '), pauseMs);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(more);
  return heard;
}

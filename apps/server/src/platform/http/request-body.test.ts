import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startTestServer } from '../../../test/http-server-fixture.ts';
import { type BodyPace, BodyTooSlow, bodyPieces } from './request-body.ts';

const servers: Awaited<ReturnType<typeof startTestServer>>[] = [];

afterEach(() => Promise.all(servers.splice(0).map(({ server }) => server.stop())));

const longMs = 60_000;
const shortIdle: BodyPace = { idleMs: 30, headStartMs: longMs, minBytesPerMs: 1 };
const shortDeadline: BodyPace = { idleMs: longMs, headStartMs: 30, minBytesPerMs: 1_000_000 };
const json = 'POST /api/greetings HTTP/1.1\r\nContent-Type: application/json';
const file = 'POST /api/files HTTP/1.1\r\nContent-Type: application/octet-stream';
const refusedFile = file.replace('/files', '/files?refuse=yes');

describe.each([
  ['a JSON body', json],
  ['an upload', file],
])('%s', (_, head) => {
  it('that stalls is answered and cut off', async () => {
    const { server } = await start(shortIdle);
    const received = await sendSlowly(server.port, head);
    expect(received).toMatch(/^HTTP\/1\.1 408 /);
    expect(received).toMatch(/connection: close/i);
    expect(received).toContain('body_too_slow');
  });

  it('that never ends is answered and cut off', async () => {
    const { server, logLines } = await start(shortDeadline);
    await sendSlowly(server.port, head, 5);
    // Bytes in flight may reset the connection before the client has read the response.
    expect(logLines.join('')).toMatch(/"status":408/);
  });
});

describe('a body', () => {
  it('that was refused and never ends is cut off', async () => {
    const { server, logLines } = await start(shortDeadline);
    await sendSlowly(server.port, refusedFile, 5);
    expect(logLines.join('')).toMatch(/"status":422/);
  });

  it('that arrives in time is accepted in any number of chunks', async () => {
    const { send } = await start({ idleMs: longMs, headStartMs: longMs, minBytesPerMs: 1 });
    const headers = { 'content-type': 'application/octet-stream' };
    const uploaded = await send('POST', '/api/files', { headers, chunks: ['x'.repeat(200_000)] });
    expect(uploaded.json()).toEqual({ size: 200_000 });
    const greeted = await send('POST', '/api/greetings', {
      headers: { 'content-type': 'application/json' },
      chunks: ['{"na', 'me":', '"Anna"}'],
    });
    expect(greeted.json().greeting).toBe('Hello, Anna');
  });
});

const pieceBytes = 256 * 1024;
const relaxedPace: BodyPace = { idleMs: longMs, headStartMs: longMs, minBytesPerMs: 1 };
const shortIdlePace: BodyPace = { ...relaxedPace, idleMs: 50 };

async function piecesOf(body: Readable, bytes: number, pace = relaxedPace): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  for await (const piece of bodyPieces(body, bytes, pace)) pieces.push(Buffer.from(piece));
  return pieces;
}

describe('pieces of a body', () => {
  it('are large, regardless of the chunks', async () => {
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

  it('do not exist for an empty body', async () => {
    expect(await piecesOf(Readable.from([]), 0)).toEqual([]);
  });

  it('do not change while they are processed', async () => {
    const bytes = randomBytes(5 * pieceBytes);
    const body = new PassThrough();
    body.end(bytes);
    let at = 0;
    for await (const piece of bodyPieces(body, bytes.length, relaxedPace)) {
      await pause(10);
      expect(piece.equals(bytes.subarray(at, at + piece.length))).toBe(true);
      at += piece.length;
    }
    expect(at).toBe(bytes.length);
  });

  it('are not read ahead', async () => {
    let read = 0;
    const body = new Readable({
      highWaterMark: 64 * 1024,
      read() {
        read += 64 * 1024;
        this.push(Buffer.alloc(64 * 1024));
      },
    });
    for await (const _ of bodyPieces(body, 10 * 1024 * 1024, relaxedPace)) {
      await pause(30);
      break;
    }
    expect(read).toBeLessThanOrEqual(pieceBytes + 2 * 64 * 1024);
  });

  it('leave the body open when reading stops early', async () => {
    const body = Readable.from([randomBytes(pieceBytes), randomBytes(pieceBytes)]);
    for await (const _ of bodyPieces(body, 2 * pieceBytes, relaxedPace)) break;
    expect(body.destroyed).toBe(false);
    expect(body.listenerCount('data')).toBe(0);
  });

  it('report failures of the body, even earlier ones', async () => {
    const body = new PassThrough();
    const pieces = piecesOf(body, 100);
    body.write('beginning');
    body.destroy(new Error('connection lost'));
    await expect(pieces).rejects.toThrow('connection lost');
    await expect(piecesOf(body, 100)).rejects.toThrow('connection lost');
  });

  it('may take longer than the idle time in total', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const body = new PassThrough();
    const pieces = piecesOf(body, 100, { ...relaxedPace, idleMs: 1000 });
    for (let chunk = 0; chunk < 10; chunk++) {
      body.write(Buffer.alloc(10));
      await vi.advanceTimersByTimeAsync(900);
    }
    body.end();
    expect(Buffer.concat(await pieces)).toHaveLength(100);
  });

  it('time out while awaited, not while they are processed', async () => {
    const body = new PassThrough();
    body.write(Buffer.alloc(pieceBytes));
    const pieces = bodyPieces(body, 2 * pieceBytes, shortIdlePace);
    await pieces.next();
    await pause(3 * shortIdlePace.idleMs);
    body.write(Buffer.alloc(100));
    await expect(pieces.next()).rejects.toThrow(BodyTooSlow);
  });
});

async function start(pace: BodyPace) {
  const server = await startTestServer({ paces: { json: pace, file: pace } });
  servers.push(server);
  return server;
}

/** Announces a body and sends a single byte, or byte by byte, until the connection is closed. */
async function sendSlowly(port: number, head: string, pauseMs?: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.write(`${head}\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n{`);
  const more = pauseMs === undefined ? undefined : setInterval(() => socket.write(' '), pauseMs);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(more);
  return received;
}

import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestServer } from '../../../test/http-server-fixture.ts';
import { type BodyPace, inPace } from './body-pace.ts';

const servers: Awaited<ReturnType<typeof startTestServer>>[] = [];
afterEach(() => Promise.all(servers.splice(0).map(({ server }) => server.stop())));

const patient = 60_000;
/** Falls silent, or never comes to an end. */
const silence: BodyPace = { idleMs: 30, headStartMs: patient, slowestBytesPerMs: 1 };
const trickle: BodyPace = { idleMs: patient, headStartMs: 30, slowestBytesPerMs: 1_000_000 };

async function start(pace: BodyPace) {
  const server = await startTestServer({ paces: { json: pace, file: pace } });
  servers.push(server);
  return server;
}

const json = 'POST /api/greetings HTTP/1.1\r\nContent-Type: application/json';
const file = 'POST /api/files HTTP/1.1\r\nContent-Type: application/octet-stream';
const refusedFile = file.replace('/files', '/files?refuse=yes');

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
    const { send } = await start({ idleMs: patient, headStartMs: patient, slowestBytesPerMs: 1 });
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

import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askControl, ControlAbsent, ControlRefused } from './control-client.ts';
import { type Control, type ControlHandler, openControl } from './control-server.ts';

class Expected extends Error {}

let folder: string;
let path: string;
let control: Control | undefined;
const lines: string[] = [];
const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zavet-control-'));
  path = join(folder, 'control.sock');
  lines.length = 0;
});
afterEach(async () => {
  await control?.close();
  rmSync(folder, { recursive: true });
});

async function open(handlers: Record<string, ControlHandler>, at = path): Promise<Control> {
  const sentenceOf = (error: unknown) => (error instanceof Expected ? error.message : undefined);
  control = await openControl(at, { handlers, sentenceOf, log });
  return control;
}

describe('the control socket', () => {
  it('does a command with its arguments, tells how far it is and answers with the result', async () => {
    await open({
      greet: async (input, tell) => {
        const { name } = input as { name: string };
        tell('Waking up.');
        return { greeting: `Привет, ${name}\n` };
      },
    });
    const told: string[] = [];
    const tell = (sentence: string) => told.push(sentence);
    expect(await askControl(path, 'greet', { name: 'Анна' }, { tell })).toEqual({
      greeting: 'Привет, Анна\n',
    });
    expect(told).toEqual(['Waking up.']);
  });

  it('may be used by its owner alone', async () => {
    await open({});
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('takes the place of a file that a killed process left, and is gone when it closes', async () => {
    const abandoned = createServer();
    await new Promise<void>((done) => abandoned.listen(path, done));
    await (await open({ ping: async () => 'pong' })).close();
    expect(existsSync(path)).toBe(false);
    await open({ ping: async () => 'pong' });
    expect(await askControl(path, 'ping')).toBe('pong');
    await new Promise((done) => abandoned.close(done));
  });

  it('says an expected failure in its sentence, and of others only that the log has them', async () => {
    await open({
      expected: () => Promise.reject(new Expected('The folder is not empty.')),
      other: () => Promise.reject(new Error('inside')),
    });
    const refusal = (command: string) => askControl(path, command).catch((error: unknown) => error);
    expect(await refusal('expected')).toEqual(new ControlRefused('The folder is not empty.'));
    expect(String(await refusal('other'))).not.toContain('inside');
    expect(lines.join('')).toContain('inside');
    expect(String(await refusal('unknown'))).toContain('does not know');
  });

  it('refuses what is not a request', async () => {
    await open({ ping: async () => 'pong' });
    const call = request({ socketPath: path, path: '/ping', method: 'POST', agent: false });
    call.end('{{{');
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    expect(JSON.parse(await text(response))).toEqual({ error: expect.any(String) });
  });

  it('ends a command whose asker went away', async () => {
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    await open({
      wait: async (_, __, signal) => {
        start();
        await new Promise((done) => signal.addEventListener('abort', done));
        end();
        signal.throwIfAborted();
      },
    });
    const leaving = new AbortController();
    const asking = askControl(path, 'wait', {}, { signal: leaving.signal });
    await started;
    leaving.abort();
    await expect(asking).rejects.toThrow(/abort/);
    await ended;
  });

  it('ends running commands and tells their askers when it closes', async () => {
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    const closing = await open({
      wait: async (_, __, signal) => {
        start();
        await new Promise((done) => signal.addEventListener('abort', done));
        signal.throwIfAborted();
      },
    });
    const asking = askControl(path, 'wait').catch((error: unknown) => error);
    await started;
    await closing.close();
    expect(await asking).toEqual(
      new ControlRefused('The server was told to stop; the command was not finished.'),
    );
  });

  it('says that the server went away when it dies in the middle', async () => {
    const dying = createServer((socket) => socket.on('data', () => socket.destroy()));
    await new Promise<void>((done) => dying.listen(path, done));
    await expect(askControl(path, 'wait')).rejects.toThrow(ControlRefused);
    await new Promise((done) => dying.close(done));
  });

  it('closes although somebody has connected and says nothing', async () => {
    const opened = await open({});
    const silent = connect(path);
    await once(silent, 'connect');
    await opened.close();
    silent.destroy();
    expect(existsSync(path)).toBe(false);
  });

  it('is left out with a warning where its path would be too long', async () => {
    const deep = join(folder, 'x'.repeat(100));
    mkdirSync(deep);
    await open({}, join(deep, 'control.sock'));
    expect(lines.join('')).toContain('too long');
    await expect(askControl(join(deep, 'control.sock'), 'x')).rejects.toThrow(ControlAbsent);
  });
});

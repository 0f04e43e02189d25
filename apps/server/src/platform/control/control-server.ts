import { chmod, mkdtemp, rename, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { dirname, join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { stream } from 'hono/streaming';
import type { Logger } from 'pino';
import { stoppable } from '../http/graceful-server.ts';
import type { ControlAnswer } from './control-answer.ts';

/** Does one command and answers with its result; `tell` says how far it is. */
export type ControlHandler = (
  input: unknown,
  tell: (progress: string) => void,
  signal: AbortSignal,
) => Promise<unknown>;

export interface ControlOptions {
  handlers: Record<string, ControlHandler>;
  /** What an expected failure is to the one who asked; undefined for the others, which are logged. */
  sentenceOf(error: unknown): string | undefined;
  log: Logger;
}

export interface Control {
  /** Ends what still runs and waits for it. */
  close(): Promise<void>;
}

/** What the system lets the address of a socket be at most, with something to spare. */
const longestPathBytes = 100;

/** How long the last answers may take to leave; somebody who connected and is silent is not awaited. */
const lastAnswerMs = 1_000;

/**
 * Listens for commands of this machine's administrator: a process that alone may open the embedded
 * database does them in the command line's place. Anyone who may write to the socket's file may ask.
 */
export async function openControl(path: string, options: ControlOptions): Promise<Control> {
  if (Buffer.byteLength(path) > longestPathBytes) {
    options.log.warn(
      { code: 'control_path_too_long', path },
      'the path of the control socket is too long: commands need the server stopped',
    );
    return { close: async () => {} };
  }
  const running = new Set<Promise<void>>();
  const closing = new AbortController();
  const app = new Hono();
  app.post('/:command', (c) =>
    stream(c, async (answer) => {
      const gone = new AbortController();
      answer.onAbort(() => gone.abort());
      const send = (line: ControlAnswer) => void answer.writeln(JSON.stringify(line));
      const signal = AbortSignal.any([closing.signal, gone.signal]);
      const handler = options.handlers[c.req.param('command')];
      const done = run(handler, () => c.req.json(), options, send, signal);
      running.add(done);
      await done.finally(() => running.delete(done));
    }),
  );
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  const stop = stoppable(server, { graceMs: lastAnswerMs });
  await listenPrivately(server, path);
  return {
    close: async () => {
      closing.abort();
      await Promise.all(running);
      await stop();
      await rm(path, { force: true });
    },
  };
}

async function run(
  handler: ControlHandler | undefined,
  readInput: () => Promise<unknown>,
  { sentenceOf, log }: ControlOptions,
  send: (line: ControlAnswer) => void,
  signal: AbortSignal,
): Promise<void> {
  const input = await readInput().catch(() => undefined);
  if (!handler || !input) return send({ error: 'The server does not know this command.' });
  try {
    const result = await handler(input, (progress) => send({ progress }), signal);
    send({ result: result ?? null });
  } catch (error) {
    const sentence = sentenceOf(error);
    const isStopped = signal.aborted;
    if (!sentence && !isStopped) {
      log.error({ code: 'control_command_failed', err: error }, 'a command failed');
    }
    const unknown = isStopped
      ? 'The server was told to stop; the command was not finished.'
      : 'The server could not do it; its log says why.';
    send({ error: sentence ?? unknown });
  }
}

/**
 * Gives the socket its name only when nobody else can open it any more. The rename also replaces
 * what a killed process left.
 */
async function listenPrivately(server: Server, path: string): Promise<void> {
  const aside = await mkdtemp(join(dirname(path), '.c-'));
  try {
    const hidden = join(aside, 's');
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ path: hidden }, resolve);
    });
    await chmod(hidden, 0o600);
    await rename(hidden, path);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

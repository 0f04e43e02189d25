import { chmod, mkdtemp, rename, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import {
  asLine,
  type ControlAnswer,
  type ControlRequest,
  controlRequest,
  linesOf,
} from './control-lines.ts';

/** Does one command and answers with its result; `tell` says how far it is. */
export type ControlHandler = (
  request: ControlRequest,
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

/**
 * Listens for commands of this machine's administrator: a process that alone may open the embedded
 * database does them in the command line's place. Anyone who may write to the socket's file may ask.
 */
export async function openControl(path: string, options: ControlOptions): Promise<Control> {
  if (Buffer.byteLength(path) > longestPathBytes) {
    options.log.warn(
      { path },
      'the path of the control socket is too long: commands need the server stopped',
    );
    return { close: async () => {} };
  }
  const running = new Set<Promise<void>>();
  const closing = new AbortController();
  const server = createServer((socket) => {
    const answering = answer(socket, options, closing.signal).finally(() =>
      running.delete(answering),
    );
    running.add(answering);
  });
  await listenPrivately(server, path);
  return {
    close: async () => {
      closing.abort();
      server.close();
      await Promise.all(running);
      await rm(path, { force: true });
    },
  };
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

async function answer(
  socket: Socket,
  { handlers, sentenceOf, log }: ControlOptions,
  closing: AbortSignal,
): Promise<void> {
  const gone = new AbortController();
  socket.on('error', () => {});
  socket.on('close', () => gone.abort());
  const signal = AbortSignal.any([closing, gone.signal]);
  const send = (line: ControlAnswer) => {
    if (socket.writable) socket.write(asLine(line));
  };
  try {
    const request = await readRequest(socket, signal);
    const handler = request && handlers[request.command];
    if (!request || !handler) return send({ error: 'The server does not know this command.' });
    const result = await handler(request, (progress) => send({ progress }), signal);
    send({ result: result ?? null });
  } catch (error) {
    const sentence = sentenceOf(error);
    const isStopped = signal.aborted;
    if (!sentence && !isStopped) log.error({ err: error }, 'a command failed');
    const unknown = isStopped
      ? 'The server was told to stop; the command was not finished.'
      : 'The server could not do it; its log says why.';
    send({ error: sentence ?? unknown });
  } finally {
    socket.end();
  }
}

async function readRequest(
  socket: Socket,
  signal: AbortSignal,
): Promise<ControlRequest | undefined> {
  const stop = () => socket.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    // Breaking off the iteration must not close the socket: the answer is still to come.
    for await (const line of linesOf(socket.iterator({ destroyOnReturn: false }))) {
      return controlRequest.safeParse(parsed(line)).data;
    }
    return undefined;
  } finally {
    signal.removeEventListener('abort', stop);
    socket.resume();
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

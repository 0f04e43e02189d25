import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

/** A language model behind the chat-completions protocol, which says what it is told to say. */
export interface LanguageModelStandIn {
  /** What a client is configured with. */
  url: string;
  /** What was asked, oldest first. */
  asked: AskedCompletion[];
  /** What the next requests are answered with, in order; afterwards a short answer again. */
  next(...scripts: Script[]): void;
  stop(): Promise<void>;
}

export interface AskedCompletion {
  headers: IncomingMessage['headers'];
  path: string;
  body: { model: string; stream: boolean; messages: { role: string; content: string }[] };
  /** Resolves when the client has gone or has all of the answer. */
  over: Promise<void>;
}

export interface Script {
  /** Anything but 200 is an error answer of the provider. */
  status?: number;
  headers?: Record<string, string>;
  /** What an error answer quotes of the request, as some services do. */
  quotes?: string;
  /** Pieces of text as the model makes them. */
  pieces?: string[];
  /** Sent as it is, after the pieces: what no model says. */
  raw?: string;
  /** Waited for before anything is sent, and after the first piece. */
  before?: Promise<unknown>;
  afterFirst?: Promise<unknown>;
  /** Says blanks while it waits after the first piece: slow, but not silent. */
  murmurs?: boolean;
  /** Why the model stopped, as it tells; null where the service gives no reason. */
  finish?: 'stop' | 'length' | 'content_filter' | null;
  /**
   * `done`: as it should be. `finished`: the reason, but no `[DONE]`. `open`: done, and the line is
   * kept. `end`: too early. `cut`: the line breaks. `hang`: silence.
   */
  ending?: 'done' | 'finished' | 'open' | 'end' | 'cut' | 'hang';
}

export async function startLanguageModelStandIn(): Promise<LanguageModelStandIn> {
  const asked: AskedCompletion[] = [];
  const scripts: Script[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') return listModels(request, response, scripts.shift());
    const over = once(response, 'close').then(() => {});
    const body = JSON.parse(await readText(request)) as AskedCompletion['body'];
    asked.push({ headers: request.headers, path: request.url ?? '', body, over });
    const script = scripts.shift() ?? { pieces: ['Здравствуйте.'] };
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
      return refuse(response, 404, 'Unknown request URL.');
    }
    await script.before;
    if (script.status && script.status !== 200) {
      return refuse(response, script.status, script.quotes ?? 'As told.', script.headers);
    }
    await speak(response, body.model, script);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    next: (...more) => void scripts.push(...more),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The one model that it has, for those who ask. */
function listModels(request: IncomingMessage, response: ServerResponse, script?: Script): void {
  const status = script?.status ?? (request.url === '/v1/models' ? 200 : 404);
  const list = { object: 'list', data: [{ id: 'small', object: 'model' }] };
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(status === 200 ? list : { error: { message: 'As told.' } }));
}

async function speak(response: ServerResponse, model: string, script: Script): Promise<void> {
  const { pieces = [], raw, afterFirst, finish = 'stop', ending = 'done' } = script;
  response.writeHead(200, { 'content-type': 'text/event-stream', ...script.headers });
  response.flushHeaders();
  const say = (delta: object, finish_reason: string | null = null) =>
    response.write(`data: ${JSON.stringify(chunk(model, delta, finish_reason))}\n\n`);
  if (pieces.length > 0) say({ role: 'assistant', content: '' });
  for (const [index, content] of pieces.entries()) {
    say({ content });
    if (index === 0) await (script.murmurs ? murmuring(response, say, afterFirst) : afterFirst);
  }
  if (raw !== undefined) response.write(raw);
  if (ending === 'hang') return;
  if (ending === 'cut') {
    // What was written is on its way before the line breaks.
    await new Promise((resolve) => response.write('\n', resolve));
    response.destroy();
    return;
  }
  if (ending === 'end') {
    response.end();
    return;
  }
  if (finish !== null) say({}, finish);
  if (ending !== 'finished') response.write('data: [DONE]\n\n');
  if (ending !== 'open') response.end();
}

const murmurMs = 1000;

async function murmuring(
  response: ServerResponse,
  say: (delta: object) => void,
  wait: Promise<unknown> | undefined,
): Promise<void> {
  const timer = setInterval(() => say({ content: ' ' }), murmurMs);
  await Promise.race([wait, once(response, 'close')]);
  clearInterval(timer);
}

function chunk(model: string, delta: object, finish_reason: string | null): object {
  return {
    id: 'chatcmpl-peer',
    object: 'chat.completion.chunk',
    created: Math.floor(Date.now() / 1000),
    model,
    choices: [{ index: 0, delta, finish_reason }],
  };
}

function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ error: { message, type: 'peer_error', param: null, code: null } }));
}

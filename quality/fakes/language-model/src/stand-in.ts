import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

/** A chat-completions service with scripted responses. */
export interface LanguageModelStandIn {
  /** The base URL for clients. */
  url: string;
  /** Received requests, oldest first. */
  requests: CompletionRequest[];
  /** Sets scripts for the next requests, in order; requests without a script get a short answer. */
  next(...scripts: Script[]): void;
  stop(): Promise<void>;
}

export interface CompletionRequest {
  headers: IncomingMessage['headers'];
  path: string;
  body: { model: string; stream: boolean; messages: { role: string; content: string }[] };
  /** Resolves when the client has disconnected or has received the whole response. */
  over: Promise<void>;
}

export interface Script {
  /** HTTP status; any other than 200 is an error. */
  status?: number;
  headers?: Record<string, string>;
  /** Part of the request that an error response quotes. */
  quotes?: string;
  /** The streamed pieces of text. */
  pieces?: string[];
  /** Invalid output, sent unchanged after the pieces. */
  raw?: string;
  /** Awaited before anything is sent. */
  before?: Promise<unknown>;
  /** Awaited after the first piece. */
  afterFirst?: Promise<unknown>;
  /** Sends blanks while waiting after the first piece, so the response is slow but not idle. */
  sendsBlanks?: boolean;
  /** The finish reason; null if the service gives none. */
  finish?: 'stop' | 'length' | 'content_filter' | null;
  /**
   * `done`: complete. `finished`: a finish reason without `[DONE]`. `open`: complete, but the connection
   * stays open. `end`: ends early. `cut`: disconnects. `hang`: sends nothing more.
   */
  ending?: 'done' | 'finished' | 'open' | 'end' | 'cut' | 'hang';
}

export async function startLanguageModelStandIn(): Promise<LanguageModelStandIn> {
  const requests: CompletionRequest[] = [];
  const scripts: Script[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') return listModels(request, response, scripts.shift());
    const over = once(response, 'close').then(() => {});
    const body = JSON.parse(await readText(request)) as CompletionRequest['body'];
    requests.push({ headers: request.headers, path: request.url ?? '', body, over });
    const script = scripts.shift() ?? { pieces: ['Здравствуйте.'] };
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
      return refuse(response, 404, 'Unknown request URL.');
    }
    await script.before;
    if (script.status && script.status !== 200) {
      return refuse(response, script.status, script.quotes ?? 'As scripted.', script.headers);
    }
    await stream(response, body.model, script);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    next: (...more) => void scripts.push(...more),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listModels(request: IncomingMessage, response: ServerResponse, script?: Script): void {
  const status = script?.status ?? (request.url === '/v1/models' ? 200 : 404);
  const list = { object: 'list', data: [{ id: 'small', object: 'model' }] };
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(status === 200 ? list : { error: { message: 'As scripted.' } }));
}

async function stream(response: ServerResponse, model: string, script: Script): Promise<void> {
  const { pieces = [], raw, afterFirst, finish = 'stop', ending = 'done' } = script;
  response.writeHead(200, { 'content-type': 'text/event-stream', ...script.headers });
  response.flushHeaders();
  const send = (delta: object, finish_reason: string | null = null) =>
    response.write(`data: ${JSON.stringify(chunk(model, delta, finish_reason))}\n\n`);
  if (pieces.length > 0) send({ role: 'assistant', content: '' });
  for (const [index, content] of pieces.entries()) {
    send({ content });
    if (index === 0)
      await (script.sendsBlanks ? waitWithBlanks(response, send, afterFirst) : afterFirst);
  }
  if (raw !== undefined) response.write(raw);
  if (ending === 'hang') return;
  if (ending === 'cut') {
    // Flushes the written data first.
    await new Promise((resolve) => response.write('\n', resolve));
    response.destroy();
    return;
  }
  if (ending === 'end') {
    response.end();
    return;
  }
  if (finish !== null) send({}, finish);
  if (ending !== 'finished') response.write('data: [DONE]\n\n');
  if (ending !== 'open') response.end();
}

const blankIntervalMs = 1000;

async function waitWithBlanks(
  response: ServerResponse,
  send: (delta: object) => void,
  wait: Promise<unknown> | undefined,
): Promise<void> {
  const timer = setInterval(() => send({ content: ' ' }), blankIntervalMs);
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

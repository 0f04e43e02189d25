import { setImmediate } from 'node:timers/promises';
import type { AssistantFailure } from '@zavet/contract/vault/assistant-endpoints';
import {
  type LanguageModelStandIn,
  type Script,
  startLanguageModelStandIn,
} from '@zavet/language-model-stand-in/stand-in';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLanguageModel, type LanguageModel, type ModelFailed } from './language-model.ts';

const longTimeouts = { firstMs: 300_000, nextMs: 200_000, wholeMs: 600_000, retryMs: 1 };
const never = new Promise(() => {});
const greeting = { role: 'user' as const, content: 'Привет' };

let standIn: LanguageModelStandIn;
let model: LanguageModel;
beforeAll(async () => {
  standIn = await startLanguageModelStandIn();
  model = createLanguageModel(settings(), longTimeouts);
});
afterAll(() => standIn.stop());
beforeEach(() => {
  standIn.requests.length = 0;
});

describe('a reply', () => {
  it('streams the answer to exactly this conversation', async () => {
    const first = Promise.withResolvers<void>();
    standIn.next({ pieces: ['Дорогая ', 'Анна'], afterFirst: first.promise });
    const turns = [
      { role: 'user' as const, content: 'Привет' },
      { role: 'assistant' as const, content: 'О чём письмо?' },
      { role: 'user' as const, content: 'Сестре' },
    ];
    const reply = model.reply('Be kind.', turns, new AbortController().signal);
    expect(await reply.next()).toEqual({ done: false, value: 'Дорогая ' });
    first.resolve();
    expect(await reply.next()).toEqual({ done: false, value: 'Анна' });
    expect((await reply.next()).done).toBe(true);

    const [{ body, headers } = fail()] = standIn.requests;
    expect(body).toEqual({
      model: 'small',
      stream: true,
      messages: [{ role: 'system', content: 'Be kind.' }, ...turns],
    });
    expect(headers.authorization).toBe('Bearer key-1');
    expect(headers['user-agent']).toBe('zavet');
    const identifying = /^(x-|openai-|cookie|referer|origin)/;
    expect(Object.keys(headers).filter((name) => identifying.test(name))).toEqual([]);
  });

  it('is requested again after an error of the service', async () => {
    standIn.next({ status: 503 }, { pieces: ['Вот'] });
    expect(await wholeReply()).toBe('Вот');
    expect(standIn.requests).toHaveLength(2);
  });

  it('is requested again when the connection broke before the first piece', async () => {
    standIn.next({ ending: 'cut' }, { pieces: ['Вот'] });
    expect(await wholeReply()).toBe('Вот');
  });

  it('contains no control characters', async () => {
    standIn.next({ pieces: ['Раз\u0000\u001b[2J\n\tдва\u009f'] });
    expect(await wholeReply()).toBe('Раз[2J\n\tдва');
  });

  it('needs no key for a service without keys', async () => {
    const open = createLanguageModel({ ...settings(), apiKey: undefined }, longTimeouts);
    await wholeReply(open);
    expect(standIn.requests.at(-1)?.headers.authorization).toBeUndefined();
  });

  it.each<[string, Script]>([
    ['reports a reason and [DONE]', { finish: 'stop', ending: 'done' }],
    ['reports [DONE] without a reason', { finish: null, ending: 'done' }],
    ['reports a reason without [DONE]', { finish: 'stop', ending: 'finished' }],
    ['reports [DONE] and keeps the connection open', { finish: null, ending: 'open' }],
    ['reports [DONE] in another spelling', { raw: 'data:[DONE]\r\n\r\n', ending: 'end' }],
  ])('is complete when the service %s', async (_, script) => {
    standIn.next({ pieces: ['Дорогая ', 'Анна'], ...script });
    expect(await wholeReply()).toBe('Дорогая Анна');
    expect(standIn.requests).toHaveLength(1);
  });

  it('skips empty pieces', async () => {
    const empty =
      'data: {"choices":[]}\n\ndata: {"choices":[{"delta":{"content":null}}]}\n\n: ping\n\n';
    standIn.next({ pieces: ['Да'], raw: empty });
    expect(await wholeReply()).toBe('Да');
  });
});

describe('a failed reply', () => {
  it.each<[string, Script[], AssistantFailure]>([
    ['when the service fails twice', [{ status: 500 }, { status: 502 }], 'assistant_unavailable'],
    ['when the key is not accepted', [{ status: 401 }], 'assistant_unavailable'],
    ['when the service is overloaded', [{ status: 429 }, { status: 429 }], 'assistant_busy'],
    [
      'when the service sends invalid JSON',
      [{ raw: 'data: <html>oops</html>\n\n' }, { raw: 'data: {\n\n' }],
      'assistant_unavailable',
    ],
    [
      'when the stream contains an error',
      [{ raw: 'data: {"error":{"message":"no"}}\n\n' }, { status: 500 }],
      'assistant_unavailable',
    ],
    [
      'when the service redirects',
      [
        { status: 307, headers: { location: '/v1/elsewhere' } },
        { status: 307, headers: { location: '/' } },
      ],
      'assistant_unavailable',
    ],
    [
      'when the answer was cut at the maximum length',
      [{ pieces: ['Дорогая '], finish: 'length' }],
      'assistant_unavailable',
    ],
    [
      'when the stream ends early',
      [{ pieces: ['Дорогая '], ending: 'end' }],
      'assistant_unavailable',
    ],
    [
      'when only its text contains [DONE]',
      [{ pieces: ['data: [DONE]\n\ndata: [DONE]'], ending: 'end' }],
      'assistant_unavailable',
    ],
    [
      'when the connection breaks in the middle',
      [{ pieces: ['Дорогая '], ending: 'cut' }],
      'assistant_unavailable',
    ],
    [
      'when one line is too long',
      [{ raw: `data: ${'x'.repeat(5 * 1024 * 1024)}` }, { status: 500 }],
      'assistant_unavailable',
    ],
  ])('is reported %s', async (_, scripts, failure) => {
    standIn.next(...scripts);
    await expect(wholeReply()).rejects.toMatchObject({ failure } satisfies Partial<ModelFailed>);
    expect(standIn.requests).toHaveLength(scripts.length);
  });

  it.each<[string, Script, number]>([
    ['when nothing arrives', { before: never }, longTimeouts.firstMs],
    [
      'when no further piece arrives',
      { pieces: ['Дорогая '], ending: 'hang' },
      longTimeouts.nextMs,
    ],
  ])('times out %s', async (_, script, timeoutMs) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    standIn.next(script);
    const reply = model.reply('', [greeting], new AbortController().signal);
    for (const value of script.pieces ?? []) {
      expect(await reply.next()).toEqual({ done: false, value });
    }
    const failure: AssistantFailure = 'assistant_timeout';
    const failed = expect(reply.next()).rejects.toMatchObject({ failure });
    while (standIn.requests.length === 0) await setImmediate();
    vi.advanceTimersByTime(timeoutMs);
    await failed;
    expect(standIn.requests).toHaveLength(1);
  });
});

it('aborts the request when the caller disconnects', async () => {
  standIn.next({ pieces: ['Дорогая '], ending: 'hang' });
  const caller = new AbortController();
  const reply = model.reply('', [greeting], caller.signal);
  await reply.next();
  caller.abort();
  expect((await reply.next()).done).toBe(true);
  await standIn.requests[0]?.over;
});

const settings = () => ({ baseUrl: standIn.url, apiKey: 'key-1', model: 'small' });

async function wholeReply(answering = model): Promise<string> {
  let whole = '';
  for await (const text of answering.reply('', [greeting], new AbortController().signal))
    whole += text;
  return whole;
}

function fail(): never {
  throw new Error('No request was sent.');
}

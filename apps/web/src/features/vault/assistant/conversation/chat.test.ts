import { ApiError } from '@zavet/contract/client';
import { screenTimings } from '@zavet/contract/timings';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeStorage } from '../../../../../test/fake-storage.ts';
import { PrivateStorage } from '../../../../platform/storage/private-storage.ts';
import { type AnswerOptions, type AssistantRequest, Chat, type RequestAnswer } from './chat.ts';
import type { Failure } from './message-rules.ts';
import { StoredConversation } from './stored-conversation.ts';

type Answer = Awaited<ReturnType<RequestAnswer>>;

interface SentRequest extends AssistantRequest, AnswerOptions {
  answer: (text: string) => void;
  settle: (answer: Answer) => void;
  fail: (error: unknown) => void;
}

/** A chat whose requests the test answers. */
function openChat(storage = new FakeStorage()) {
  const requests: SentRequest[] = [];
  const requestAnswer: RequestAnswer = (request, options) =>
    new Promise((settle, fail) => {
      options.signal.addEventListener('abort', () => fail(options.signal.reason));
      const answer = (text: string) =>
        settle({ success: true, response: text, error: null, draft: null });
      requests.push({ ...request, ...options, answer, settle, fail });
    });
  const stored = new StoredConversation(new PrivateStorage(() => storage), 'anna');
  const frames: (() => void)[] = [];
  const page = { whenPresent: Promise.resolve() };
  const environment = {
    nextFrame: (run: () => void) => frames.push(run),
    whenPresent: () => page.whenPresent,
  };
  const chat = new Chat(requestAnswer, stored, environment);
  const failures: Failure[] = [];
  chat.onFailure((failure) => failures.push(failure));
  const latest = () => requests.at(-1) as SentRequest;
  const shown = () => chat.state().messages.map(({ content, state }) => `${state}: ${content}`);
  const drawFrame = () => {
    for (const run of frames.splice(0)) run();
  };
  return { chat, requests, latest, shown, failures, storage, drawFrame, page };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('an answer grows with its pieces until the complete answer of the server replaces it', async () => {
  const { chat, latest, shown, drawFrame } = openChat();
  const sent = chat.send('  Привет ');
  expect(latest()).toMatchObject({ message: 'Привет', conversation: [] });
  latest().onText('Кому ');
  latest().onText('пи');
  drawFrame();
  expect(shown()).toEqual(['said: Привет', 'growing: Кому пи']);
  expect(chat.state().isAnswering).toBe(true);
  latest().answer('Кому пишем?');
  await sent;
  expect(shown()).toEqual(['said: Привет', 'said: Кому пишем?']);
  expect(chat.state().isAnswering).toBe(false);
});

test('pieces are rendered once per frame and none is lost', async () => {
  const { chat, latest, shown, drawFrame } = openChat();
  const sent = chat.send('Раз');
  let changes = 0;
  chat.subscribe(() => {
    changes += 1;
  });
  for (let piece = 0; piece < 1000; piece += 1) {
    latest().onText('а');
    if (piece % 100 === 99) drawFrame();
  }
  expect(changes).toBe(10);
  expect(shown().at(-1)).toBe(`growing: ${'а'.repeat(1000)}`);
  latest().onText('б');
  latest().fail(new TypeError('Failed to fetch'));
  await sent;
  expect(shown().at(-2)).toBe(`broken: ${'а'.repeat(1000)}б`);
});

test('does not send a blank or overlong message, nor a second one while an answer is pending', async () => {
  const { chat, requests } = openChat();
  await chat.send('   ');
  await chat.send('я'.repeat(1001));
  expect(requests).toHaveLength(0);
  void chat.send('Раз');
  await chat.send('Два');
  expect(requests).toHaveLength(1);
});

test('sending clears the input, but a quick reply keeps the typed text', () => {
  const { chat } = openChat();
  chat.type('Моё');
  void chat.send('Нотариус');
  expect(chat.state().typed).toBe('Моё');
  chat.stop();
  void chat.send('Моё');
  expect(chat.state().typed).toBe('');
});

test('stopping aborts the request and keeps the partial answer', async () => {
  const { chat, latest, shown, failures, drawFrame } = openChat();
  const sent = chat.send('Раз');
  latest().onText('Поло');
  chat.stop();
  await sent;
  latest().onText('вина');
  drawFrame();
  expect(latest().signal.aborted).toBe(true);
  expect(shown()).toEqual(['said: Раз', 'stopped: Поло']);
  expect(chat.state().isAnswering).toBe(false);
  expect(failures).toEqual([]);
});

test('a failure adds an apology below the partial answer, and a repeat sends the same message', async () => {
  const { chat, requests, latest, shown, failures } = openChat();
  const sent = chat.send('Раз');
  latest().onText('Поло');
  latest().fail(new TypeError('Failed to fetch'));
  await sent;
  expect(shown()).toEqual(['said: Раз', 'broken: Поло', 'apology: ']);
  expect(failures).toEqual(['network']);
  const again = chat.repeat();
  expect(latest()).toMatchObject({ message: 'Раз', conversation: [] });
  latest().answer('Целое');
  await again;
  expect(shown()).toEqual(['said: Раз', 'broken: Поло', 'said: Целое']);
  expect(requests).toHaveLength(2);
});

test('an unsuccessful answer reports its error and keeps its text', async () => {
  const { chat, latest, shown, failures } = openChat();
  const sent = chat.send('Раз');
  latest().settle({ success: false, response: 'Часть', error: 'assistant_timeout', draft: null });
  await sent;
  expect(shown()).toEqual(['said: Раз', 'broken: Часть', 'apology: ']);
  expect(failures).toEqual(['assistant_timeout']);
});

test('a rejected request leaves no empty answer', async () => {
  const { chat, latest, shown, failures } = openChat();
  const sent = chat.send('Раз');
  const facts = { retry_after_seconds: 3600 };
  latest().fail(
    new ApiError(429, { error: { code: 'too_many_requests', facts }, request_id: 'r' }),
  );
  await sent;
  expect(shown()).toEqual(['said: Раз', 'apology: ']);
  expect(failures).toEqual(['too_many_today']);
});

test.each([true, false])('a blank answer counts as a failure (success: %s)', async (success) => {
  const { chat, latest, shown, failures } = openChat();
  const sent = chat.send('Раз');
  latest().onText(' \n');
  latest().settle({ success, response: success ? ' \n' : null, error: null, draft: null });
  await sent;
  expect(shown()).toEqual(['said: Раз', 'apology: ']);
  expect(failures).toEqual(['unknown']);
});

test('a request aborted by page unload is reported as a failure only if the page stays', async () => {
  const { chat, latest, shown, failures, storage, page } = openChat();
  const leaving = Promise.withResolvers<void>();
  page.whenPresent = leaving.promise;
  const sent = chat.send('Раз');
  latest().onText('Поло');
  latest().fail(new TypeError('Failed to fetch'));
  await vi.advanceTimersByTimeAsync(1000);
  chat.save();
  expect(failures).toEqual([]);
  expect(openChat(storage).shown()).toEqual(['said: Раз', 'broken: Поло']);
  leaving.resolve();
  await sent;
  expect(failures).toEqual(['network']);
  expect(shown()).toEqual(['said: Раз', 'broken: Поло', 'apology: ']);
});

test('clearing aborts the request, deletes the stored conversation and greets again after a delay', async () => {
  const { chat, latest, shown, storage } = openChat();
  const sent = chat.send('Раз');
  chat.clear();
  await sent;
  expect(latest().signal.aborted).toBe(true);
  expect(shown()).toEqual([]);
  expect(storage).toHaveLength(0);
  expect(chat.state().isGreeting).toBe(false);
  vi.advanceTimersByTime(screenTimings.assistantGreeting - 1);
  expect(chat.state().isGreeting).toBe(false);
  vi.advanceTimersByTime(1);
  expect(chat.state().isGreeting).toBe(true);
});

test('messages and unsent text survive a reload', async () => {
  const { chat, latest, storage } = openChat();
  const sent = chat.send('Раз');
  latest().answer('Ответ');
  await sent;
  chat.type('и ещё');
  chat.save();
  const reloaded = openChat(storage);
  expect(reloaded.shown()).toEqual(['said: Раз', 'said: Ответ']);
  expect(reloaded.chat.state().typed).toBe('и ещё');
});

test('typed text is stored after a pause in typing', () => {
  const { chat, storage } = openChat();
  chat.type('Дорогая се');
  vi.advanceTimersByTime(499);
  chat.type('Дорогая сестра');
  vi.advanceTimersByTime(500);
  expect(openChat(storage).chat.state().typed).toBe('Дорогая сестра');
});

test('an ended chat neither shows nor stores a late answer', async () => {
  const { chat, latest, storage } = openChat();
  const sent = chat.send('Раз');
  chat.type('и ещё');
  storage.clear();
  chat.end();
  latest().onText('поздно');
  latest().answer('поздно');
  await sent;
  chat.save();
  vi.advanceTimersByTime(1000);
  expect(latest().signal.aborted).toBe(true);
  expect(storage).toHaveLength(0);
});

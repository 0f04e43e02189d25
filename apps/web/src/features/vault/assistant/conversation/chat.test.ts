import { ApiError } from '@zavet/contract/client';
import { screenTimings } from '@zavet/contract/timings';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeStorage } from '../../../../../test/fake-storage.ts';
import { PrivateStorage } from '../../../../platform/storage/private-storage.ts';
import { type AnswerOptions, type AssistantRequest, Chat, type RequestAnswer } from './chat.ts';
import type { Failure } from './message-rules.ts';
import { StoredConversation } from './stored-conversation.ts';

type Answer = Awaited<ReturnType<RequestAnswer>>;

interface Asked extends AssistantRequest, AnswerOptions {
  answer: (text: string) => void;
  settle: (answer: Answer) => void;
  fail: (error: unknown) => void;
}

/** A chat whose assistant says what the test tells it to. */
function open(storage = new FakeStorage()) {
  const asked: Asked[] = [];
  const requestAnswer: RequestAnswer = (question, options) =>
    new Promise((settle, fail) => {
      options.signal.addEventListener('abort', () => fail(options.signal.reason));
      const answer = (text: string) =>
        settle({ success: true, response: text, error: null, draft: null });
      asked.push({ ...question, ...options, answer, settle, fail });
    });
  const kept = new StoredConversation(new PrivateStorage(() => storage), 'anna');
  const frames: (() => void)[] = [];
  const page = { whenPresent: Promise.resolve() };
  const environment = {
    nextFrame: (run: () => void) => frames.push(run),
    whenPresent: () => page.whenPresent,
  };
  const chat = new Chat(requestAnswer, kept, environment);
  const failures: Failure[] = [];
  chat.onFailure((failure) => failures.push(failure));
  const latest = () => asked.at(-1) as Asked;
  const shown = () => chat.state().messages.map(({ content, state }) => `${state}: ${content}`);
  const drawFrame = () => {
    for (const run of frames.splice(0)) run();
  };
  return { chat, asked, latest, shown, failures, storage, drawFrame, page };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('the answer grows as it arrives and ends as the server has it', async () => {
  const { chat, latest, shown, drawFrame } = open();
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

test('a thousand pieces are drawn once per frame, and none of them is lost', async () => {
  const { chat, latest, shown, drawFrame } = open();
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

test('nothing is sent while an answer is awaited, or when there is nothing to send', async () => {
  const { chat, asked } = open();
  await chat.send('   ');
  await chat.send('я'.repeat(1001));
  expect(asked).toHaveLength(0);
  void chat.send('Раз');
  await chat.send('Два');
  expect(asked).toHaveLength(1);
});

test('sending empties the field, and a button does not take away what was typed', () => {
  const { chat } = open();
  chat.type('Моё');
  void chat.send('Нотариус');
  expect(chat.state().typed).toBe('Моё');
  chat.stop();
  void chat.send('Моё');
  expect(chat.state().typed).toBe('');
});

test('stopping ends the call and keeps what has arrived', async () => {
  const { chat, latest, shown, failures, drawFrame } = open();
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

test('a failure apologises below what has arrived, and asking again sends the same message', async () => {
  const { chat, asked, latest, shown, failures } = open();
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
  expect(asked).toHaveLength(2);
});

test('an answer without success names its reason and keeps what was said', async () => {
  const { chat, latest, shown, failures } = open();
  const sent = chat.send('Раз');
  latest().settle({ success: false, response: 'Часть', error: 'assistant_timeout', draft: null });
  await sent;
  expect(shown()).toEqual(['said: Раз', 'broken: Часть', 'apology: ']);
  expect(failures).toEqual(['assistant_timeout']);
});

test('a refusal leaves no empty answer behind', async () => {
  const { chat, latest, shown, failures } = open();
  const sent = chat.send('Раз');
  const facts = { retry_after_seconds: 3600 };
  latest().fail(
    new ApiError(429, { error: { code: 'too_many_requests', facts }, request_id: 'r' }),
  );
  await sent;
  expect(shown()).toEqual(['said: Раз', 'apology: ']);
  expect(failures).toEqual(['too_many_today']);
});

test.each([true, false])(
  'an answer of blanks alone is no answer (success: %s)',
  async (success) => {
    const { chat, latest, shown, failures } = open();
    const sent = chat.send('Раз');
    latest().onText(' \n');
    latest().settle({ success, response: success ? ' \n' : null, error: null, draft: null });
    await sent;
    expect(shown()).toEqual(['said: Раз', 'apology: ']);
    expect(failures).toEqual(['unknown']);
  },
);

test('a call that ends because the page is left is no failure, unless the page stays', async () => {
  const { chat, latest, shown, failures, storage, page } = open();
  const leaving = Promise.withResolvers<void>();
  page.whenPresent = leaving.promise;
  const sent = chat.send('Раз');
  latest().onText('Поло');
  latest().fail(new TypeError('Failed to fetch'));
  await vi.advanceTimersByTimeAsync(1000);
  chat.save();
  expect(failures).toEqual([]);
  expect(open(storage).shown()).toEqual(['said: Раз', 'broken: Поло']);
  leaving.resolve();
  await sent;
  expect(failures).toEqual(['network']);
  expect(shown()).toEqual(['said: Раз', 'broken: Поло', 'apology: ']);
});

test('clearing takes everything away and greets again after half a second', async () => {
  const { chat, latest, shown, storage } = open();
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

test('what was said is there again after a reload', async () => {
  const { chat, latest, storage } = open();
  const sent = chat.send('Раз');
  latest().answer('Ответ');
  await sent;
  chat.type('и ещё');
  chat.save();
  const reloaded = open(storage);
  expect(reloaded.shown()).toEqual(['said: Раз', 'said: Ответ']);
  expect(reloaded.chat.state().typed).toBe('и ещё');
});

test('what is typed is kept after a pause, without another word', () => {
  const { chat, storage } = open();
  chat.type('Дорогая се');
  vi.advanceTimersByTime(499);
  chat.type('Дорогая сестра');
  vi.advanceTimersByTime(500);
  expect(open(storage).chat.state().typed).toBe('Дорогая сестра');
});

test('after its person has left, a late answer is neither shown nor kept', async () => {
  const { chat, latest, storage } = open();
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

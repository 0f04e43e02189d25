import { limits } from '@zavet/contract/limits';
import { assistantEndpoints, type ChatTurn } from '@zavet/contract/vault/assistant-endpoints';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { startTestServer, testClock } from '../../../../test/http-server-fixture.ts';
import { createMemoryRateLimiter } from '../../../platform/http/rate-limiter.ts';
import { latestTurns } from './ask-assistant.ts';
import { assistantRoutes } from './assistant-routes.ts';
import type { LanguageModel } from './language-model.ts';

const turn = (content: string): ChatTurn => ({ role: 'user', content });

it('a language model hears a short conversation from its beginning', () => {
  const turns = [turn('one'), turn('two')];
  expect(latestTurns(turns)).toEqual(turns);
  expect(latestTurns([])).toEqual([]);
});

it('of a long conversation it hears the end, bounded in turns and in words', () => {
  const many = Array.from({ length: 100 }, (_, index) => turn(String(index)));
  expect(latestTurns(many)).toEqual(many.slice(60));
  const long = ['a', 'b', 'c'].map((letter) => turn(letter.repeat(20_000)));
  expect(latestTurns(long)).toEqual(long.slice(1));
});

let stop = async () => {};

afterEach(() => stop());

const polite: LanguageModel = {
  service: 'models.example',
  model: 'small',
  reply: async function* () {
    yield 'Вот.';
  },
};

/** How many of so many messages in a row are answered. */
async function answered(
  model: LanguageModel | undefined,
  count: number,
  conversation: object[] = [],
): Promise<number> {
  const limiter = createMemoryRateLimiter(testClock());
  const routes = assistantRoutes(model, limiter, pino({ enabled: false }));
  const server = await startTestServer({ endpoints: assistantEndpoints, routes });
  stop = () => server.server.stop();
  const statuses: number[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const { status } = await server.send('POST', '/api/assistant/messages', {
      headers: { cookie: 'session=anna', origin: 'http://zavet.test' },
      json: { message: 'Письмо сестре', conversation },
    });
    statuses.push(status);
  }
  return statuses.filter((status) => status === 200).length;
}

it('the guide answers as fast as anybody types, and not without end', async () => {
  const most = limits.guideMessagesPerMinute;
  expect(await answered(undefined, most + 1)).toBe(most);
});

it('a language model answers only so many in a minute', async () => {
  const most = limits.modelMessagesPerMinute;
  expect(await answered(polite, most + 1)).toBe(most);
});

it('a long conversation counts as several messages, and one beyond all measure is refused', async () => {
  const turn = { role: 'user', content: 'пароль - '.repeat(110) };
  const long = Array.from({ length: 40 }, () => turn);
  const each = Math.floor((40 * 990) / limits.assistantCharactersPerMessage);
  const most = Math.floor(limits.guideMessagesPerMinute / each);
  expect(await answered(undefined, most + 1, long)).toBe(most);
  await stop();
  const longer = Array.from({ length: 61 }, () => turn);
  expect(await answered(undefined, 1, longer)).toBe(0);
});

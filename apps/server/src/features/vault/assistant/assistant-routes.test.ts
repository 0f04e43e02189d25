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

it('sends a short conversation to the language model as a whole', () => {
  const turns = [turn('one'), turn('two')];
  expect(latestTurns(turns)).toEqual(turns);
  expect(latestTurns([])).toEqual([]);
});

it('sends the end of a long conversation, bounded in turns and characters', () => {
  const many = Array.from({ length: 100 }, (_, index) => turn(String(index)));
  expect(latestTurns(many)).toEqual(many.slice(60));
  const long = ['a', 'b', 'c'].map((letter) => turn(letter.repeat(20_000)));
  expect(latestTurns(long)).toEqual(long.slice(1));
});

let stop = async () => {};

afterEach(() => stop());

const fakeModel: LanguageModel = {
  service: 'models.example',
  model: 'small',
  reply: async function* () {
    yield 'Вот.';
  },
};

async function countAccepted(
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

it('accepts messages to the guide faster than a person types, but limits them', async () => {
  const most = limits.guideMessagesPerMinute;
  expect(await countAccepted(undefined, most + 1)).toBe(most);
});

it('limits messages to a language model per minute', async () => {
  const most = limits.modelMessagesPerMinute;
  expect(await countAccepted(fakeModel, most + 1)).toBe(most);
});

it('counts a long conversation as several messages and refuses an excessive one', async () => {
  const turn = { role: 'user', content: 'пароль - '.repeat(110) };
  const long = Array.from({ length: 40 }, () => turn);
  const each = Math.floor((40 * 990) / limits.assistantCharactersPerMessage);
  const most = Math.floor(limits.guideMessagesPerMinute / each);
  expect(await countAccepted(undefined, most + 1, long)).toBe(most);
  await stop();
  const longer = Array.from({ length: 61 }, () => turn);
  expect(await countAccepted(undefined, 1, longer)).toBe(0);
});

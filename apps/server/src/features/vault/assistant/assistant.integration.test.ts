import { streamedLines } from '@zavet/contract/client';
import { limits } from '@zavet/contract/limits';
import {
  type LanguageModelStandIn,
  type Script,
  startLanguageModelStandIn,
} from '@zavet/language-model-stand-in/stand-in';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, signedInPerson } from '../../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { writeInstruction } from '../../../../test/vault-fixtures.ts';

let standIn: LanguageModelStandIn;
let product: TestProduct;
let person: Person;
beforeAll(async () => {
  standIn = await startLanguageModelStandIn();
  product = await startTestProduct({
    AI_BASE_URL: standIn.url,
    AI_MODEL: 'small',
    AI_API_KEY: 'key-1',
  });
  person = await signedInPerson(product);
});
afterAll(async () => {
  await product.stop();
  await standIn.stop();
});

describe('with a language model', () => {
  it('shows the service that receives messages', async () => {
    expect(await person.browser.getAssistant()).toEqual({
      kind: 'model',
      service: new URL(standIn.url).host,
      model: 'small',
      messages_per_day: limits.assistantMessagesPerDay,
    });
  });

  it("returns the model's answer and sends no stored data to the model", async () => {
    await writeInstruction(person, { title: 'Сейф за картиной', content: 'Код у нотариуса' });
    standIn.next({ pieces: ['<draft>\nДорогая ', 'Анна\n</draft>'] });
    const conversation = [
      { role: 'user' as const, content: 'Помогите' },
      { role: 'assistant' as const, content: 'С чем?' },
    ];
    const body = { message: 'Письмо сестре', conversation, language: 'fi' as const };
    expect(await person.browser.askAssistant({ body })).toEqual({
      success: true,
      response: '<draft>\nДорогая Анна\n</draft>',
      error: null,
      draft: null,
    });
    const sent = JSON.stringify(standIn.requests.at(-1)?.body);
    expect(standIn.requests.at(-1)?.body.messages.slice(1)).toEqual([
      ...conversation,
      { role: 'user', content: 'Письмо сестре' },
    ]);
    expect(sent).toContain('Finnish');
    for (const secret of ['Сейф', 'нотариуса', person.email, person.userId]) {
      expect(sent).not.toContain(secret);
    }
  });

  it('treats markup in an answer as text', async () => {
    const hostile = '<script>alert(1)</script>\u202e<img src=x onerror=alert(1)>';
    standIn.next({ pieces: [hostile] });
    const { response } = await person.browser.askAssistant({ body: { message: 'Привет' } });
    expect(response).toBe(hostile);
  });

  it('logs the failure of a service without its message', async () => {
    standIn.next({ status: 422, quotes: 'Мой диагноз' });
    await person.browser.askAssistant({ body: { message: 'Мой диагноз' } });
    expect(product.logged()).toContain('"status":422');
    expect(product.logged()).not.toContain('диагноз');
  });

  it.each<[string, Script[], object]>([
    [
      'is unavailable',
      [{ status: 500 }, { status: 500 }],
      { response: null, error: 'assistant_unavailable' },
    ],
    ['answers nothing', [{ pieces: [' '] }], { response: null, error: 'assistant_unavailable' }],
    [
      'breaks off in the middle',
      [{ pieces: ['Дорогая '], ending: 'cut' }],
      { response: 'Дорогая ', error: 'assistant_unavailable' },
    ],
  ])('reports a failure when the model %s', async (_, scripts, answer) => {
    standIn.next(...scripts);
    const other = await signedInPerson(product);
    const body = { message: 'Привет' };
    expect(await other.browser.askAssistant({ body })).toEqual({
      success: false,
      draft: null,
      ...answer,
    });
  });

  it('limits the length of an answer', async () => {
    const piece = 'я'.repeat(1000);
    standIn.next({ pieces: Array.from({ length: 30 }, () => piece), ending: 'hang' });
    const { success, response } = await person.browser.askAssistant({ body: { message: 'Ещё' } });
    expect({ success, length: response?.length }).toEqual({
      success: true,
      length: limits.assistantAnswerMaxLength,
    });
    await standIn.requests.at(-1)?.over;
  });

  it('aborts the request to the model when the caller disconnects', async () => {
    const other = await signedInPerson(product);
    standIn.next({ pieces: ['Дорогая '], ending: 'hang' });
    const caller = new AbortController();
    const response = await other.browser.send('/api/assistant/messages', {
      method: 'POST',
      headers: { accept: streamedLines, 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'Привет' }),
      signal: caller.signal,
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe('{"text":"Дорогая "}\n');
    caller.abort();
    await standIn.requests.at(-1)?.over;
  });
});

describe('a message', () => {
  it('must not be empty or too long', async () => {
    const before = standIn.requests.length;
    for (const message of ['', '   ', 'я'.repeat(limits.assistantMessageMaxLength + 1)]) {
      await expect(person.browser.askAssistant({ body: { message } })).rejects.toMatchObject({
        code: 'invalid_input',
        fields: { message: message.length > 3 ? 'too_long' : 'required' },
      });
    }
    expect(standIn.requests).toHaveLength(before);
  });

  it('is limited per minute and per day', async () => {
    const other = await signedInPerson(product);
    const answers: string[] = [];
    for (let sent = 0; sent < limits.assistantMessagesPerDay + 1; sent += 1) {
      const ask = () => other.browser.askAssistant({ body: { message: 'Привет' } });
      const answer = await ask().then(
        () => 'answered',
        (error) => error.code,
      );
      answers.push(answer);
      if (sent % 10 === 9) product.clock.advance(61_000);
    }
    expect(answers.filter((answer) => answer === 'answered')).toHaveLength(
      limits.assistantMessagesPerDay,
    );
    expect(answers.at(-1)).toBe('too_many_requests');
  });
});

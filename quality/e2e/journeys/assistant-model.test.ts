import {
  type LanguageModelStandIn,
  startLanguageModelStandIn,
} from '@zavet/language-model-stand-in/stand-in';
import { words } from '../in-locale.ts';
import { test as base, expect } from '../own-server-fixture.ts';

/** A server with a language model whose answers the journey prepares. */
const test = base.extend<{ model: LanguageModelStandIn }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of this parameter.
  model: async ({}, use) => {
    const model = await startLanguageModelStandIn();
    await use(model);
    await model.stop();
  },
  settings: async ({ model }, use) => use({ AI_BASE_URL: model.url, AI_MODEL: 'small' }),
});

test('the answer of a model is shown as it arrives, as plain text, and can be stopped', async ({
  page,
  person,
  model,
}) => {
  expect(person.email).toBeTruthy();
  const panel = page.getByRole('region', { name: 'Помощник' });
  const answers = panel.getByRole('region', { name: 'Переписка' });
  const field = page.getByLabel('Сообщение помощнику');
  const say = async (message: string) => {
    await field.fill(message);
    await field.press('Enter');
  };
  const prepare = (answer: Parameters<typeof model.next>[0]) => {
    words.addContent(answer.pieces?.join('') ?? '');
    model.next(answer);
  };
  await page.goto('/instructions?write=assistant');
  const service = new URL(model.url).host;
  await expect(page.getByText(`отправляются в ${service} (модель small)`)).toBeVisible();

  // On a silent connection the server could time out before the next press.
  const endless = { afterFirst: new Promise(() => {}), sendsBlanks: true };
  prepare({ pieces: ['Дорогая ', 'сестра'], ...endless });
  await say('Письмо сестре');
  await expect(answers.getByText('Дорогая')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Отправить' })).toBeDisabled();
  await panel.getByRole('button', { name: 'Остановить' }).click();
  await model.requests.at(-1)?.over;
  await expect(answers.getByText('Вы остановили ответ.')).toBeVisible();
  await expect(answers.getByText('Дорогая')).toBeVisible();

  const hostile = '<img src=x onerror="document.title=1"> <script>document.title=2</script>';
  prepare({ pieces: [hostile, '\n<draft>\nМоя ', 'сестра\n</draft>\nТак?'] });
  await say('Ещё раз');
  await expect(answers.getByText(hostile)).toBeVisible();
  const letter = page.getByRole('region', { name: 'Черновик' });
  await expect(letter.getByText('Моя сестра', { exact: true })).toBeVisible();
  await expect(answers.getByText('Так?', { exact: true })).toBeVisible();
  await expect(page.locator('main :is(img, script)')).toHaveCount(0);

  prepare({ pieces: ['Начало '], ending: 'cut' });
  await say('И ещё');
  await expect(answers.getByText('Ответ оборвался.')).toBeVisible();
  await expect(answers.getByText('Начало')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Попробовать ещё раз' })).toBeVisible();
  const sent = model.requests.at(-1)?.body.messages.map(({ content }) => content);
  expect(sent?.slice(1)).toEqual([
    'Письмо сестре',
    'Дорогая',
    'Ещё раз',
    `${hostile}\n<draft>\nМоя сестра\n</draft>\nТак?`,
    'И ещё',
  ]);

  prepare({ pieces: ['Дорогой ', 'брат'], ...endless });
  await say('Письмо брату');
  await expect(answers.getByText('Дорогой')).toBeVisible();
  await page.reload();
  await expect(answers.getByText('Дорогой')).toBeVisible();
  await expect(answers.getByText('Ответ оборвался.')).toHaveCount(2);
  await expect(answers.getByText('Простите, ответить не получилось')).toHaveCount(1);
});

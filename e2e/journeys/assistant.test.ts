import type { Page } from '@playwright/test';
import { choose, follow } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';
import { nameContact } from '../vault.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Помощник' });
const field = (page: Page) => page.getByLabel('Сообщение помощнику');
const answers = (page: Page) => panel(page).getByRole('region', { name: 'Переписка' });
const sendButton = (page: Page) => panel(page).getByRole('button', { name: 'Отправить' });
const text = (page: Page) => page.getByLabel('Текст', { exact: true });
const greeting = 'Здравствуйте. Я помогу составить распоряжение';

/** Lines of a text that was there before a draft is added below. */
const ownLines = Array.from({ length: 40 }, (_, line) => `Моё ${line}`);

/** Where a line of the text is seen, in parts of the window's height. */
async function seenAt(page: Page, line: number): Promise<number> {
  return text(page).evaluate((field: HTMLTextAreaElement, above) => {
    const { paddingTop, lineHeight } = getComputedStyle(field);
    const lineTop = Number.parseFloat(paddingTop) + above * Number.parseFloat(lineHeight);
    return (field.getBoundingClientRect().top + lineTop - field.scrollTop) / innerHeight;
  }, line);
}

/** All that the panel tells to a screen reader from now on. */
async function listen(page: Page) {
  const live = panel(page).locator('[aria-live]').last();
  const heard = await live.evaluateHandle((element) => {
    const texts: string[] = [];
    new MutationObserver(() => texts.push(element.textContent ?? '')).observe(element, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    return texts;
  });
  return async (words: string) =>
    (await heard.jsonValue()).filter((said) => said.includes(words)).length;
}

/** Answers one question of the guide and asks for the draft. */
async function getDraft(page: Page, answer: string): Promise<void> {
  await page.goto('/instructions');
  await panel(page).getByRole('button', { name: 'Нотариус' }).click();
  await expect(answers(page).getByText('Вопрос 1 из 7')).toBeVisible();
  await field(page).fill(answer);
  await field(page).press('Enter');
  await expect(answers(page).getByText('Вопрос 2 из 7')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Готово' }).click();
  await panel(page).getByRole('button', { name: 'Вставить в распоряжение' }).click();
}

test('the guide leads to a draft that becomes an instruction', async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  await nameContact(page.request, 'Мария Орлова');
  await getDraft(page, 'Открыть наследственное дело');
  await expect(text(page)).toBeFocused();
  await expect(text(page)).toHaveValue(/Открыть наследственное дело/);
  await expect(page.getByLabel('Название')).toHaveValue('Письмо нотариусу');
  await expect(page.getByLabel('Категория')).toHaveText('Нотариус');
  await expect(page.getByText('Заполнено из разговора')).toBeVisible();
  await expect.poll(() => seenAt(page, 0)).toBeLessThan(0.5);
  expect(await seenAt(page, 0)).toBeGreaterThan(0);

  await page.getByLabel('Название').fill('Для нотариуса');
  await text(page).fill(ownLines.join('\n'));
  await panel(page).getByRole('button', { name: 'Вставить в распоряжение' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Добавить ниже' }).click();
  await expect(text(page)).toBeFocused();
  await expect(text(page)).toHaveValue(/^Моё 0\n.*Моё 39\n\n.*Открыть наследственное дело/s);
  await expect.poll(() => seenAt(page, ownLines.length + 1)).toBeLessThan(0.5);
  expect(await seenAt(page, ownLines.length + 1)).toBeGreaterThan(0);

  await expect(page.getByLabel('Название')).toHaveValue('Для нотариуса');
  await choose(page.getByLabel('Важность'), 'Важно');
  await page.getByLabel(/Мария Орлова/).check();
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByRole('heading', { name: 'Для нотариуса' })).toBeVisible();

  const reading = Promise.withResolvers<void>();
  await page.route('**/api/instructions/*', async (route) => {
    await reading.promise;
    await route.continue();
  });
  await follow(page.getByRole('link', { name: 'Изменить' }), 'Изменить распоряжение');
  await panel(page).getByRole('button', { name: 'Вставить в распоряжение' }).click();
  await expect(page.getByText('как только распоряжение откроется')).toBeVisible();
  reading.resolve();
  await expect(page.getByRole('dialog').getByText('уже есть текст')).toBeVisible();
  await expect(page).toHaveURL(/edit=/);
});

test('without a trusted contact a draft waits until there is one', async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  await getDraft(page, 'Открыть наследственное дело');
  await expect(page.getByText('Черновик сохранён на этом устройстве')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Вставить в распоряжение' }).click();
  await expect(page.getByText('ждёт вместе с прежним текстом')).toBeVisible();
  await nameContact(page.request, 'Мария Орлова');
  await page.goto('/instructions');
  await follow(page.getByRole('link', { name: 'Продолжить' }), text(page));
  await expect(text(page)).toHaveValue(/Открыть наследственное дело/);
});

test('a message is counted, warned about and sent by Enter; a failed one is sent again', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  await page.goto('/instructions');
  await expect(sendButton(page)).toBeDisabled();
  await field(page).fill('я'.repeat(1001));
  await expect(panel(page).getByText('1 001 из 1 000')).toBeVisible();
  await expect(sendButton(page)).toBeDisabled();
  await field(page).fill('Пароль от почты: Qwerty-123');
  await expect(panel(page).getByText('Похоже, здесь написан пароль')).toBeVisible();

  await page.context().setOffline(true);
  await field(page).fill('Письмо');
  await field(page).press('Shift+Enter');
  await field(page).pressSequentially('сестре ');
  await expect(panel(page).getByText('13 из 1 000')).toBeVisible();
  await field(page).press('Enter');
  await expect(field(page)).toHaveValue('');
  const toast = page.getByRole('region', { name: 'Сообщения' });
  await expect(toast.getByText('Проверьте подключение к интернету')).toBeVisible();
  await expect(answers(page).getByText('Простите, ответить не получилось')).toBeVisible();

  await page.context().setOffline(false);
  await panel(page).getByRole('button', { name: 'Попробовать ещё раз' }).click();
  await expect(answers(page).getByText('Вопрос 1 из 7')).toBeVisible();
  await expect(answers(page).getByText('Простите, ответить не получилось')).toHaveCount(0);
  await expect(answers(page).getByText('Письмо\nсестре', { exact: true })).toHaveCount(1);
});

test('a panel that did not come is fetched again; a conversation outlives a reload and ends when it is cleared or its person signs out', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/instructions');
  const open = panel(page).getByRole('button', { name: 'Открыть' });
  await expect(open).toBeVisible();
  const code = /\/assets\//;
  await page.route(code, (route) => route.abort());
  await open.click();
  await expect(panel(page).getByText('Помощник не загрузился')).toBeVisible();
  await page.unroute(code);
  await panel(page).getByRole('button', { name: 'Попробовать снова' }).click();
  await expect(answers(page).getByText(greeting)).toBeVisible();
  // Its style has come as well.
  await expect(answers(page)).toHaveCSS('overflow-y', 'auto');
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await answers(page).evaluate((log) => log.scrollTop)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(panel(page).getByText('Сообщения не покидают этот сервер')).toBeVisible();
  await expect(sendButton(page)).toBeInViewport({ ratio: 1 });

  const timesHeard = await listen(page);
  await field(page).fill('Добрый день');
  await field(page).press('Enter');
  await expect(answers(page).getByText('Кому будет письмо?')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Друзья' }).click();
  await expect(answers(page).getByText('Вопрос 1 из 6')).toBeVisible();
  await expect.poll(() => timesHeard('Вопрос 1 из 6')).toBe(1);
  expect(await timesHeard('Кому будет письмо?')).toBe(1);
  await page.reload();
  await expect(answers(page).getByText('Вопрос 1 из 6')).toBeVisible();

  await panel(page).getByRole('button', { name: 'Очистить чат' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Очистить', exact: true }).click();
  await expect(answers(page).getByText('Вопрос 1 из 6')).toHaveCount(0);
  await expect(answers(page).getByText(greeting)).toBeVisible();

  await panel(page).getByRole('button', { name: 'Друзья' }).click();
  await expect(answers(page).getByText('Вопрос 1 из 6')).toBeVisible();
  await follow(page.getByRole('button', { name: 'Выйти' }), 'Вход');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Друзья');
});

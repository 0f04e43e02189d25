import type { Page } from '@playwright/test';
import { choose, follow, pressSignOut, screen } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';
import { nameContact } from '../vault.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Помощник' });
const field = (page: Page) => page.getByLabel('Сообщение помощнику');
const answers = (page: Page) => panel(page).getByRole('region', { name: 'Переписка' });
const sendButton = (page: Page) => panel(page).getByRole('button', { name: 'Отправить' });
const letter = (page: Page) => page.getByRole('region', { name: 'Черновик' });
const insertButton = (page: Page) =>
  letter(page).getByRole('button', { name: 'Вставить в распоряжение' });
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
  await page.goto('/instructions?write=assistant');
  await panel(page).getByRole('button', { name: 'Нотариус' }).click();
  await expect(answers(page).getByText('Вопрос 1 из 7')).toBeVisible();
  await field(page).fill(answer);
  await field(page).press('Enter');
  await expect(answers(page).getByText('Вопрос 2 из 7')).toBeVisible();
  // The letter grows beside the questions, and is there as a whole when asked for.
  await expect(letter(page).getByText(answer)).toBeVisible();
  await expect(letter(page).getByText('Черновик растёт с каждым ответом')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Готово' }).click();
  await expect(letter(page).getByText('Черновик', { exact: true })).toBeVisible();
  await insertButton(page).click();
}

/** The assistant over the form that is open. */
async function takeDraftAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Помочь написать' }).click();
  await insertButton(page).click();
}

test('the guide leads to a draft that becomes an instruction', async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  await nameContact(page.request, 'Мария Орлова');
  await getDraft(page, 'Открыть наследственное дело');
  await expect(text(page)).toBeFocused();
  await expect(text(page)).toHaveValue(/Открыть наследственное дело/);
  await expect(page.getByLabel('Название')).toHaveValue('Нотариусу');
  await expect(page.getByLabel('Категория')).toHaveText('Нотариус');
  await expect(page.getByText('Заполнено из разговора')).toBeVisible();
  await expect.poll(() => seenAt(page, 0)).toBeLessThan(0.5);
  expect(await seenAt(page, 0)).toBeGreaterThan(0);

  await page.getByLabel('Название').fill('Для нотариуса');
  await text(page).fill(ownLines.join('\n'));
  await takeDraftAgain(page);
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
  await page.getByRole('button', { name: 'Ещё: Для нотариуса' }).click();
  await follow(page.getByRole('menuitem', { name: 'Изменить' }), 'Изменить распоряжение');
  await takeDraftAgain(page);
  await expect(page.getByText('как только распоряжение откроется')).toBeVisible();
  reading.resolve();
  await expect(page.getByRole('dialog').getByText('уже есть текст')).toBeVisible();
  await expect(page).toHaveURL(/edit=/);
});

test('without a trusted contact a draft fills the form and is kept until there is one', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  await getDraft(page, 'Открыть наследственное дело');
  await expect(text(page)).toHaveValue(/Открыть наследственное дело/);
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
  await page.goto('/instructions?write=assistant');
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
  const open = page.getByRole('link', { name: 'Помочь написать' });
  await expect(open).toBeVisible();
  const code = /\/assets\//;
  await page.route(code, (route) => route.abort());
  await open.click();
  await expect(page.getByText('Помощник не загрузился')).toBeVisible();
  await page.unroute(code);
  await page.getByRole('button', { name: 'Попробовать снова' }).click();
  await expect(answers(page).getByText(greeting)).toBeVisible();
  // Its style has come as well.
  await expect(answers(page)).toHaveCSS('overflow-y', 'auto');
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await answers(page).evaluate((log) => log.scrollTop)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByText('Сообщения не покидают этот сервер')).toBeVisible();
  await expect(sendButton(page)).toBeInViewport({ ratio: 1 });

  const timesHeard = await listen(page);
  await field(page).fill('Добрый день');
  await field(page).press('Enter');
  await expect(answers(page).getByText('Для кого распоряжение?')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Друзья' }).click();
  await expect(answers(page).getByText('Вопрос 1 из 6')).toBeVisible();
  await expect.poll(() => timesHeard('Вопрос 1 из 6')).toBe(1);
  expect(await timesHeard('Для кого распоряжение?')).toBe(1);
  await page.reload();
  await expect(answers(page).getByText('Вопрос 1 из 6')).toBeVisible();

  await panel(page).getByRole('button', { name: 'Очистить чат' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Очистить', exact: true }).click();
  await expect(answers(page).getByText('Вопрос 1 из 6')).toHaveCount(0);
  await expect(answers(page).getByText(greeting)).toBeVisible();

  await panel(page).getByRole('button', { name: 'Друзья' }).click();
  await expect(answers(page).getByText('Вопрос 1 из 6')).toBeVisible();
  await pressSignOut(page);
  await expect(screen(page, 'Вход')).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Друзья');
});

test('at 1366×650 the question and the field for its answer are in sight together, with the words for it', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  await page.setViewportSize({ width: 1366, height: 650 });
  await page.goto('/instructions?write=assistant');
  for (const name of ['Нотариус', 'Личное']) {
    await expect(panel(page).getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  }
  await panel(page).getByRole('button', { name: 'Родные' }).click();
  await expect(answers(page).getByText(/Вопрос 1 из/)).toBeInViewport({ ratio: 1 });
  await expect(field(page)).toBeInViewport({ ratio: 1 });
  await expect(letter(page)).toBeInViewport({ ratio: 1 });
  for (const name of ['Пропустить', 'Назад', 'Готово', 'Отправить']) {
    await expect(panel(page).getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  }
});

test('on a phone the assistant is a page of its own: questions, and behind a switch the draft', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/instructions?write=assistant');
  await expect(letter(page)).toBeHidden();
  await panel(page).getByRole('button', { name: 'Родные' }).click();
  await expect(answers(page).getByText(/Вопрос 1 из/)).toBeVisible();
  await expect(field(page)).toBeInViewport({ ratio: 1 });
  await field(page).fill('Берегите друг друга');
  await sendButton(page).click();
  await expect(answers(page).getByText(/Вопрос 2 из/)).toBeVisible();

  // What is skipped is not in the letter, what is taken back is asked again.
  await panel(page).getByRole('button', { name: 'Пропустить' }).click();
  await expect(answers(page).getByText(/Вопрос 3 из/)).toBeVisible();
  await panel(page).getByRole('button', { name: 'Назад' }).click();
  await expect(
    answers(page)
      .getByText(/Вопрос 2 из/)
      .last(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Черновик', exact: true }).click();
  await expect(panel(page)).toBeHidden();
  await expect(letter(page).getByText('Берегите друг друга')).toBeVisible();
  await page.getByRole('button', { name: 'Вопрос', exact: true }).click();
  await panel(page).getByRole('button', { name: 'Готово' }).click();
  // A draft that is ready is shown at once.
  await expect(insertButton(page)).toBeInViewport({ ratio: 1 });
});

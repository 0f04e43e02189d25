import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeServer } from '../../../../test/fake-server.ts';
import { openPage, press } from '../../../../test/page.tsx';
import { answerSignedInUser } from '../../../../test/signed-in-person.ts';

const panel = page.getByRole('region', { name: 'Помощник' });
const field = page.getByLabelText('Сообщение помощнику');
const send = panel.getByRole('button', { name: 'Отправить' });
const answers = panel.getByRole('region', { name: /^Переписка/ });

beforeEach(async () => {
  answerSignedInUser(fakeServer);
  fakeServer.answer('askAssistant', {
    success: true,
    response: 'Для кого распоряжение?',
    error: null,
    draft: null,
  });
  await openPage('/instructions?write=assistant');
});

it('counts characters, warns about passwords, and sends by Enter but not by Shift+Enter', async () => {
  await expect.element(send).toBeDisabled();
  await field.fill('я'.repeat(1001));
  await expect.element(panel.getByText(/1.001 из 1.000/)).toBeVisible();
  await expect.element(send).toBeDisabled();
  await field.fill('Пароль от почты: Qwerty-123');
  await expect.element(panel.getByText(/Похоже на пароль/)).toBeVisible();
  await field.fill('Письмо');
  await userEvent.type(field, '{Shift>}{Enter}{/Shift}');
  expect(fakeServer.callsOf('askAssistant')).toEqual([]);
  await userEvent.type(field, '{Enter}');
  await expect.element(answers.getByText(/Для кого распоряжение/).first()).toBeVisible();
  await expect.element(field).toHaveValue('');
  expect(fakeServer.callsOf('askAssistant')[0]?.body).toMatchObject({ message: 'Письмо' });
});

it('clears the conversation after a confirmation', async () => {
  await field.fill('Добрый день');
  await userEvent.type(field, '{Enter}');
  await expect.element(answers.getByText('Добрый день')).toBeVisible();
  await press(panel.getByRole('button', { name: 'Очистить чат' }));
  await page.getByRole('dialog').getByRole('button', { name: 'Очистить', exact: true }).click();
  await expect.element(answers.getByText('Добрый день')).not.toBeInTheDocument();
});

it('on a phone hides the draft behind a switch until it is complete', async () => {
  await page.viewport(360, 740);
  const letter = page.getByRole('region', { name: 'Черновик' });
  await expect.element(panel).toBeVisible();
  await expect.element(letter).not.toBeInTheDocument();
  await press(page.getByRole('button', { name: 'Черновик', exact: true }));
  await expect.element(letter).toBeVisible();
  await expect.element(panel).not.toBeInTheDocument();
  await press(page.getByRole('button', { name: 'Вопрос', exact: true }));
  fakeServer.answer('askAssistant', {
    success: true,
    response: 'Вот черновик.\n<draft>\nБерегите друг друга\n</draft>',
    error: null,
    draft: null,
  });
  await field.fill('Готово');
  await userEvent.type(field, '{Enter}');
  await expect.element(letter.getByText('Берегите друг друга')).toBeVisible();
});

it('announces each complete answer once to screen readers', async () => {
  await expect.element(panel).toBeVisible();
  const announcements: string[] = [];
  const live = panel.element().querySelectorAll('[aria-live=polite]');
  const listener = new MutationObserver((changes) => {
    for (const { target } of changes) announcements.push(target.textContent ?? '');
  });
  for (const region of live) {
    listener.observe(region, { subtree: true, childList: true, characterData: true });
  }
  await field.fill('Письмо');
  await userEvent.type(field, '{Enter}');
  const answer = 'Помощник отвечает: Для кого распоряжение?';
  await expect.poll(() => announcements).toContain(answer);
  listener.disconnect();
  expect(announcements.filter((text) => text === answer)).toHaveLength(1);
});

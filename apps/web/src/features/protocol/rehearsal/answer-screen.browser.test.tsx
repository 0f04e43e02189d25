import type { RehearsalAnswerView } from '@zavet/contract/protocol/rehearsal-endpoints';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../../../test/fake-server.ts';
import { addressNow, openPage, pressTwice } from '../../../../test/page.tsx';

const question: RehearsalAnswerView = {
  owner_name: 'Сергей Белов',
  owner_email: 'sergey@example.org',
  contact_name: 'Мария Климова',
  preferred_language: 'ru',
  state: 'asked',
  asks_for_pin: false,
  pin: 'not_asked',
  pin_tries_left: 3,
};
const answered = { ...question, state: 'answered' } as const;
const asksPin = { ...answered, asks_for_pin: true, pin: 'asked' } as const;
const link = '/rehearsal-answer#token=abc';
const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name });

it('explains that nothing has happened, sends nothing when opened and removes the token from the URL', async () => {
  fakeServer.answer('openRehearsal', question);
  await openPage(link);
  await expect.element(page.getByText(/^Ничего не случилось:/)).toBeVisible();
  await expect.element(page.getByText(/^Сергей Белов \(sergey@example\.org\)/)).toBeVisible();
  expect(addressNow()).toBe('/rehearsal-answer');
  expect(fakeServer.callsOf('answerRehearsal')).toEqual([]);
});

it('sends the answer once for a double click and thanks for it', async () => {
  fakeServer.answer('openRehearsal', question);
  fakeServer.answer('answerRehearsal', answered);
  await openPage(link);
  await pressTwice(button('Письмо дошло'));
  await expect.element(heading('Спасибо')).toBeVisible();
  expect(fakeServer.callsOf('answerRehearsal')).toHaveLength(1);
});

it('asks for the PIN after the answer, and again after a wrong one with the tries left', async () => {
  fakeServer.answer('openRehearsal', question);
  fakeServer.answer('answerRehearsal', asksPin);
  fakeServer.answer('tryRehearsalPin', { ...asksPin, pin: 'wrong', pin_tries_left: 2 });
  await openPage(link);
  await button('Письмо дошло').click();
  const field = page.getByRole('textbox', { name: 'PIN-код' });
  await field.fill('12');
  await button('Проверить PIN-код').click();
  expect(fakeServer.callsOf('tryRehearsalPin')).toEqual([]);
  await field.fill('123987');
  await button('Проверить PIN-код').click();
  await expect.element(page.getByText('PIN-код неверный. Осталось 2 попытки.')).toBeVisible();
  await expect.element(field).toHaveValue('');
  await expect.element(field).toHaveFocus();
  fakeServer.answer('tryRehearsalPin', { ...answered, pin: 'right', pin_tries_left: 1 });
  await field.fill('730514');
  await button('Проверить PIN-код').click();
  await expect.element(page.getByText(/^PIN-код верный\./)).toBeVisible();
});

it('accepts an unknown PIN as an answer', async () => {
  fakeServer.answer('openRehearsal', asksPin);
  fakeServer.answer('skipRehearsalPin', { ...asksPin, pin: 'not_known' });
  await openPage(link);
  await button('Не знаю PIN-код').click();
  await expect.element(page.getByText(/^Спросите PIN-код/)).toBeVisible();
  expect(fakeServer.callsOf('tryRehearsalPin')).toEqual([]);
});

it('shows a locked PIN and keeps the page', async () => {
  fakeServer.answer('openRehearsal', asksPin);
  fakeServer.refuse('tryRehearsalPin', 409, 'pin_locked');
  await openPage(link);
  await page.getByRole('textbox', { name: 'PIN-код' }).fill('123987');
  await button('Проверить PIN-код').click();
  await expect.element(page.getByText('PIN-код проверить не удалось')).toBeVisible();
  await expect.element(button('Не знаю PIN-код')).toBeEnabled();
});

it('shows an ended rehearsal and an invalid link', async () => {
  fakeServer.answer('openRehearsal', { ...question, state: 'over' });
  await openPage(link);
  await expect.element(heading('Проверка уже закончена')).toBeVisible();
  fakeServer.refuse('openRehearsal', 400, 'link_invalid');
  await openPage('/rehearsal-answer#token=other');
  await expect.element(heading('Ссылка не работает')).toBeVisible();
});

it('keeps the question when sending the answer fails', async () => {
  fakeServer.answer('openRehearsal', question);
  fakeServer.refuse('answerRehearsal', 503, 'database_unavailable');
  await openPage(link);
  await button('Письмо дошло').click();
  await expect.element(page.getByText('Не удалось передать ответ')).toBeVisible();
  await expect.element(button('Письмо дошло')).toBeEnabled();
});

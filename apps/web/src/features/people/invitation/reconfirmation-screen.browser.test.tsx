import type { ReconfirmationView } from '@zavet/contract/people/invitation-endpoints';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../../../test/fake-server.ts';
import { addressNow, openPage, pressTwice } from '../../../../test/page.tsx';

const question: ReconfirmationView = {
  owner_name: 'Сергей Белов',
  owner_email: 'sergey@example.org',
  contact_name: 'Мария Климова',
  contact_email: 'maria@example.com',
  preferred_language: 'ru',
  status: 'confirmed',
  is_answered: false,
};
const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name });
const link = '/reconfirmation#token=abc';

it('sends nothing before a button is pressed, and removes the token from the URL', async () => {
  fakeServer.answer('openReconfirmation', question);
  await openPage(link);
  await expect.element(page.getByText(/^Сергей Белов \(sergey@example\.org\)/)).toBeVisible();
  await expect.element(button('Да, можно рассчитывать')).toBeVisible();
  expect(addressNow()).toBe('/reconfirmation');
  expect(fakeServer.callsOf('answerReconfirmation')).toEqual([]);
  expect(fakeServer.callsOf('declineReconfirmation')).toEqual([]);
});

it('reconfirms once for a double click', async () => {
  fakeServer.answer('openReconfirmation', question);
  fakeServer.answer('answerReconfirmation', { ...question, is_answered: true });
  await openPage(link);
  await pressTwice(button('Да, можно рассчитывать'));
  await expect.element(heading('Спасибо')).toBeVisible();
  expect(fakeServer.callsOf('answerReconfirmation')).toHaveLength(1);
  await expect.element(button('Всё-таки не смогу')).toBeVisible();
});

it('declines only after a warning; going back sends nothing', async () => {
  fakeServer.answer('openReconfirmation', question);
  fakeServer.answer('declineReconfirmation', { ...question, status: 'declined' });
  await openPage(link);
  await button('Больше не смогу').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Вернуться' }).click();
  expect(fakeServer.callsOf('declineReconfirmation')).toEqual([]);
  await button('Больше не смогу').click();
  await dialog.getByRole('button', { name: 'Больше не смогу' }).click();
  await expect.element(heading('Вы отказались')).toBeVisible();
});

it('reports an expired link', async () => {
  fakeServer.refuse('openReconfirmation', 410, 'link_expired');
  await openPage(link);
  await expect.element(heading('Срок ссылки истёк')).toBeVisible();
});

it('keeps the question if the answer could not be sent', async () => {
  fakeServer.answer('openReconfirmation', question);
  fakeServer.refuse('answerReconfirmation', 503, 'database_unavailable');
  await openPage(link);
  await button('Да, можно рассчитывать').click();
  await expect.element(page.getByText('Не удалось передать ответ')).toBeVisible();
  await expect.element(button('Да, можно рассчитывать')).toBeEnabled();
});

import type { CheckInView } from '@zavet/contract/protocol/check-in-endpoints';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../../../../test/fake-server.ts';
import { openPage } from '../../../../../test/page.tsx';
import { answerVisitor } from '../../../../../test/signed-in-person.ts';

const pendingCheckIn: CheckInView = {
  owner_name: 'Анна Лаврова',
  owner_email: 'a***@example.org',
  preferred_language: 'ru',
  state: 'asked',
  asked_at: '2026-11-08T10:00:00.000Z',
  were_contacts_notified: false,
};
const answerButton = page.getByRole('button', { name: 'Я на связи' });
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });

beforeEach(() => {
  answerVisitor(fakeServer);
  fakeServer.answer('describeCheckIn', pendingCheckIn);
});

it('offers a retry when the question cannot be loaded', async () => {
  fakeServer.refuse('describeCheckIn', 500, 'internal_error');
  await openPage('/check-in#token=abc');
  const again = page.getByRole('alert').getByRole('button');
  await expect.element(again).toBeVisible();
  fakeServer.answer('describeCheckIn', pendingCheckIn);
  await again.click();
  await expect.element(answerButton).toBeVisible();
});

it('shows that the link has expired if it expires before the answer', async () => {
  fakeServer.refuse('answerCheckIn', 410, 'link_expired');
  await openPage('/check-in#token=abc');
  await answerButton.click();
  await expect.element(heading('Ссылка больше не действует')).toBeVisible();
  await expect.element(answerButton).not.toBeInTheDocument();
});

it('shows the response to the answer and does not reload the question', async () => {
  fakeServer.answer('answerCheckIn', { ...pendingCheckIn, state: 'known' });
  await openPage('/check-in#token=abc');
  await answerButton.click();
  await expect.element(heading(/теперь мы знаем/)).toBeVisible();
  expect(fakeServer.callsOf('describeCheckIn')).toHaveLength(1);
});

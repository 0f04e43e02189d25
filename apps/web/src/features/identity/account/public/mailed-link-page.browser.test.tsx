import type { CheckInView } from '@zavet/contract/protocol/check-in-endpoints';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { farEnd } from '../../../../../test/far-end.ts';
import { openPage } from '../../../../../test/page.tsx';
import { answerStrangers } from '../../../../../test/signed-in-person.ts';

const asked: CheckInView = {
  owner_name: 'Анна Лаврова',
  owner_email: 'a***@example.org',
  preferred_language: 'ru',
  state: 'asked',
  asked_at: '2026-11-08T10:00:00.000Z',
  were_contacts_told: false,
};
const answer = page.getByRole('button', { name: 'Я на связи' });
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });

beforeEach(() => {
  answerStrangers(farEnd);
  farEnd.answer('describeCheckIn', asked);
});

it('can be tried again where the server did not say what is asked', async () => {
  farEnd.refuse('describeCheckIn', 500, 'internal_error');
  await openPage('/check-in#token=abc');
  const again = page.getByRole('alert').getByRole('button');
  await expect.element(again).toBeVisible();
  farEnd.answer('describeCheckIn', asked);
  await again.click();
  await expect.element(answer).toBeVisible();
});

it('says so where the link ended while its question was open', async () => {
  farEnd.refuse('answerCheckIn', 410, 'link_expired');
  await openPage('/check-in#token=abc');
  await answer.click();
  await expect.element(heading('Ссылка больше не действует')).toBeVisible();
  await expect.element(answer).not.toBeInTheDocument();
});

it('shows what its answer brought, and does not read the question again', async () => {
  farEnd.answer('answerCheckIn', { ...asked, state: 'known' });
  await openPage('/check-in#token=abc');
  await answer.click();
  await expect.element(heading(/теперь мы знаем/)).toBeVisible();
  expect(farEnd.callsOf('describeCheckIn')).toHaveLength(1);
});

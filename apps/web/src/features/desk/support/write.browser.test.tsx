import type { SupportRequestView } from '@zavet/contract/desk/support-endpoints';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { farEnd } from '../../../../test/far-end.ts';
import { openPage, press } from '../../../../test/page.tsx';
import { answerPerson } from '../../../../test/signed-in-person.ts';

const message = page.getByLabelText('Сообщение');
const send = page.getByRole('button', { name: 'Отправить', exact: true });

const request: SupportRequestView = {
  id: 'request',
  reference: 'ABCD-2345',
  category: 'bug',
  subject: '',
  message: 'Сколько это стоит?',
  user_email: 'anna@example.org',
  status: 'sent',
  created_at: '2026-11-01T10:00:00.000Z',
  answer_by: '2026-11-03T10:00:00.000Z',
  answered_at: null,
  messages: [],
};

beforeEach(() => {
  answerPerson(farEnd);
  farEnd.answer('getSupport', {
    support_email: 'help@example.org',
    tier: 'free',
    answer_hours: 48,
    requests: [],
  });
});

it('a person who writes too often is told when to try again, and keeps the message', async () => {
  farEnd.refuse('sendSupportEmail', 429, 'too_many_requests', {
    facts: { retry_after_seconds: 1200 },
  });
  await openPage('/settings?tab=support');
  await message.fill('Сколько это стоит?');
  await press(send);
  await expect.element(page.getByText(/Попробуйте снова через \d+ мин/).first()).toBeVisible();
  await expect.element(message).toHaveValue('Сколько это стоит?');
});

it('a message whose answer was lost is sent again under the same id', async () => {
  await openPage('/settings?tab=support');
  await message.fill('Сколько это стоит?');
  farEnd.refuse('sendSupportEmail', 503, 'database_unavailable');
  await press(send);
  await expect.poll(() => farEnd.callsOf('sendSupportEmail').length).toBe(1);
  await expect.element(send).toBeEnabled();
  await press(send);
  await expect.poll(() => farEnd.callsOf('sendSupportEmail').length).toBe(2);
  const [first, second] = farEnd.callsOf('sendSupportEmail');
  expect(first?.body).toEqual(second?.body);
  expect(first?.body).toMatchObject({ draft_id: expect.any(String) });
});

it('what is typed while a message is on its way stays', async () => {
  farEnd.answer('sendSupportEmail', { request });
  const answerNow = farEnd.hold('sendSupportEmail');
  await openPage('/settings?tab=support');
  await message.fill('Сколько это стоит?');
  await press(send);
  const subject = page.getByLabelText('Тема обращения');
  await subject.fill('Ещё одно');
  answerNow();
  await expect.element(page.getByText('Сообщение в поддержку успешно отправлено!')).toBeVisible();
  await expect.element(message).toHaveValue('');
  await expect.element(subject).toHaveValue('Ещё одно');
});

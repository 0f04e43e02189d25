import type { SupportRequestView } from '@zavet/contract/desk/support-endpoints';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test/accessibility.ts';
import { farEnd } from '../../../../test/far-end.ts';
import { openPage } from '../../../../test/page.tsx';
import { answerPerson } from '../../../../test/signed-in-person.ts';

const moment = '2026-11-01T10:00:00.000Z';
const answered: SupportRequestView = {
  id: 'request',
  reference: 'ABCD-2345',
  category: 'bug',
  subject: 'Файл',
  message: 'Не открывается файл.',
  user_email: 'anna@example.org',
  status: 'answered',
  created_at: moment,
  answer_by: moment,
  answered_at: moment,
  messages: [{ id: 'a', author: 'support', text: 'Попробуйте ещё раз.', created_at: moment }],
};
const reopened: SupportRequestView = {
  ...answered,
  status: 'reopened',
  answered_at: null,
  answer_by: '2099-11-01T10:00:00.000Z',
  messages: [
    ...answered.messages,
    { id: 'b', author: 'owner', text: 'Всё равно нет.', created_at: moment },
  ],
};
const supportOf = (request: SupportRequestView) => ({
  support_email: 'help@example.org',
  tier: 'free' as const,
  answer_hours: 48,
  requests: [request],
});
const show = page.getByText(/^Показать переписку/);
const write = page.getByRole('button', { name: /^Написать ещё раз/ });
const send = page.getByRole('listitem').getByRole('button', { name: 'Отправить' });
const message = page.getByRole('listitem').getByLabelText('Сообщение');

beforeEach(() => {
  answerPerson(farEnd);
  farEnd.answer('getSupport', supportOf(answered));
});

it('an answer is read in the settings, and another question joins the same request', async () => {
  farEnd.answer('replyToSupport', { request: reopened });
  await openPage('/settings?tab=support');
  await show.click();
  await expect.element(page.getByText('Попробуйте ещё раз.')).toBeVisible();
  await write.click();
  await expectAccessible();
  await message.fill('Всё равно нет.');
  farEnd.answer('getSupport', supportOf(reopened));
  await send.click();
  await expect.element(page.getByText('Ждёт ответа')).toBeVisible();
  await expect.element(page.getByText('Всё равно нет.')).toBeVisible();
  expect(farEnd.callsOf('replyToSupport')[0]).toMatchObject({
    params: { id: 'request' },
    body: { message: 'Всё равно нет.', draft_id: expect.any(String) },
  });
  await expect.element(message).not.toBeInTheDocument();
});

it('a message that was not sent stays, and is sent under the same id', async () => {
  farEnd.refuse('replyToSupport', 503, 'database_unavailable');
  await openPage('/settings?tab=support');
  await show.click();
  await write.click();
  await message.fill('Ещё вопрос.');
  await send.click();
  await expect.element(page.getByText(/не удалось отправить/i)).toBeVisible();
  await expect.element(message).toHaveValue('Ещё вопрос.');
  farEnd.answer('replyToSupport', { request: reopened });
  await send.click();
  await expect.element(message).not.toBeInTheDocument();
  const ids = farEnd
    .callsOf('replyToSupport')
    .map(({ body }) => (body as { draft_id: string }).draft_id);
  expect(new Set(ids).size).toBe(1);
});

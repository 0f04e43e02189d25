import type { SupportThread } from '@zavet/contract/desk/support-endpoints';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test/accessibility.ts';
import { answerOperator } from '../../../../test/desk-fixture.ts';
import { fakeServer } from '../../../../test/fake-server.ts';
import { addressNow, openPage } from '../../../../test/page.tsx';

const at = '2026-11-01T10:00:00.000Z';
const thread: SupportThread = {
  id: 'request',
  reference: 'ABCD-2345',
  category: 'billing',
  tier: 'premium',
  status: 'sent',
  subject: 'Карта',
  created_at: at,
  answer_by: at,
  answered_at: null,
  is_overdue: true,
  is_answer_refused: false,
  name: 'Анна',
  user_email: 'anna@example.org',
  account_email: 'anna@example.org',
  message: 'Не проходит\nоплата.',
  messages: [],
};
const answeredThread: SupportThread = {
  ...thread,
  status: 'answered',
  is_overdue: false,
  answered_at: at,
  messages: [
    { id: 'm', author: 'support', text: 'Поможем.', created_at: at, mail_state: 'queued' },
  ],
};
const answerField = page.getByLabelText('Текст ответа');
const sendButton = page.getByRole('button', { name: 'Отправить ответ' });

beforeEach(() => {
  answerOperator();
  fakeServer.answer('listSupportRequests', ({ query }) => ({
    requests: query.state === 'answered' ? [] : [thread],
    next: null,
  }));
  fakeServer.answer('getSupportRequest', { request: thread });
});

it('lists open and answered support requests', async () => {
  await openPage('/operator/support');
  const link = page.getByRole('link', { name: 'ABCD-2345: Карта' });
  await expect.element(link).toBeVisible();
  await expect.element(page.getByText('Срок прошёл')).toBeVisible();
  await expect.element(page.getByText('Премиальная поддержка')).toBeVisible();
  await expectAccessible();
  await page.getByRole('radio', { name: 'Отвеченные' }).click();
  await expect.element(page.getByText('Отвеченных пока нет.')).toBeVisible();
  await page.getByRole('radio', { name: 'Ждут ответа' }).click();
  await link.click();
  await expect.element(page.getByText('Не проходит оплата.')).toBeVisible();
  expect(addressNow()).toContain('id=request');
});

it('sends an answer to the displayed messages and shows its mail state', async () => {
  fakeServer.answer('answerSupportRequest', { request: answeredThread });
  await openPage('/operator/support?id=request');
  await answerField.fill('Поможем.');
  fakeServer.answer('getSupportRequest', { request: answeredThread });
  await sendButton.click();
  await expect.element(page.getByText('Письмо в пути')).toBeVisible();
  await expect.element(answerField).toHaveValue('');
  expect(fakeServer.callsOf('answerSupportRequest')[0]?.body).toMatchObject({
    text: 'Поможем.',
    seen_messages: 0,
    draft_id: expect.any(String),
  });
  await expectAccessible();
});

it('keeps an answer if the thread has changed, and shows the new message', async () => {
  fakeServer.refuse('answerSupportRequest', 409, 'support_thread_changed');
  await openPage('/operator/support?id=request');
  await answerField.fill('Мой ответ.');
  fakeServer.answer('getSupportRequest', { request: answeredThread });
  await sendButton.click();
  await expect.element(page.getByText('Ответ не отправлен')).toBeVisible();
  await expect.element(page.getByText('Поможем.')).toBeVisible();
  await expect.element(answerField).toHaveValue('Мой ответ.');
  fakeServer.answer('answerSupportRequest', { request: answeredThread });
  await sendButton.click();
  await expect.poll(() => fakeServer.callsOf('answerSupportRequest').length).toBe(2);
  const [first, second] = fakeServer.callsOf('answerSupportRequest').map(({ body }) => body);
  expect(second).toMatchObject({ seen_messages: 1 });
  // The same draft id: the server does not send an answer twice if its response was lost.
  expect(second).toMatchObject({ draft_id: (first as { draft_id: string }).draft_id });
});

it('warns about an address other than the account’s and about a refused answer', async () => {
  const refused = { ...answeredThread, user_email: 'other@example.org', is_answer_refused: true };
  fakeServer.answer('getSupportRequest', { request: refused });
  fakeServer.answer('settleSupportRequest', { request: answeredThread });
  await openPage('/operator/support?id=request');
  await expect.element(page.getByText(/Это не адрес аккаунта/)).toBeVisible();
  await expect.element(page.getByText('Сервер не принял последний ответ')).toBeVisible();
  await expectAccessible();
  fakeServer.answer('getSupportRequest', { request: answeredThread });
  const settle = page.getByRole('button', { name: 'Отметить как отвеченное' });
  await settle.click();
  await expect.element(settle).not.toBeInTheDocument();
});

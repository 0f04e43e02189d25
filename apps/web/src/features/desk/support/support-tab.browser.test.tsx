import type { SupportRequestView } from '@zavet/contract/desk/support-endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test/accessibility.ts';
import { fakeServer } from '../../../../test/fake-server.ts';
import { openPage, press } from '../../../../test/page.tsx';
import { answerSignedInUser } from '../../../../test/signed-in-person.ts';

beforeEach(() => answerSignedInUser(fakeServer));

describe('support form', () => {
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
    fakeServer.answer('getSupport', {
      support_email: 'help@example.org',
      tier: 'free',
      answer_hours: 48,
      requests: [],
    });
  });

  it('shows the retry time of the rate limit and keeps the message', async () => {
    fakeServer.refuse('sendSupportEmail', 429, 'too_many_requests', {
      facts: { retry_after_seconds: 1200 },
    });
    await openPage('/settings?tab=support');
    await message.fill('Сколько это стоит?');
    await press(send);
    await expect.element(page.getByText(/Подождите \d+ мин/).first()).toBeVisible();
    await expect.element(message).toHaveValue('Сколько это стоит?');
  });

  it('resends a message without a response under the same id', async () => {
    await openPage('/settings?tab=support');
    await message.fill('Сколько это стоит?');
    fakeServer.refuse('sendSupportEmail', 503, 'database_unavailable');
    await press(send);
    await expect.poll(() => fakeServer.callsOf('sendSupportEmail').length).toBe(1);
    await expect.element(send).toBeEnabled();
    await press(send);
    await expect.poll(() => fakeServer.callsOf('sendSupportEmail').length).toBe(2);
    const [first, second] = fakeServer.callsOf('sendSupportEmail');
    expect(first?.body).toEqual(second?.body);
    expect(first?.body).toMatchObject({ draft_id: expect.any(String) });
  });

  it('keeps input typed during the call', async () => {
    fakeServer.answer('sendSupportEmail', { request });
    const respond = fakeServer.hold('sendSupportEmail');
    await openPage('/settings?tab=support');
    await message.fill('Сколько это стоит?');
    await press(send);
    const subject = page.getByLabelText('Тема обращения');
    await subject.fill('Ещё одно');
    respond();
    await expect.element(page.getByText('Сообщение в поддержку успешно отправлено!')).toBeVisible();
    await expect.element(message).toHaveValue('');
    await expect.element(subject).toHaveValue('Ещё одно');
  });
});

describe('support request', () => {
  const at = '2026-11-01T10:00:00.000Z';
  const answered: SupportRequestView = {
    id: 'request',
    reference: 'ABCD-2345',
    category: 'bug',
    subject: 'Файл',
    message: 'Не открывается файл.',
    user_email: 'anna@example.org',
    status: 'answered',
    created_at: at,
    answer_by: at,
    answered_at: at,
    messages: [{ id: 'a', author: 'support', text: 'Попробуйте ещё раз.', created_at: at }],
  };
  const reopened: SupportRequestView = {
    ...answered,
    status: 'reopened',
    answered_at: null,
    answer_by: '2099-11-01T10:00:00.000Z',
    messages: [
      ...answered.messages,
      { id: 'b', author: 'owner', text: 'Всё равно нет.', created_at: at },
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
    fakeServer.answer('getSupport', supportOf(answered));
  });

  it('shows the answer and adds a reply to the same request', async () => {
    fakeServer.answer('replyToSupport', { request: reopened });
    await openPage('/settings?tab=support');
    await show.click();
    await expect.element(page.getByText('Попробуйте ещё раз.')).toBeVisible();
    await write.click();
    await expectAccessible();
    await message.fill('Всё равно нет.');
    fakeServer.answer('getSupport', supportOf(reopened));
    await send.click();
    await expect.element(page.getByText('Ждёт ответа')).toBeVisible();
    await expect.element(page.getByText('Всё равно нет.')).toBeVisible();
    expect(fakeServer.callsOf('replyToSupport')[0]).toMatchObject({
      params: { id: 'request' },
      body: { message: 'Всё равно нет.', draft_id: expect.any(String) },
    });
    await expect.element(message).not.toBeInTheDocument();
  });

  it('keeps an unsent reply and resends it under the same id', async () => {
    fakeServer.refuse('replyToSupport', 503, 'database_unavailable');
    await openPage('/settings?tab=support');
    await show.click();
    await write.click();
    await message.fill('Ещё вопрос.');
    await send.click();
    await expect.element(page.getByText(/не удалось отправить/i)).toBeVisible();
    await expect.element(message).toHaveValue('Ещё вопрос.');
    fakeServer.answer('replyToSupport', { request: reopened });
    await send.click();
    await expect.element(message).not.toBeInTheDocument();
    const ids = fakeServer
      .callsOf('replyToSupport')
      .map(({ body }) => (body as { draft_id: string }).draft_id);
    expect(new Set(ids).size).toBe(1);
  });
});

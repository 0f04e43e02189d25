import type { LetterRow } from '@zavet/contract/desk/letter-endpoints';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test/accessibility.ts';
import { answerOperator } from '../../../../test/desk-fixture.ts';
import { fakeServer } from '../../../../test/fake-server.ts';
import { openPage } from '../../../../test/page.tsx';

const at = '2026-11-01T10:00:00.000Z';
const letter: LetterRow = {
  id: 'letter',
  owner: { name: 'Анна Лаврова', email: 'anna@example.org' },
  contact: { name: 'Борис', email: 'boris@example.org' },
  letters: 3,
  state: 'queued',
  refusal: 'permanent',
  is_bounced: false,
  smtp_code: '552 5.2.2',
  tries: 5,
  written_at: at,
  refused_since: at,
  last_tried_at: at,
  next_try_at: at,
  is_under_way: false,
  is_corrected: false,
  activator: { name: 'Борис', email: 'boris@example.org', account: 'confirmed', is_contact: true },
  corrected_by: 'none',
  is_involved: false,
};
const orphan: LetterRow = {
  ...letter,
  id: 'orphan',
  contact: null,
  state: 'unreachable',
  refusal: 'unknown_address',
  is_bounced: true,
  next_try_at: null,
  activator: { name: null, email: null, account: 'gone', is_contact: true },
  corrected_by: 'operator',
};
const retryButton = page.getByRole('button', { name: 'Попробовать снова' });
const correctButton = page.getByRole('button', { name: 'Исправить адрес' });

beforeEach(() => {
  answerOperator();
  fakeServer.answer('listLetters', ({ query }) =>
    query.after ? { letters: [orphan], next: null } : { letters: [letter], next: 'letter' },
  );
});

it('lists undelivered letters with contact, cause and corrector, page by page', async () => {
  await openPage('/operator/letters');
  await expect.element(page.getByText('Борис, boris@example.org', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Владелец: Анна Лаврова, anna@example.org')).toBeVisible();
  await expect.element(page.getByText('552 5.2.2')).toBeVisible();
  await expect.element(page.getByText(/^5 отказов/)).toBeVisible();
  await expect.element(page.getByText('Писем внутри')).toBeVisible();
  const bounced = page.getByText(/^Письмо приняли, потом оно вернулось/);
  await expect.element(bounced).not.toBeInTheDocument();
  await expect.element(correctButton).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Показать ещё' }).click();
  await expect.element(bounced).toBeVisible();
  await expect.element(page.getByText(/^Получатель из распоряжения/)).toBeVisible();
  await expect.element(page.getByText('Имя не сохранилось. Аккаунт удалён.')).toBeVisible();
  await expectAccessible();
});

it('retries a letter, or shows that it could not be queued', async () => {
  fakeServer.answer('retryLetter', {});
  await openPage('/operator/letters');
  await retryButton.click();
  await expect.element(page.getByText('Письмо снова в очереди')).toBeVisible();
  fakeServer.refuse('retryLetter', 409, 'delivery_under_way');
  await retryButton.click();
  await expect.element(page.getByText('Не удалось поставить в очередь')).toBeVisible();
  expect(fakeServer.callsOf('retryLetter').map(({ params }) => params.id)).toEqual([
    'letter',
    'letter',
  ]);
});

it('corrects the address of a letter without an activating contact, with a fresh code', async () => {
  fakeServer.answer('listLetters', { letters: [orphan], next: null });
  fakeServer.answer('correctLetterAddress', {});
  await openPage('/operator/letters');
  await correctButton.click();
  const dialog = page.getByRole('dialog', { name: 'Исправить адрес получателя' });
  const submit = dialog.getByRole('button', { name: 'Исправить и отправить' });
  await dialog.getByLabelText('Правильный адрес').fill('petr');
  await submit.click();
  await expect
    .element(dialog.getByLabelText('Правильный адрес'))
    .toHaveAccessibleDescription(/почт|адрес/i);
  await dialog.getByLabelText('Правильный адрес').fill('petr@example.org');
  await expectAccessible();
  await submit.click();
  const code = page.getByRole('dialog', { name: 'Подтвердите кодом' });
  await code.getByRole('button', { name: 'Отмена' }).click();
  await expect.element(dialog).toBeVisible();
  expect(fakeServer.callsOf('correctLetterAddress')).toHaveLength(0);
  await submit.click();
  await code.getByLabelText('Код из 6 цифр').fill('123456');
  await code.getByRole('button', { name: 'Подтвердить' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(fakeServer.callsOf('correctLetterAddress')[0]?.body).toEqual({
    code: '123456',
    recipient_email: 'petr@example.org',
  });
});

it('shows a notice instead of the actions to an involved operator', async () => {
  fakeServer.answer('listLetters', { letters: [{ ...orphan, is_involved: true }], next: null });
  await openPage('/operator/letters');
  await expect.element(page.getByText(/^Это ваш аккаунт, или вы доверенное лицо/)).toBeVisible();
  await expect.element(retryButton).not.toBeInTheDocument();
  await expect.element(correctButton).not.toBeInTheDocument();
});

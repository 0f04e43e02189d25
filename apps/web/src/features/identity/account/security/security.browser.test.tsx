import type { ActiveSessionView } from '@zavet/contract/identity/account-schemas';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/accessibility.ts';
import { fakeServer } from '../../../../../test/fake-server.ts';
import { openPage, press } from '../../../../../test/page.tsx';
import { answerSignedInUser } from '../../../../../test/signed-in-person.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog');
const sessionOn = (id: string, is_current: boolean): ActiveSessionView => ({
  id,
  is_current,
  ip_address: '203.0.113.7',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0.0.0 Safari/537.36',
  created_at: '2026-11-01T10:00:00.000Z',
  last_seen_at: '2026-11-01T10:00:00.000Z',
});

beforeEach(() => answerSignedInUser(fakeServer));

describe('sign-in card', () => {
  it.each([
    ['Для входа хватает одного пароля.', {}],
    ['Вход защищён кодами из приложения.', { has_codes: true, recovery_codes_left: 10 }],
  ])('summarizes the factors in one sentence: %s', async (sentence, facts) => {
    const none = { passkeys: [], has_codes: false, recovery_codes_left: 0 };
    fakeServer.answer('getFactors', { ...none, lost_device_until: null, ...facts });
    await openPage('/settings?tab=security');
    const card = page.getByRole('region', { name: 'Вход', exact: true });
    await expect.element(card.getByText(sentence)).toBeVisible();
    const rows = card.getByRole('button', { name: /^Изменить: / });
    expect(rows.elements()).toHaveLength('has_codes' in facts ? 4 : 3);
  });
});

describe('password', () => {
  it('is changed with the current one, which is marked as invalid when wrong', async () => {
    fakeServer.refuse('changePassword', 403, 'wrong_password');
    await openPage('/settings?tab=security');
    await press(button('Изменить: Пароль'));
    const currentPassword = page.getByLabelText('Текущий пароль', { exact: true });
    await expectAccessible();
    await currentPassword.fill('Wrong-pass-1');
    await page.getByLabelText('Новый пароль', { exact: true }).fill('Another-pass-2');
    await page.getByLabelText('Повторите новый пароль').fill('Another-pass-2');
    await press(button('Сохранить пароль'));
    await expect.element(currentPassword).toHaveAttribute('aria-invalid', 'true');
    fakeServer.answer('changePassword', {});
    await currentPassword.fill('Cormorant7');
    await press(button('Сохранить пароль'));
    await expect
      .element(page.getByText('Пароль изменён. Сеансы на других устройствах завершены.').first())
      .toBeVisible();
  });
});

describe('another session', () => {
  it('is ended after a confirmation', async () => {
    let sessions = [sessionOn('here', true), sessionOn('elsewhere', false)];
    fakeServer.answer('listSessions', () => ({ sessions }));
    fakeServer.answer('endSession', ({ params }) => {
      sessions = sessions.filter(({ id }) => id !== params.id);
      return {};
    });
    await openPage('/settings?tab=security');
    await press(page.getByRole('button', { name: /^Завершить сеанс:/ }));
    await dialog.getByRole('button', { name: 'Завершить сеанс' }).click();
    await expect.element(page.getByText('Других сеансов нет.')).toBeVisible();
    expect(fakeServer.callsOf('endSession')[0]?.params).toEqual({ id: 'elsewhere' });
  });
});

describe('account deletion', () => {
  it('requires three presses, the word and the password', async () => {
    fakeServer.answer('deleteAccount', () => {
      fakeServer.answer('getSession', { session: null });
      return { success: true as const };
    });
    await openPage('/settings?tab=security');
    await press(button('Подробнее: Удаление аккаунта'));
    const remove = page.getByRole('button', { name: /Удалить аккаунт|Нажмите ещё раз/ });
    await press(remove);
    await expect.element(page.getByRole('button', { name: /1\/3/ })).toBeVisible();
    await remove.click();
    await expect.element(page.getByRole('button', { name: /2\/3/ })).toBeVisible();
    await button('Сбросить счётчик').click();
    await expect.element(button('Удалить аккаунт')).toBeVisible();
    for (let pressed = 0; pressed < 3; pressed += 1) await remove.click();
    await dialog.getByRole('button', { name: 'Не удалять' }).click();
    await expect.element(page.getByText('Удаление аккаунта отменено.')).toBeVisible();
    expect(fakeServer.callsOf('deleteAccount')).toEqual([]);
    for (let pressed = 0; pressed < 3; pressed += 1) await remove.click();
    await expectAccessible();
    await dialog.getByLabelText(/Напишите слово/).fill('УДАЛИТЬ');
    await dialog.getByLabelText('Текущий пароль').fill('Cormorant7');
    await dialog.getByRole('button', { name: 'Удалить навсегда' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Вход' })).toBeVisible();
    expect(fakeServer.callsOf('deleteAccount')[0]?.body).toMatchObject({
      confirmation_word: 'УДАЛИТЬ',
      current_password: 'Cormorant7',
    });
  });
});

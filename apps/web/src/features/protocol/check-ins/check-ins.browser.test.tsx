import type { CheckInSettingsView, CheckInView } from '@zavet/contract/protocol/check-in-endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../../../test/fake-server.ts';
import { addressNow, openPage, pressTwice } from '../../../../test/page.tsx';
import { answerSignedInUser, answerVisitor } from '../../../../test/signed-in-person.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const text = (words: string | RegExp) => page.getByText(words);
const sent = (count: number, day: string) => ({
  kind: 'check_in_sent' as const,
  at: `2026-11-${day}T10:00:00.000Z`,
  count,
});

const settings = (overrides: Partial<CheckInSettingsView> = {}): CheckInSettingsView => ({
  frequency: 'disabled',
  state: 'disabled',
  next_step_at: null,
  is_last_step: false,
  confirmed_contacts: 1,
  steps: [],
  ...overrides,
});

describe('the settings of check-ins', () => {
  const edit = button('Изменить: Проверка, всё ли в порядке');
  beforeEach(() => answerSignedInUser(fakeServer));

  it('enables check-ins without a question and shows the date of the next one', async () => {
    let current = settings();
    fakeServer.answer('getCheckInSettings', () => current);
    fakeServer.answer('setCheckInFrequency', () => {
      const next_step_at = '2026-12-16T10:00:00.000Z';
      current = settings({ frequency: 'monthly', state: 'watching', next_step_at });
      return current;
    });
    await openPage('/settings?tab=protocol');
    await edit.click();
    await page.getByLabelText('Когда спрашивать').click();
    await page.getByRole('option', { name: 'Через месяц без вестей' }).click();
    await expect.element(text(/Следующее письмо.*16 декабря 2026/)).toBeVisible();
    expect(fakeServer.callsOf('setCheckInFrequency').map(({ body }) => body)).toEqual([
      { frequency: 'monthly' },
    ]);
  });

  it('shows when contacts will be notified and every step so far', async () => {
    fakeServer.answer(
      'getCheckInSettings',
      settings({
        frequency: 'weekly',
        state: 'asking',
        next_step_at: '2026-11-29T10:00:00.000Z',
        is_last_step: true,
        steps: [sent(1, '08'), { ...sent(2, '15'), kind: 'check_in_refused' }, sent(3, '22')],
      }),
    );
    await openPage('/settings?tab=protocol');
    await expect.element(text(/29 ноября 2026 г. об этом узнают/)).toBeVisible();
    await edit.click();
    await expect.element(text('Отправлено письмо 1 из 3')).toBeVisible();
    await expect.element(text(/сервер не принял письмо 2 из 3/)).toBeVisible();
    await expect.element(text('Отправлено письмо 3 из 3')).toBeVisible();
  });

  it('warns when there is no contact to notify', async () => {
    fakeServer.answer(
      'getCheckInSettings',
      settings({
        frequency: 'weekly',
        state: 'watching',
        next_step_at: '2026-11-29T10:00:00.000Z',
        confirmed_contacts: 0,
      }),
    );
    await openPage('/settings?tab=protocol');
    await expect.element(text(/Сообщить будет некому/)).toBeVisible();
    await button('К доверенным лицам').click();
    await expect.poll(addressNow).toBe('/contact');
  });
});

describe('the page of a check-in mail', () => {
  const asked: CheckInView = {
    owner_name: 'Анна Лаврова',
    owner_email: 'a***@example.org',
    preferred_language: 'ru',
    state: 'asked',
    asked_at: '2026-11-08T10:00:00.000Z',
    were_contacts_notified: true,
  };
  beforeEach(() => {
    answerVisitor(fakeServer);
    fakeServer.answer('describeCheckIn', asked);
    fakeServer.answer('answerCheckIn', { ...asked, state: 'known', were_contacts_notified: false });
  });

  it('names the owner and the effect of the button, and sends nothing when opened', async () => {
    await openPage('/check-in#token=secret');
    await expect.element(text(/Анна Лаврова \(a\*\*\*@example.org\)/)).toBeVisible();
    await expect.element(text(/8 ноября 2026/)).toBeVisible();
    await expect.element(text(/Доверенные лица уже знают/)).toBeVisible();
    expect(addressNow()).not.toContain('secret');
    expect(fakeServer.callsOf('answerCheckIn')).toEqual([]);
  });

  it('sends one answer for a double click and thanks for it', async () => {
    await openPage('/check-in#token=secret');
    await pressTwice(button('Я на связи'));
    await expect.element(page.getByRole('heading', { name: /теперь мы знаем/ })).toBeVisible();
    await expect.element(text(/Мы пишем доверенным лицам/)).toBeVisible();
    expect(fakeServer.callsOf('answerCheckIn').map(({ body }) => body)).toEqual([
      { token: 'secret' },
    ]);
  });

  it('shows an answered check-in without a button', async () => {
    fakeServer.answer('describeCheckIn', { ...asked, state: 'known' });
    await openPage('/check-in#token=secret');
    await expect.element(page.getByRole('heading', { name: /уже известно/ })).toBeVisible();
    expect(button('Я на связи').elements()).toEqual([]);
  });

  it.each([
    ['link_expired', 410, 'Ссылка больше не действует'],
    ['link_invalid', 400, 'Ссылка не работает'],
  ] as const)('explains the alternative when the response is %s', async (code, status, title) => {
    fakeServer.refuse('describeCheckIn', status, code);
    await openPage('/check-in#token=secret');
    await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
    await expect.element(text(/Вход в аккаунт тоже считается ответом/)).toBeVisible();
  });
});

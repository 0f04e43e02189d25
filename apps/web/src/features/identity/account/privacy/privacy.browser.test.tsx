import type { SecurityLogEntry } from '@zavet/contract/identity/account-schemas';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/accessibility.ts';
import { fakeServer, Refusal } from '../../../../../test/fake-server.ts';
import { addressNow, openPage } from '../../../../../test/page.tsx';
import { answerSignedInUser } from '../../../../../test/signed-in-person.ts';

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const text = (words: string | RegExp) => page.getByText(words);
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const event = (facts: Partial<SecurityLogEntry> = {}): SecurityLogEntry => ({
  id: '11111111-1111-4111-8111-111111111111',
  kind: 'signed_in',
  created_at: '2026-11-10T09:30:00.000Z',
  ip_address: '203.0.113.7',
  user_agent: firefox,
  count: 1,
  since: '2026-11-10T09:30:00.000Z',
  ...facts,
});

async function openLog() {
  await openPage('/settings?tab=privacy');
  await button('Подробнее: Журнал').click();
}

beforeEach(() => answerSignedInUser(fakeServer));

describe('consents', () => {
  const inForce = { edition: '2026-11-15', applies_from: '2026-11-15' };

  it('have one row per document with its edition and the date of acceptance', async () => {
    const documents = {
      in_force: [
        {
          document: 'personal_data_consent' as const,
          ...inForce,
          accepted_at: '2026-11-15T12:00:00.000Z',
        },
        { document: 'public_offer' as const, ...inForce, accepted_at: null },
      ],
      coming: [],
    };
    fakeServer.answer('getDocuments', documents);
    fakeServer.answer('acceptDocuments', documents);
    await openPage('/settings?tab=privacy');
    const rows = page.getByRole('region', { name: 'Согласия и документы' }).getByRole('listitem');
    await expect.element(rows.first()).toBeVisible();
    expect(rows.elements()).toHaveLength(4);
    const accepted = rows.filter({ hasText: 'Согласие на обработку' });
    await expect.element(accepted.getByText(/от 15 ноября 2026 г. · принято 15/)).toBeVisible();
    const open = rows.filter({ hasText: 'Публичная оферта' });
    await expect.element(open.getByText(/ещё не принято/)).toBeVisible();
    await expectAccessible();
    await open.getByRole('button', { name: /^Принять/ }).click();
    await expect
      .poll(() => fakeServer.callsOf('acceptDocuments').map(({ body }) => body))
      .toEqual([{ accepted: { public_offer: '2026-11-15' } }]);
  });

  it('are withdrawn with word and password, after an explanation of the effects', async () => {
    fakeServer.answer('deleteAccount', { success: true });
    await openPage('/settings?tab=privacy');
    await button('Отозвать согласие').click();
    const first = page.getByRole('dialog', { name: 'Отозвать согласие?' });
    await expect.element(first.getByText(/распоряжения и файлы будут удалены/)).toBeVisible();
    await expectAccessible();
    await first.getByRole('button', { name: 'Продолжить' }).click();
    const last = page.getByRole('dialog', { name: 'Отозвать согласие и удалить аккаунт?' });
    await last.getByLabelText('Напишите слово УДАЛИТЬ').fill('УДАЛИТЬ');
    await last.getByLabelText('Текущий пароль').fill('Cormorant7');
    await last.getByRole('button', { name: 'Отозвать и удалить' }).click();
    await expect.poll(addressNow).toMatch(/^\/login/);
    expect(fakeServer.callsOf('deleteAccount').map(({ body }) => body)).toEqual([
      { confirmation_word: 'УДАЛИТЬ', current_password: 'Cormorant7', withdraws_consent: true },
    ]);
  });

  it('are kept if the owner declines the withdrawal', async () => {
    await openPage('/settings?tab=privacy');
    await button('Отозвать согласие').click();
    await button('Не отзывать').click();
    await button('Отозвать согласие').click();
    await button('Сначала скачать').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(fakeServer.callsOf('deleteAccount')).toEqual([]);
  });
});

describe('security log', () => {
  it('is loaded only once it is unfolded', async () => {
    await openPage('/settings?tab=privacy');
    await expect.element(button('Подробнее: Журнал')).toBeVisible();
    expect(fakeServer.callsOf('listSecurityEvents')).toEqual([]);
    await button('Подробнее: Журнал').click();
    await expect.element(text('Событий пока нет.')).toBeVisible();
    await button('Свернуть: Журнал').click();
    await expect.element(text('Событий пока нет.')).not.toBeInTheDocument();
  });

  it('shows equal events as one entry with their number and first and last time', async () => {
    const since = '2026-11-10T08:00:00.000Z';
    fakeServer.answer('listSecurityEvents', {
      events: [
        event({ kind: 'instruction_created', count: 500, since }),
        event({ id: 'b', kind: 'contact_changed', count: 2, since }),
      ],
      next: null,
    });
    await openLog();
    const entries = page.getByRole('region', { name: 'Журнал' }).getByRole('list').first();
    await expect.element(entries.getByText('Создано 500 распоряжений')).toBeVisible();
    await expect.element(entries.getByText('Изменены данные доверенного лица × 2')).toBeVisible();
    await expect.element(entries.getByText(/11:00/).first()).toBeVisible();
    await expect.element(entries.getByText(/12:30/).first()).toBeVisible();
  });

  it('is loaded page by page and filtered by the server', async () => {
    fakeServer.answer('listSecurityEvents', ({ query }) => {
      if (query.group === 'plan') return { events: [], next: null };
      return query.after
        ? { events: [event({ id: 'b', kind: 'pin_set' })], next: null }
        : { events: [event()], next: 'a' };
    });
    await openLog();
    const card = page.getByRole('region', { name: 'Журнал', exact: true });
    await expect.element(card.getByText('Вход', { exact: true })).toBeVisible();
    await card.getByRole('button', { name: 'Показать ещё' }).click();
    await expect.element(card.getByText(/PIN/)).toBeVisible();
    await expectAccessible();
    await page.getByLabelText('Показать', { exact: true }).click();
    await page.getByRole('option', { name: 'Тариф и оплата' }).click();
    await expect.element(card.getByText('Таких событий нет.')).toBeVisible();
    expect(fakeServer.callsOf('listSecurityEvents').at(-1)?.query).toMatchObject({ group: 'plan' });
  });

  it('offers to disown sign-ins only, asks for a proof and opens the page for a new password', async () => {
    let isProven = false;
    fakeServer.answer('proveSession', () => {
      isProven = true;
      return {};
    });
    fakeServer.answer('disownLoggedSignIn', () => {
      if (!isProven) throw new Refusal(403, 'proof_required');
      fakeServer.answer('getSession', { session: null });
      return { recovery_token: 'token' };
    });
    fakeServer.answer('describeLink', {
      effect: 'recovery',
      email: 'a***@example.org',
      new_email: null,
      asked_at: '2026-11-17T10:00:00.000Z',
      network: null,
      browser: null,
      system: null,
      expires_at: '2026-11-17T11:00:00.000Z',
    });
    fakeServer.answer('listSecurityEvents', {
      events: [event(), event({ id: 'b', kind: 'pin_set' })],
      next: null,
    });
    await openLog();
    await expect.element(text(/PIN-код/).first()).toBeVisible();
    expect(button(/^Это не я/).elements()).toHaveLength(1);
    await button(/^Это не я/).click();
    await page
      .getByRole('dialog', { name: 'Вы сюда не входили?' })
      .getByRole('button', { name: 'Завершить все сеансы' })
      .click();
    const question = page.getByRole('dialog', { name: 'Введите пароль' });
    await question.getByLabelText('Пароль', { exact: true }).fill('Cormorant7');
    await userEvent.keyboard('{Enter}');
    await expect.poll(addressNow).toBe('/update-password');
    await expect.element(page.getByLabelText('Новый пароль', { exact: true })).toBeVisible();
    expect(fakeServer.callsOf('disownLoggedSignIn').at(-1)?.params).toEqual({ id: event().id });
  });
});

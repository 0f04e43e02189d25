import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../test/accessibility.ts';
import { fakeServer } from '../../../test/fake-server.ts';
import { openPage } from '../../../test/page.tsx';
import { answerSignedInUser } from '../../../test/signed-in-person.ts';

const cards = () => page.getByRole('heading', { level: 2 });
const bars = () => page.getByRole('main').getByRole('status', { name: 'Загрузка' });
const tabs = page.getByRole('navigation', { name: 'Разделы настроек' }).getByRole('link');

beforeEach(() => answerSignedInUser(fakeServer));

describe('the settings', () => {
  it('have five tabs, and support has a page of its own at its former tab address', async () => {
    fakeServer.answer('getSupport', {
      support_email: 'help@example.org',
      tier: 'free',
      answer_hours: 48,
      requests: [],
    });
    await openPage('/settings');
    await expect
      .poll(() => tabs.elements().map((tab) => tab.textContent))
      .toEqual(['Профиль', 'Тариф', 'Безопасность', 'Протокол', 'Данные']);
    await openPage('/settings?tab=support');
    const title = page.getByRole('heading', { level: 1, name: 'Поддержка' });
    await expect.element(title).toBeVisible();
    await expect.element(page.getByLabelText('Сообщение', { exact: true })).toBeVisible();
    expect(tabs.elements()).toEqual([]);
  });

  it.each([
    ['email', /Где ваш ящик/],
    ['agreements', /Публичная оферта/],
  ])('scroll to the section of the former tab address %s', async (tab, text) => {
    await openPage(`/settings?tab=${tab}`);
    await expect.element(page.getByRole('main').getByText(text).first()).toBeInViewport();
    await expect
      .element(page.getByRole('link', { name: 'Данные', exact: true }))
      .toHaveAttribute('aria-current', 'page');
    await expectAccessible();
  });
});

describe('the cards of a tab', () => {
  it.each([
    ['privacy', 'getMailbox', 'Согласия и документы'],
    ['privacy', 'getDataExports', 'Согласия и документы'],
    ['security', 'listSessions', 'Вход'],
    ['security', 'getFactors', 'Вход'],
    ['protocol', 'getCheckInSettings', 'Защита протокола'],
  ] as const)('%s: appear together, after %s', async (tab, last, title) => {
    const arrive = fakeServer.hold(last);
    await openPage(`/settings?tab=${tab}`);
    await expect.poll(() => fakeServer.callsOf(last).length).toBe(1);
    await expect.element(bars().first()).toBeVisible();
    expect(cards().elements()).toEqual([]);
    arrive();
    await expect.element(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
  });

  it('appear if one of them fails, and that one shows its own error', async () => {
    fakeServer.refuse('getDataExports', 404, 'not_found');
    await openPage('/settings?tab=privacy');
    await expect.element(page.getByText(/Публичная оферта/)).toBeVisible();
    await expect.element(page.getByText('Не удалось загрузить сведения об архивах')).toBeVisible();
  });
});

// The product's styles: without them both navigation bars are shown.
import '../../ui/theme/styles.css';
import { screenTimings } from '@zavet/contract/timings';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeServer } from '../../../test/fake-server.ts';
import { longTimings, usualTimings } from '../../../test/long-timings.ts';
import { addressNow, openPage } from '../../../test/page.tsx';
import { answerSignedInUser, answerVisitor } from '../../../test/signed-in-person.ts';
import { toasts } from '../../ui/toasts.tsx';

const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const sections = page.getByRole('navigation', { name: 'Разделы', exact: true });

beforeEach(() => answerSignedInUser(fakeServer));

describe('the navigation', () => {
  it('leads to every section and marks the open one; an unknown path has a page of its own', async () => {
    await page.viewport(1280, 800);
    await openPage('/dashboard');
    fakeServer.answer('listLegacies', { legacies: [] });
    for (const [name, title] of [
      ['Распоряжения', 'Распоряжения'],
      ['Доверенные лица', 'Доверенные лица'],
      ['Мне доверили', 'Мне доверили'],
      ['Почта', 'Почта'],
      ['Настройки', 'Настройки'],
    ] as const) {
      const link = sections.first().getByRole('link', { name });
      await link.click();
      await expect.element(heading(title)).toBeVisible();
      await expect.element(link).toHaveAttribute('aria-current', 'page');
    }
    await openPage('/nowhere');
    await expect.element(heading('Такой страницы нет')).toBeVisible();
    await page.viewport(1024, 800);
  });

  it('on a phone is at the bottom, with further links, theme and sign-out behind one button', async () => {
    await page.viewport(360, 740);
    await openPage('/dashboard');
    const bar = sections.last();
    await bar.getByRole('link', { name: 'Люди' }).click();
    await expect.element(heading('Доверенные лица')).toBeVisible();
    const more = bar.getByRole('button', { name: 'Ещё' });
    await more.click();
    await bar.getByRole('link', { name: 'Настройки' }).click();
    await expect.element(heading('Настройки')).toBeVisible();
    await more.click();
    await bar.getByRole('button', { name: 'Тёмная' }).click();
    await expect.poll(() => localStorage.getItem('zavet.theme')).toBe('dark');
    await more.click();
    fakeServer.answer('getSession', { session: null });
    await bar.getByRole('button', { name: 'Выйти' }).click();
    await expect.element(heading('Вход')).toBeVisible();
    await page.viewport(1024, 800);
  });

  it.each(['/', '/settings', '/trusted-legacies', '/operator', '/nowhere'])(
    'leads a visitor at %s to the login',
    async (path) => {
      answerVisitor(fakeServer);
      await openPage(path);
      await expect.poll(addressNow).toMatch(/^\/login/);
    },
  );
});

describe('a message', () => {
  afterEach(() => {
    vi.useRealTimers();
    Object.assign(screenTimings, longTimings);
  });

  it('of success disappears after three seconds, but stays while it has the focus', async () => {
    Object.assign(screenTimings, usualTimings);
    await openPage('/dashboard');
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    toasts.success('Готово, сохранено');
    const message = page.getByText('Готово, сохранено');
    await expect.element(message).toBeVisible();
    vi.advanceTimersByTime(2_800);
    await expect.element(message).toBeVisible();
    const dispatchFocus = (type: string) =>
      message.element().dispatchEvent(new FocusEvent(type, { bubbles: true }));
    dispatchFocus('focusin');
    await expect.element(message).toBeVisible();
    vi.advanceTimersByTime(60_000);
    await expect.element(message).toBeVisible();
    dispatchFocus('focusout');
    await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
    vi.advanceTimersByTime(3_100);
    await expect.element(message).not.toBeInTheDocument();
  });
});

it('the language can be changed with the keyboard alone', async () => {
  answerVisitor(fakeServer);
  await openPage('/login');
  const menu = page.getByRole('button', { name: /^Язык: Русский/ });
  await expect.element(menu).toBeVisible();
  (menu.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Русский', exact: true })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Escape}');
  await expect.element(menu).toHaveFocus();
  await userEvent.keyboard('{Enter}{ArrowDown}');
  await expect.element(page.getByRole('button', { name: 'English' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(heading('Sign in')).toBeVisible();
  const english = page.getByRole('button', { name: /^Language: English/ });
  await expect.element(english).toHaveFocus();
  await userEvent.keyboard('{Enter}{ArrowUp}{Enter}');
  await expect.element(heading('Вход')).toBeVisible();
});

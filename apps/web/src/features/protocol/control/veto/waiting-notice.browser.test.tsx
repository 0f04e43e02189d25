import '../../../../ui/theme/styles.css';
import type { OwnAttempt } from '@zavet/contract/protocol/legacy-endpoints';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/accessibility.ts';
import { fakeServer } from '../../../../../test/fake-server.ts';
import { openPage, pressTwice } from '../../../../../test/page.tsx';
import { answerSignedInUser, emptyProtocol } from '../../../../../test/signed-in-person.ts';

const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const vetoButton = page.getByRole('button', { name: 'Я здесь, остановить' });
const laterButton = page.getByRole('button', { name: 'Не сейчас' });
const notice = page.getByRole('dialog', { name: 'Ничего ещё не отправлено' });

const attempt = (overrides: Partial<OwnAttempt> = {}): OwnAttempt => ({
  activation_id: 'a1',
  status: 'waiting',
  contact_id: 'c1',
  contact_name: 'Мария Климова',
  contact_phone: '+7 921 000-00-00',
  started_at: '2026-11-15T10:00:00.000Z',
  release_at: new Date(Date.now() + 5 * 60 * 60 * 1000 + 30_000).toISOString(),
  is_postponed: false,
  doubt: null,
  ...overrides,
});

let attempts: OwnAttempt[];

beforeEach(() => {
  answerSignedInUser(fakeServer);
  attempts = [attempt()];
  fakeServer.answer('getOwnProtocol', () => ({ ...emptyProtocol, attempts }));
  fakeServer.answer('vetoOwnProtocol', () => {
    attempts = [];
    return {};
  });
});

it('covers the requested screen and moves focus to its heading', async () => {
  await openPage('/contact');
  await expect.element(notice).toBeVisible();
  await expect.element(heading('Ничего ещё не отправлено')).toHaveFocus();
  await expect.element(page.getByText('Запуск начат: Мария Климова')).toBeVisible();
  await expect.element(page.getByText('осталось 5 часов')).toBeVisible();
  expect(fakeServer.callsOf('vetoOwnProtocol')).toEqual([]);
});

it('covers the whole window', async () => {
  await openPage('/contact');
  await expect.element(notice).toBeVisible();
  const box = notice.element().getBoundingClientRect();
  expect([box.width, box.height]).toEqual([innerWidth, innerHeight]);
});

it('vetoes once for a double click, shows the result and returns to the screen', async () => {
  const answerNow = fakeServer.hold('vetoOwnProtocol');
  await openPage('/contact');
  await pressTwice(vetoButton);
  answerNow();
  await expect.element(heading('Запуск остановлен')).toHaveFocus();
  expect(fakeServer.callsOf('vetoOwnProtocol')).toHaveLength(1);
  await page.getByRole('button', { name: 'Продолжить' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(heading('Доверенные лица')).toBeVisible();
});

it('stays dismissed in this tab until another start', async () => {
  await openPage('/contact');
  await laterButton.click();
  await expect.element(notice).not.toBeInTheDocument();
  await openPage('/contact');
  await expect.element(heading('Доверенные лица')).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
  attempts = [attempt({ activation_id: 'a2' })];
  await openPage('/contact');
  await expect.element(notice).toBeVisible();
});

it('explains a release postponed by downtime, also on the dashboard', async () => {
  attempts = [attempt({ is_postponed: true })];
  await openPage('/dashboard');
  const why = page.getByText(/Перенесено: сервис не работал/);
  await expect.element(notice.getByText('Перенесено: сервис не работал')).toBeVisible();
  await laterButton.click();
  await expect.element(notice).not.toBeInTheDocument();
  await expect.element(why).toBeVisible();
});

it('offers to call a contact with a known number', async () => {
  await openPage('/contact');
  const call = notice.getByRole('link', { name: 'Позвонить: Мария Климова' });
  await expect.element(call).toHaveAttribute('href', 'tel:+79210000000');
});

it('is dismissed by Escape', async () => {
  await openPage('/contact');
  await expect.element(notice).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(notice).not.toBeInTheDocument();
  expect(fakeServer.callsOf('vetoOwnProtocol')).toEqual([]);
});

it('stays open and shows a failed veto', async () => {
  fakeServer.refuse('vetoOwnProtocol', 500, 'internal_error');
  await openPage('/contact');
  await vetoButton.click();
  await expect.element(page.getByText('Не удалось остановить')).toBeVisible();
  await expect.element(vetoButton).toBeVisible();
});

it('does not appear for a start that waits for payment or agreement', async () => {
  attempts = [
    attempt({ status: 'payment_pending', release_at: null }),
    attempt({ activation_id: 'a2', status: 'agreement_pending', release_at: null }),
  ];
  await openPage('/contact');
  await expect.element(heading('Доверенные лица')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

it('does not block the screen when the protocol cannot be loaded', async () => {
  fakeServer.refuse('getOwnProtocol', 500, 'internal_error');
  await openPage('/contact');
  await expect.element(heading('Доверенные лица')).toBeVisible();
});

it('has no accessibility violations', async () => {
  await openPage('/contact');
  await expect.element(notice).toBeVisible();
  await expectAccessible();
});

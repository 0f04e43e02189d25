import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../../test/fake-server.ts';
import { openPage } from '../../../test/page.tsx';
import { answerPerson } from '../../../test/signed-in-person.ts';

const cards = () => page.getByRole('heading', { level: 2 });
const bars = () => page.getByRole('main').getByRole('status', { name: 'Загрузка' });

describe('the cards of a tab', () => {
  beforeEach(() => answerPerson(fakeServer));

  it.each([
    ['privacy', 'listConsents', 'Ваши согласия'],
    ['privacy', 'getCheckInSettings', 'Ваши согласия'],
    ['privacy', 'listSecurityEvents', 'Ваши согласия'],
    ['privacy', 'listOwnAudit', 'Ваши согласия'],
    ['privacy', 'getOwnData', 'Ваши согласия'],
    ['security', 'listSessions', 'Пароль'],
    ['security', 'getFactors', 'Пароль'],
  ] as const)('%s: appear together, after %s', async (tab, last, title) => {
    const arrive = fakeServer.hold(last);
    await openPage(`/settings?tab=${tab}`);
    await expect.poll(() => fakeServer.callsOf(last).length).toBe(1);
    await expect.element(bars().first()).toBeVisible();
    expect(cards().elements()).toEqual([]);
    arrive();
    await expect.element(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
  });

  it('appear although one of them fails, which shows its own error', async () => {
    fakeServer.refuse('listConsents', 404, 'not_found');
    await openPage('/settings?tab=privacy');
    await expect.element(page.getByLabelText('Как часто спрашивать')).toBeVisible();
    await expect.element(page.getByText('Не удалось загрузить данные')).toBeVisible();
  });
});

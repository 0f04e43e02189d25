import type { Page } from '@playwright/test';
import { bringAxe, deskWidths, expectAccessible } from '../accessible.ts';
import { expect, passDays, showDay, test } from '../moved-clock-fixture.ts';
import { Operator } from '../operators.ts';
import { signInPerson, signUpPerson } from '../people.ts';
import { follow, screen } from '../screen.ts';
import { deskScreens } from '../screens.ts';

test('an operator opens the desk with a code, it closes after eight hours, and the role ends at once', async ({
  page,
  mailbox,
  ownServer,
  visitor,
}) => {
  await bringAxe(page.context());
  const operator = await Operator.appoint(page, mailbox, ownServer);
  await page.goto('/operator');
  const door = screen(page, 'Открыть рабочее место');
  await door.getByLabel('Код из 6 цифр').fill('000000');
  await door.getByRole('button', { name: 'Открыть', exact: true }).click();
  await expect(door.getByText(/Код не подходит/)).toBeVisible();
  await expectAccessible(page, deskWidths);
  const used = await operator.openDesk();

  await page.setViewportSize({ width: 1280, height: 900 });
  for (const path of deskScreens) {
    await page.goto(path);
    await expectAccessible(page, deskWidths);
  }
  const ownersPage = await visitor();
  const owner = await signUpPerson(ownersPage.request, mailbox);
  await planMaintenance(operator, ownersPage);
  await mailbox.newestMail(owner.email, 'Мы запланировали технические работы');

  await page.goto('/operator/accounts');
  const search = page.getByRole('button', { name: 'Найти' });
  const found = page.getByRole('table', { name: 'Найденные аккаунты' });
  await page.getByLabel('Адрес электронной почты').fill(operator.person.email);
  await follow(search, found);
  await expectAccessible(page, deskWidths);

  const nextDay = await passDays(page, 1);
  operator.live(nextDay);
  await showDay(page, nextDay);
  const closed = page.getByRole('dialog', { name: 'Рабочее место закрыто' });
  await follow(search, closed);
  await closed.getByLabel('Код из 6 цифр').fill(used);
  await closed.getByRole('button', { name: 'Открыть', exact: true }).click();
  await expect(closed.getByText(/Код не подходит/)).toBeVisible();
  await closed.getByLabel('Код из 6 цифр').fill(operator.code());
  await closed.getByRole('button', { name: 'Открыть', exact: true }).click();
  await expect(closed).toBeHidden();
  await search.click();
  await expect(found).toBeVisible();
  await callOffMaintenance(operator);
  await mailbox.newestMail(owner.email, 'Мы отменили работы');
  await signInPerson(ownersPage.request, owner);
  await showDay(ownersPage, nextDay);
  await ownersPage.goto('/dashboard');
  await screen(ownersPage, /./).waitFor();
  await expect(bannerOn(ownersPage)).toBeHidden();

  await page.goto('/operator/accounts');
  await page.getByLabel('Адрес электронной почты').fill(operator.person.email);
  await follow(search, found);
  expect(await ownServer.command('operator', 'list')).toContain(operator.person.email);
  await ownServer.command('operator', 'remove', operator.person.email);
  const staffOnly = 'Только для сотрудников поддержки';
  await follow(search, staffOnly);
  await page.reload();
  await screen(page, staffOnly).waitFor();
  await expectAccessible(page);
});

const bannerOn = (page: Page) => page.getByRole('complementary', { name: 'Плановые работы' });

/** Everybody reads of it on the screen: who planned it, and an owner. */
async function planMaintenance(operator: Operator, ownersPage: Page): Promise<void> {
  const { page } = operator;
  await bringAxe(ownersPage.context());
  await page.goto('/operator/state');
  await page.getByLabel('Начало').fill(localTime(50));
  await page.getByLabel('Конец').fill(localTime(52));
  await page.getByRole('button', { name: 'Запланировать и предупредить всех' }).click();
  await operator.confirmWithCode();
  await expect(page.getByRole('button', { name: /^Отменить работы/ })).toBeVisible();
  await expect(bannerOn(page)).toBeVisible();
  await expectAccessible(page, deskWidths);

  await ownersPage.goto('/dashboard');
  await bannerOn(ownersPage).getByRole('button', { name: 'Подробнее' }).click();
  await expect(bannerOn(ownersPage).getByText(/сервис будет недоступен/)).toBeVisible();
  await expectAccessible(ownersPage);
  // A page that stays open would notice that its session has ended, and take the next one with it.
  await ownersPage.goto('about:blank');
}

async function callOffMaintenance(operator: Operator): Promise<void> {
  const { page } = operator;
  await page.goto('/operator/state');
  await page.getByRole('button', { name: /^Отменить работы/ }).click();
  await operator.confirmWithCode();
  await expect(page.getByRole('cell', { name: 'отменены' })).toBeVisible();
  await expect(bannerOn(page)).toBeHidden();
}

/** So many hours from now, as the field of a browser in Moscow takes it. */
function localTime(hours: number): string {
  const inMoscow = Date.now() + (hours + 3) * 60 * 60 * 1000;
  return new Date(inMoscow).toISOString().slice(0, 16);
}

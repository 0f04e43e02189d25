import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { strongPassword } from '../people.ts';
import { activateProtocol, trustedPersonOf } from '../protocol.ts';
import { follow } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';
import { expectSteady, watchMoves } from '../steady.ts';
import { attachText, writeInstruction } from '../vault.ts';

const letter = 'Мои дорогие,\n\n  <b>ключи</b> у соседки: https://example.org/x';

test('a recipient reads, downloads and closes a letter without an account', async ({
  page,
  person,
  mailbox,
  visitor,
  server,
}) => {
  expect(person.email).toBeTruthy();
  const contact = await trustedPersonOf(page.request, mailbox, server.url);
  const { id } = await writeInstruction(page.request, [contact.contactId], 'Письмо внукам', letter);
  await attachText(page.request, id, 'Рецепты.txt', 'Пироги');
  await attachText(page.request, id, 'Дача, 1987.txt', 'Лето');
  await activateProtocol(contact, server.url);
  const link = await mailbox.newestLink(contact.email, '/delivery');

  const reader = await visitor({ viewport: { width: 360, height: 740 } });
  await reader.goto(link);
  await expect(reader.getByRole('heading', { level: 1, name: 'Письмо внукам' })).toBeFocused();
  const address = reader.url();
  expect(address).toMatch(/\/delivery\/[\w-]{36}$/);
  const [, token = ''] = link.split('#');
  expect(token.length).toBeGreaterThan(20);
  expect(server.log).not.toContain(token);

  // As text: every space and line of it, and nothing made of it.
  expect(await reader.locator('.letter').evaluate((element) => element.innerHTML)).toBe(
    letter.replace(/</g, '&lt;').replace(/>/g, '&gt;'),
  );
  await expect(reader.getByText(person.email)).toBeVisible();
  await expect(reader.getByText(/^.Ольга Лаврова., вам пишет/)).toBeVisible();
  await expect(reader.getByText(/Ссылка из письма действует до \d+/)).toBeVisible();
  expect(await widthOverflow(reader)).toBe(0);
  expect(await firstLoadBytes(reader)).toBeLessThan(30 * 1024);

  const [file] = await Promise.all([
    reader.waitForEvent('download'),
    reader.getByRole('link', { name: /^Дача, 1987\.txt/ }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('Дача, 1987.txt');
  expect(readFileSync(await file.path(), 'utf8')).toBe('Лето');
  const [zip] = await Promise.all([
    reader.waitForEvent('download'),
    reader.getByRole('link', { name: /^Сохранить всё, / }).click(),
  ]);
  expect(
    readFileSync(await zip.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');

  await reader.reload();
  await expect(reader.getByRole('heading', { level: 1, name: 'Письмо внукам' })).toBeVisible();

  await reader.getByRole('button', { name: 'Ссылку переслали по ошибке?' }).click();
  await expect(reader.getByRole('button', { name: 'Оставить как есть' })).toBeFocused();
  await reader.getByRole('button', { name: 'Закрыть ссылку' }).click();
  await expect(reader.getByRole('heading', { level: 1, name: 'Ссылка закрыта' })).toBeFocused();
  await expect(reader.getByText(letter.slice(0, 12))).toHaveCount(0);

  await reader.goto(address);
  await expect(reader.getByRole('heading', { name: 'Откройте ссылку ещё раз' })).toBeVisible();
  const renewed = await mailbox.newestLink(contact.email, '/delivery');
  expect(renewed).not.toBe(link);
  await reader.goto(link);
  await expect(reader.getByRole('heading', { name: 'Эта ссылка закрыта' })).toBeVisible();
  // The page is the same and only what follows # changes, so the browser does not load it again.
  await reader.goto(renewed);
  await expect(reader.getByRole('heading', { level: 1, name: 'Письмо внукам' })).toBeVisible();

  await contact.request.dispose();
});

test('a recipient of several letters reads them one after another from one link', async ({
  page,
  person,
  mailbox,
  visitor,
  server,
}) => {
  expect(person.email).toBeTruthy();
  const contact = await trustedPersonOf(page.request, mailbox, server.url);
  await writeInstruction(page.request, [contact.contactId], 'Где документы', letter);
  const long = 'Антоновку снимайте последней, в конце сентября. '.repeat(9);
  await writeInstruction(page.request, [contact.contactId], 'Письмо внукам', long);
  await activateProtocol(contact, server.url);

  const reader = await visitor({ viewport: { width: 360, height: 740 } });
  await watchMoves(reader.context());
  await reader.goto(await mailbox.newestLink(contact.email, '/delivery'));
  const all = reader.getByRole('heading', { level: 1, name: 'Вам оставили два послания' });
  await expect(all).toBeFocused();
  await expectSteady(reader);
  await expect(reader.getByText(/^.Ольга Лаврова., вам пишет/)).toBeVisible();
  expect(await widthOverflow(reader)).toBe(0);

  const other = reader.getByRole('link', { name: /не открыто/ });
  const title = /Где документы/.test((await other.textContent()) ?? '')
    ? 'Где документы'
    : 'Письмо внукам';
  await follow(other, title);
  await expect(reader.getByRole('heading', { level: 1, name: title })).toBeFocused();
  await reader.goBack();
  await expect(all).toBeFocused();
  await expect(reader.getByRole('link', { name: /открыто \d/ })).toContainText(title);

  const first = title === 'Где документы' ? 'Письмо внукам' : 'Где документы';
  await follow(reader.getByRole('link', { name: 'Читать дальше' }), first);
  await reader.reload();
  await follow(reader.getByRole('link', { name: 'Все послания' }), all);
  await expect(all).toBeFocused();
  await contact.request.dispose();
});

test('an owner sees beforehand the page of a contact, which records and closes nothing', async ({
  page,
  person,
  mailbox,
  visitor,
  server,
}) => {
  const contact = await trustedPersonOf(page.request, mailbox, server.url);
  const address = `/delivery?preview=${contact.contactId}`;
  const line = page.getByText('Так эту страницу увидит Ольга Лаврова. Сейчас её видите только вы.');
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: 'Пока ничего нет' })).toBeVisible();
  await expect(line).toBeVisible();

  const { id } = await writeInstruction(page.request, [contact.contactId], 'Письмо внукам', letter);
  await attachText(page.request, id, 'Рецепты.txt', 'Пироги');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Письмо внукам' })).toBeVisible();
  await expect(line).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ссылку переслали по ошибке?' })).toBeDisabled();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^Рецепты\.txt/ }).click(),
  ]);
  expect(readFileSync(await file.path(), 'utf8')).toBe('Пироги');

  // Nobody else gets there, and who signs in comes back to it.
  const stranger = await visitor();
  await stranger.goto(address);
  await expect(stranger).toHaveURL(/\/login\?redirect=/);
  await stranger.getByLabel('Электронная почта').fill(person.email);
  await stranger.getByLabel('Пароль', { exact: true }).fill(strongPassword);
  await stranger.getByRole('button', { name: 'Войти', exact: true }).click();
  await expect(stranger.getByRole('heading', { name: 'Письмо внукам', level: 1 })).toBeVisible();
  await contact.request.dispose();
});

test('a wrong link, a missing one and a broken line are told calmly, in the reader’s language', async ({
  page,
}) => {
  await page.goto('/delivery#not-a-token-that-was-ever-sent');
  await expect(page.getByRole('heading', { name: 'Ссылка не действует' })).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');

  await page.getByLabel('Язык').selectOption('fr');
  await expect(page.getByRole('heading', { name: 'Ce lien ne fonctionne pas' })).toBeVisible();
  await page.goto('/delivery');
  await expect(page.getByRole('heading', { name: 'Ouvrez le lien de l’e-mail' })).toBeVisible();

  await page.route('**/api/delivery-links/opening', (route) => route.abort());
  await page.goto('/delivery#not-a-token-either');
  await expect(page.getByRole('heading', { name: 'Pas de connexion' })).toBeVisible();
  await page.unroute('**/api/delivery-links/opening');
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(page.getByRole('heading', { name: 'Ce lien ne fonctionne pas' })).toBeVisible();
});

function widthOverflow(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

/** Scripts and style sheets as they travelled. */
function firstLoadBytes(page: Page): Promise<number> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\.(js|css)$/.test(name))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  );
}

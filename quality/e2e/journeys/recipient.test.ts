import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { supportTerms } from '@zavet/contract/desk/support-values';
import { words } from '../in-locale.ts';
import { hasDarkPixels, picture, scriptedPdf, zipEntries } from '../journey-files.ts';
import { expect, skipDays, test } from '../own-server-fixture.ts';
import { setOwnName } from '../people.ts';
import { activateProtocol, createTrustedPerson } from '../protocol.ts';
import { follow, screen } from '../screen.ts';
import { expectAccessible, expectNoLayoutShift, watchLayoutShifts } from '../screen-checks.ts';
import { attachFile, createInstruction } from '../vault.ts';

test.use({ settings: { SUPPORT_EMAIL: 'people@example.org' } });

const phone = { viewport: { width: 360, height: 740 } };
const letter = 'Мои дорогие,\n\n  <b>ключи</b> у соседки: https://example.org/x 🌿';

test('a recipient reads two letters and their files without an account, keeps them offline, closes a forwarded link, and sees that a link has expired after a year', async ({
  page,
  person,
  mailbox,
  visitor,
  ownServer,
}, testInfo) => {
  expect(person.email).toBeTruthy();
  await setOwnName(page.request, 'Анна', 'Лаврова');
  const contact = await createTrustedPerson(page.request, mailbox, ownServer.url);
  const { id } = await createInstruction(
    page.request,
    [contact.contactId],
    'Письмо внукам',
    letter,
  );
  await attachFile(page.request, id, picture.name, picture.buffer);
  await attachFile(page.request, id, 'Рецепты.pdf', scriptedPdf());
  await createInstruction(page.request, [contact.contactId], 'Где документы');
  await activateProtocol(contact, ownServer.url);
  const link = await mailbox.newestLink(contact.email, '/delivery');

  const reader = await visitor(phone);
  await watchLayoutShifts(reader.context());
  const asked: string[] = [];
  reader.on('request', (request) => asked.push(request.url()));
  await reader.goto(link);
  const all = reader.getByRole('heading', { level: 1, name: 'Вам оставили два письма' });
  await expect(all).toBeFocused();
  await expectNoLayoutShift(reader);
  await expectAccessible(reader);
  const [, token = ''] = link.split('#');
  expect(token.length).toBeGreaterThan(20);
  expect(ownServer.log).not.toContain(token);
  await expect(reader).toHaveURL(/\/delivery\/[\w-]{36}$/);
  await expect(reader.getByText('Протокол запустили вы.')).toBeVisible();
  await expect(reader.getByText('Мне доверили')).toHaveCount(0);
  await expect(reader.getByText(/^.Ольга Лаврова., вам пишет/)).toBeVisible();
  expect(await firstLoadBytes(reader)).toBeLessThan(30 * 1024);

  await follow(reader.getByRole('link', { name: /^Где документы/ }), 'Где документы');
  await expect(reader.getByRole('heading', { level: 1, name: 'Где документы' })).toBeFocused();
  await reader.goBack();
  await expect(all).toBeFocused();
  await expect(reader.getByRole('link', { name: /открыто \d/ })).toContainText('Где документы');
  await follow(reader.getByRole('link', { name: 'Читать дальше' }), 'Письмо внукам');
  // Plain text: white space is kept, markup is not interpreted.
  expect(await reader.locator('.letter').evaluate((element) => element.innerHTML)).toBe(
    letter.replace(/</g, '&lt;').replace(/>/g, '&gt;'),
  );
  await expect(reader.getByText(/Ссылка действует до \d+/)).toBeVisible();
  // The letter with a photo has no layout shift when it is loaded by its own address.
  await reader.reload();
  await expect(reader.getByRole('img', { name: picture.name })).toHaveJSProperty('naturalWidth', 1);
  await expectNoLayoutShift(reader);
  expect(asked.filter((url) => url.includes('pdf'))).toEqual([]);
  await pressKey(reader.getByRole('button', { name: 'Показать: Рецепты.pdf' }));
  await expect.poll(() => hasDarkPixels(reader.locator('canvas'))).toBe(true);
  await expect(reader.locator('canvas')).toHaveText('Recipes', { useInnerText: false });
  await expectAccessible(reader);
  await pressKey(reader.getByRole('button', { name: 'Скрыть: Рецепты.pdf' }));
  await expect(reader.locator('canvas')).toHaveCount(0);
  const [file] = await Promise.all([
    reader.waitForEvent('download'),
    reader.getByRole('link', { name: new RegExp(`^${picture.name}`) }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(picture.name);
  expect(readFileSync(await file.path()).equals(picture.buffer)).toBe(true);

  await reader.goBack();
  await expect(all).toBeFocused();
  const [saved] = await Promise.all([
    reader.waitForEvent('download'),
    reader.getByRole('link', { name: /^Сохранить, / }).click(),
  ]);
  const { name, ext } = parse(saved.suggestedFilename());
  expect(name).toMatch(words.find('Письма (Анна Лаврова)', { exact: true }));
  expect(ext).toBe('.zip');
  const folder = testInfo.outputPath('letters');
  unpack(readFileSync(await saved.path()), folder);
  await readOffline(await visitor({ ...phone, offline: true, javaScriptEnabled: false }), folder);

  await follow(reader.getByRole('link', { name: /^Где документы/ }), 'Где документы');
  await reader.reload();
  await screen(reader, 'Где документы').waitFor();
  await reader.getByRole('button', { name: 'Ссылку переслали по ошибке?' }).click();
  await expect(reader.getByRole('button', { name: 'Оставить как есть' })).toBeFocused();
  await reader.getByRole('button', { name: 'Закрыть ссылку' }).click();
  await expect(reader.getByRole('heading', { level: 1, name: 'Ссылка закрыта' })).toBeFocused();
  const renewed = await mailbox.newestLink(contact.email, '/delivery');
  expect(renewed).not.toBe(link);
  await reader.goto(link);
  await expect(reader.getByRole('heading', { name: 'Эта ссылка закрыта' })).toBeVisible();
  // Only the fragment changes, so the browser does not load the page again.
  await reader.goto(renewed);
  await expect(all).toBeVisible();

  await skipDays(page, 366);
  await reader.goto(renewed);
  const ended = screen(reader, 'Ссылка не действует');
  await expect(ended.getByText(/Ссылки действуют год/)).toBeVisible();
  expect(new URL(reader.url()).hash).toBe('');
  await expect(reader.getByRole('link', { name: 'people@example.org' })).toHaveAttribute(
    'href',
    'mailto:people@example.org',
  );
  const hours = `с ${supportTerms.opensAt} до ${supportTerms.closesAt}`;
  await expect(reader.getByText(hours)).toBeVisible();
  await expectAccessible(reader);
  await reader.getByLabel('Язык').selectOption('fr');
  await expect(reader.getByRole('heading', { name: 'Ce lien ne fonctionne pas' })).toBeVisible();
  await reader.goto('/delivery');
  await expect(reader.getByRole('heading', { name: 'Ouvrez le lien de l’e-mail' })).toBeVisible();
  await reader.route('**/api/delivery-links/opening', (route) => route.abort());
  await reader.goto('/delivery#not-a-token');
  await expect(reader.getByRole('heading', { name: 'Pas de connexion' })).toBeVisible();
  await reader.unroute('**/api/delivery-links/opening');
  await reader.getByRole('button', { name: 'Réessayer' }).click();
  await expect(reader.getByRole('heading', { name: 'Ce lien ne fonctionne pas' })).toBeVisible();

  // Without scripts the page shows instructions and the support address.
  const old = await visitor({ javaScriptEnabled: false });
  await old.goto(link);
  await expect(old.getByText(/^Письмо не открывается\? Включите/)).toContainText(
    'people@example.org',
  );
  await contact.request.dispose();
});

/** Reads the saved letters from the disk, without network and scripts. */
async function readOffline(disk: Page, folder: string): Promise<void> {
  const asked: string[] = [];
  disk.on('request', (request) => asked.push(request.url()));
  const first = readdirSync(folder).find((name) => name.endsWith('.html')) ?? '';
  await disk.goto(pathToFileURL(join(folder, first)).href);
  const index = screen(disk, 'Письма, которые вам оставили');
  await expect(index.getByText(/без интернета/)).toBeVisible();
  const opened = await follow(index.getByRole('link', { name: 'Письмо внукам' }), 'Письмо внукам');
  await expect(opened.locator('.text')).toHaveText(letter, { useInnerText: true });
  await expect(opened.locator('img')).toHaveJSProperty('naturalWidth', 1);
  await follow(disk.getByRole('link', { name: 'Все письма' }), index);
  expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([]);
}

function unpack(zip: Buffer, folder: string): void {
  for (const [name, bytes] of zipEntries(zip)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
}

async function pressKey(button: Locator): Promise<void> {
  await button.focus();
  await button.press('Enter');
}

/** Transferred bytes of scripts and style sheets. */
function firstLoadBytes(page: Page): Promise<number> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\.(js|css)$/.test(name))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  );
}

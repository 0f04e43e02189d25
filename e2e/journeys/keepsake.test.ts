import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { bringAxe, expectAccessible } from '../accessible.ts';
import { picture } from '../attaching.ts';
import { activateProtocol, ownerTrusting, trustedPersonOf } from '../protocol.ts';
import { follow, screen } from '../screen.ts';
import { scriptedPdf } from '../scripted-pdf.ts';
import { expect, test } from '../server-fixture.ts';
import { attachBytes, attachText, writeInstruction } from '../vault.ts';
import { zipEntries } from '../zip-entries.ts';

const text = 'Мои дорогие,\n\n  обнимаю вас. 🌿';

test('everything is saved in one file that opens without network, scripts and us', async ({
  page,
  person,
  mailbox,
  visitor,
  server,
}, testInfo) => {
  expect(person.email).toBeTruthy();
  const contact = await trustedPersonOf(page.request, mailbox, server.url);
  const { id } = await writeInstruction(page.request, [contact.contactId], 'Письмо: внукам', text);
  await attachBytes(page.request, id, picture.name, picture.buffer);
  await writeInstruction(page.request, [contact.contactId], 'Где документы');
  await activateProtocol(contact, server.url);
  const reader = await visitor({ viewport: { width: 360, height: 740 } });
  await reader.goto(await mailbox.newestLink(contact.email, '/delivery'));
  await screen(reader, 'Вам оставили два послания').waitFor();
  await expect(reader.getByText('Протокол запустили вы.')).toBeVisible();
  const [saved] = await Promise.all([
    reader.waitForEvent('download'),
    reader.getByRole('link', { name: /^Сохранить всё, / }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe(`Послания (${person.email}).zip`);

  const folder = testInfo.outputPath('keepsake');
  const entries = unpack(readFileSync(await saved.path()), folder);
  expect([...entries.keys()].toSorted()).toEqual([
    '01 Письмо_ внукам/files/дача 🏡.png',
    '01 Письмо_ внукам/letter.html',
    '01 Письмо_ внукам/letter.pdf',
    '02 Где документы/letter.html',
    '02 Где документы/letter.pdf',
    'READ-ME.txt',
    'index.html',
  ]);
  const disk = await visitor({
    offline: true,
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  });
  const asked: string[] = [];
  disk.on('request', (request) => asked.push(request.url()));
  await disk.goto(pathToFileURL(join(folder, 'index.html')).href);
  const index = screen(disk, 'Послания, которые вам оставили');
  await expect(index.getByText(/без интернета/)).toBeVisible();
  const letter = await follow(
    index.getByRole('link', { name: 'Письмо: внукам' }),
    'Письмо: внукам',
  );
  await expect(letter.locator('.text')).toHaveText(text, { useInnerText: true });
  await expect(letter.locator('img')).toHaveJSProperty('naturalWidth', 1);
  await follow(disk.getByRole('link', { name: 'Все послания' }), index);
  expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([]);
  await contact.request.dispose();
});

test('a picture and a PDF are shown on the page when they are asked for, and hidden again', async ({
  page,
  person,
  mailbox,
  visitor,
  server,
}) => {
  expect(person.email).toBeTruthy();
  const contact = await trustedPersonOf(page.request, mailbox, server.url);
  const { id } = await writeInstruction(page.request, [contact.contactId], 'Письмо внукам', text);
  await attachBytes(page.request, id, picture.name, picture.buffer);
  await attachBytes(page.request, id, 'Рецепты.pdf', scriptedPdf());
  await attachText(page.request, id, 'Список.txt', 'Соль');
  await activateProtocol(contact, server.url);
  const reader = await visitor({ viewport: { width: 360, height: 740 } });
  await bringAxe(reader.context());
  const asked: string[] = [];
  reader.on('request', (request) => asked.push(request.url()));
  await reader.goto(await mailbox.newestLink(contact.email, '/delivery'));
  await screen(reader, 'Письмо внукам').waitFor();
  await expect(reader.getByRole('button', { name: /^Показать/ })).toHaveCount(2);
  expect(asked.filter((url) => /\/files\/|pdf/.test(url))).toEqual([]);

  await pressKey(reader.getByRole('button', { name: `Показать: ${picture.name}` }));
  const shown = reader.getByRole('img', { name: picture.name });
  await expect(shown).toHaveJSProperty('naturalWidth', 1);
  const hide = reader.getByRole('button', { name: `Скрыть: ${picture.name}` });
  await expect(hide).toHaveAttribute('aria-expanded', 'true');
  await expect(hide).toBeFocused();
  await expectAccessible(reader);
  await pressKey(hide);
  await expect(shown).toHaveCount(0);

  await pressKey(reader.getByRole('button', { name: 'Показать: Рецепты.pdf' }));
  await expect.poll(() => hasInk(reader)).toBe(true);
  await expect(reader.locator('canvas')).toHaveText('Recipes', { useInnerText: false });
  await expectAccessible(reader);
  await pressKey(reader.getByRole('button', { name: 'Скрыть: Рецепты.pdf' }));
  await expect(reader.locator('canvas')).toHaveCount(0);
  await contact.request.dispose();
});

test('who came from «Мне доверили» finds the way back, and others do not see it', async ({
  page,
  person,
  mailbox,
  server,
  visitor,
}) => {
  const me = { request: page.request, email: person.email };
  const { owner, contactId } = await ownerTrusting(me, mailbox, server.url);
  await writeInstruction(owner, [contactId], 'Где ключи');
  await activateProtocol({ ...me, contactId }, server.url);
  await page.goto('/trusted-legacies');
  await page.getByRole('button', { name: 'Открыть: Где завещание' }).click();
  await screen(page, 'Где завещание').waitFor();
  await follow(page.getByRole('link', { name: 'Все послания' }), 'Вам оставили два послания');
  await page.reload();
  await follow(
    page.getByRole('link', { name: 'Назад к «Мне доверили»' }),
    page.getByRole('button', { name: 'Открыть: Где завещание' }),
  );

  const reader = await visitor();
  await reader.goto(await mailbox.newestLink(person.email, '/delivery'));
  await screen(reader, 'Вам оставили два послания').waitFor();
  await expect(reader.getByText('Мне доверили')).toHaveCount(0);
  await owner.dispose();
});

function unpack(zip: Buffer, folder: string): Map<string, Buffer> {
  const entries = zipEntries(zip);
  for (const [name, bytes] of entries) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
  return entries;
}

async function pressKey(button: Locator): Promise<void> {
  await button.focus();
  await button.press('Enter');
}

/** Whether something dark has been drawn. */
async function hasInk(page: Page): Promise<boolean> {
  const canvas = page.locator('canvas');
  if ((await canvas.count()) === 0) return false;
  return canvas.evaluate((drawn: HTMLCanvasElement) => {
    const { data = [] } =
      drawn.getContext('2d')?.getImageData(0, 0, drawn.width, drawn.height) ?? {};
    return Array.from(data).some((value, place) => place % 4 === 0 && value < 100);
  });
}

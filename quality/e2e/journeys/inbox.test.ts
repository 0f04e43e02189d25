import { readFile, writeFile } from 'node:fs/promises';
import { type ImapStandIn, startImapStandIn } from '@zavet/imap-stand-in/stand-in';
import { words } from '../in-locale.ts';
import { test as base, expect } from '../own-server-fixture.ts';
import { follow } from '../screen.ts';

/** A server that may read mailboxes of an IMAP stand-in on loopback. */
const test = base.extend<{ imap: ImapStandIn }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of this parameter.
  imap: async ({}, use) => {
    const imap = await startImapStandIn();
    await use(imap);
    await imap.stop();
  },
  settings: async ({ imap }, use, testInfo) => {
    const certificate = testInfo.outputPath('ca.pem');
    await writeFile(certificate, imap.certificate);
    await use({
      MAILBOX_ALLOWED_HOSTS: `localhost:${imap.port}`,
      NODE_EXTRA_CA_CERTS: certificate,
    });
  },
});

const letter = `From: =?utf-8?B?${Buffer.from('Вера Ильина').toString('base64')}?= <vera@example.org>
To: owner@mail.example
Subject: =?utf-8?B?${Buffer.from('Ключи от дачи').toString('base64')}?=
Date: Mon, 16 Nov 2026 10:00:00 +0000
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=part

--part
Content-Type: text/html; charset=utf-8

<p>Воду перекрыли, <b>ключ у меня</b>.</p><img src="https://images.example/seen.gif" alt="">
<script>document.body.textContent = 'taken over'</script>
--part
Content-Type: text/plain; charset=utf-8; name="list.txt"
Content-Disposition: attachment; filename="list.txt"

Чайник, лампа, плед
--part--
`;

test('a mailbox is connected, read and disconnected without any change to it', async ({
  page,
  person,
  imap,
}) => {
  expect(person.email).toBeTruthy();
  words.addContent('Вера Ильина', 'Ключи от дачи', 'ключ у меня');
  imap.deliver('INBOX', letter);
  imap.deliver('Spam', 'From: win@example.org\nSubject: You won\n\nTake it.\n');

  await page.goto('/settings?tab=email');
  await page.getByRole('radio', { name: /Другой сервер/ }).check();
  await page.getByLabel('Адрес ящика').fill(imap.user);
  await page.getByLabel('Почтовый сервер (IMAP)').fill('localhost');
  await page.getByLabel('Порт', { exact: true }).fill(String(imap.port));
  const password = page.getByLabel('Пароль или пароль приложения');
  await password.fill('guessed');
  await page.getByRole('button', { name: 'Проверить и подключить' }).click();
  await expect(page.getByText('Имя или пароль не подошли.')).toBeVisible();
  await password.fill(imap.password);
  await page.getByRole('button', { name: 'Проверить и подключить' }).click();
  await expect(page.getByText(/Обновлено/)).toBeVisible();

  const mail = await follow(page.getByRole('link', { name: 'Открыть входящие' }), 'Почта');
  const unread = mail.getByRole('link', { name: /^Входящие/ }).filter({ hasText: 'непрочитанное' });
  await expect(unread).toContainText(/(?<!\d)1 /);
  await mail.getByLabel('Поиск в письмах').fill('ключи');
  await expect(mail.getByText('Найдено 1 письмо')).toBeVisible();
  const opened = mail.getByRole('heading', { name: 'Ключи от дачи' });
  await follow(mail.getByRole('link', { name: /Вера Ильина/ }), opened);
  await expect(mail.frameLocator('iframe').getByText('ключ у меня')).toBeVisible();
  await expect(mail.getByRole('button', { name: 'Показать картинки' })).toBeVisible();

  const saved = page.waitForEvent('download');
  await mail.getByRole('button', { name: 'Скачать: list.txt' }).click();
  const file = await (await saved).path();
  expect((await readFile(file, 'utf8')).trim()).toBe('Чайник, лампа, плед');
  expect(imap.folder('INBOX').mails.map(({ flags }) => [...flags])).toEqual([[]]);

  await page.goto('/settings?tab=email');
  await page.getByRole('button', { name: 'Отключить ящик' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отключить', exact: true }).click();
  await expect(page.getByText('Где ваш ящик')).toBeVisible();
  await page.goto('/mail?folder=inbox');
  await expect(page.getByRole('heading', { name: 'Ящик не подключён' })).toBeVisible();
});

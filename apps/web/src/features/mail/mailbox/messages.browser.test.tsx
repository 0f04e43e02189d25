import type { MailboxView } from '@zavet/contract/mail/mailbox-endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test/accessibility.ts';
import { fakeServer } from '../../../../test/fake-server.ts';
import { mailboxOf, messageOf, summaryOf } from '../../../../test/mailbox-fixture.ts';
import { addressNow, openPage, pressTwice } from '../../../../test/page.tsx';
import { answerSignedInUser } from '../../../../test/signed-in-person.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const text = (words: string | RegExp) => page.getByText(words);
const link = (name: RegExp) => page.getByRole('link', { name });
const inbox = page.getByRole('list', { name: 'Входящие' });

let mailbox: MailboxView | null;

beforeEach(() => {
  answerSignedInUser(fakeServer);
  mailbox = mailboxOf();
  fakeServer.answer('getMailbox', () => ({ mailbox }));
  fakeServer.answer('listMailboxMessages', { messages: [], next_cursor: null, found: null });
});

describe('folders of the mailbox', () => {
  it('link to the settings until a mailbox is connected', async () => {
    mailbox = null;
    await openPage('/mail?folder=inbox');
    await expect.element(text('Ящик не подключён')).toBeVisible();
    await expectAccessible();
    await link(/Подключить ящик/).click();
    await expect.poll(addressNow).toBe('/settings?tab=email');
  });

  it('show all four folders with their unread counts', async () => {
    await openPage('/mail');
    await expect.element(link(/^Исходящие 0/)).toBeVisible();
    await expect.element(link(/^Входящие 3 непрочитанных/)).toBeVisible();
    await link(/^Спам/).click();
    await expect.element(text('В спаме пусто')).toBeVisible();
    await expect.element(text(/Новый спам появится здесь/)).toBeVisible();
  });

  it('load page by page and focus the first new message', async () => {
    const all = Array.from({ length: 120 }, (_, number) => summaryOf(number + 1));
    fakeServer.answer('listMailboxMessages', ({ query }) => {
      const start = Number(query.cursor ?? 0);
      const next = start + 50;
      const next_cursor = next < all.length ? String(next) : null;
      return { messages: all.slice(start, next), next_cursor, found: null };
    });
    await openPage('/mail?folder=inbox');
    await expect.poll(() => inbox.getByRole('link').elements().length).toBe(50);
    await pressTwice(button('Показать ещё'));
    await expect.poll(() => inbox.getByRole('link').elements().length).toBe(100);
    await expect.element(link(/Соседка 51 /)).toHaveFocus();
    await button('Показать ещё').click();
    await expect.poll(() => inbox.getByRole('link').elements().length).toBe(120);
    await expect.element(link(/Соседка 101 /)).toHaveFocus();
    expect(button('Показать ещё').elements()).toEqual([]);
    expect(fakeServer.callsOf('listMailboxMessages')).toHaveLength(3);
  });

  it('announce unread messages and attachments in words', async () => {
    const messages = [
      summaryOf(1, { is_unread: true, has_attachments: true }),
      summaryOf(2, { subject: '', from: null, received_at: null, preview: '' }),
    ];
    fakeServer.answer('listMailboxMessages', { messages, next_cursor: null, found: null });
    await openPage('/mail?folder=inbox');
    await expect
      .element(link(/^Не прочитано\. Соседка 1 сегодня О даче, письмо 1 ?Есть вложения/))
      .toBeVisible();
    await expect.element(link(/^Отправитель не указан Без темы$/)).toBeVisible();
    await expectAccessible();
  });

  it('keep the search text when the folder changes', async () => {
    fakeServer.answer('listMailboxMessages', ({ query }) =>
      query.search
        ? { messages: query.folder === 'inbox' ? [summaryOf(7)] : [], next_cursor: null, found: 1 }
        : { messages: [summaryOf(1)], next_cursor: null, found: null },
    );
    await openPage('/mail?folder=inbox');
    await page.getByLabelText('Поиск в письмах').fill(' дача ');
    await expect.element(text('Найдено 1 письмо')).toBeVisible();
    await expect.element(link(/Соседка 7/)).toBeVisible();
    await link(/^Спам/).click();
    await expect.element(text(/Поиск идёт по именам/)).toBeVisible();
    const searched = fakeServer.callsOf('listMailboxMessages').map(({ query }) => query);
    expect(searched.at(-1)).toEqual({ folder: 'spam', search: 'дача' });
  });

  it('fill during the first sync', async () => {
    const progress = { done: 0, total: 2 };
    const folders = mailboxOf().folders.map((folder) => ({ ...folder, listed: 0 }));
    mailbox = mailboxOf({ state: 'first_sync', last_email_sync: null, progress, folders });
    await openPage('/mail?folder=inbox');
    await expect.element(text(/Собираем список: 0 из 2/)).toBeVisible();
    expect(text('Во входящих пусто').elements()).toEqual([]);
    const messages = [summaryOf(1)];
    fakeServer.answer('listMailboxMessages', { messages, next_cursor: null, found: null });
    mailbox = mailboxOf({
      ...mailbox,
      folders: folders.map((folder) => ({ ...folder, listed: 1 })),
    });
    await expect.element(link(/Соседка 1/)).toBeVisible();
  });

  it('stay readable when the sync has stopped, and show the reason', async () => {
    mailbox = mailboxOf({ state: 'stopped', trouble: 'login_refused' });
    const messages = [summaryOf(1)];
    fakeServer.answer('listMailboxMessages', { messages, next_cursor: null, found: null });
    await openPage('/mail?folder=inbox');
    await expect.element(text('Сервер больше не принимает пароль')).toBeVisible();
    await expect.element(link(/Открыть настройки/)).toBeVisible();
    await expect.element(link(/Соседка 1/)).toBeVisible();
  });
});

describe('message of the mailbox', () => {
  const open = () => openPage(`/mail?folder=inbox&message=${messageOf().id}`);
  const frame = () => document.querySelector('iframe');

  it('shows plain text with links if there is no HTML', async () => {
    fakeServer.answer('getMailboxMessage', messageOf());
    await open();
    await expect.element(text('Соседка 1 <neighbour-1@example.org>')).toBeVisible();
    await expect
      .element(link(/^https:\/\/example\.org\/dacha$/))
      .toHaveAttribute('rel', 'noopener noreferrer');
    await expect.element(text(/можно в самом ящике/)).toBeVisible();
    expect(frame()).toBeNull();
    await expectAccessible();
  });

  it('shows remote images only on request, in a sandboxed frame', async () => {
    fakeServer.answer('getMailboxMessage', messageOf({ has_html: true, has_remote_images: true }));
    await open();
    await expect.element(text(/по ним отправитель узнаёт/)).toBeVisible();
    const page = `/api/mailbox/messages/${messageOf().id}/page`;
    expect(frame()?.getAttribute('src')).toBe(`${page}?images=hidden&theme=light`);
    expect(frame()?.getAttribute('sandbox')).toBe('allow-popups allow-popups-to-escape-sandbox');
    await button('Показать картинки').click();
    await expect.element(text(/мог узнать, что письмо открыто/)).toBeVisible();
    expect(frame()?.getAttribute('src')).toBe(`${page}?images=shown&theme=light`);
    await button('Скрыть картинки').click();
    expect(frame()?.getAttribute('src')).toBe(`${page}?images=hidden&theme=light`);
  });

  it('can be switched to plain text', async () => {
    fakeServer.answer('getMailboxMessage', messageOf({ has_html: true }));
    await open();
    await expect.poll(frame).not.toBeNull();
    expect(button('Показать картинки').elements()).toEqual([]);
    await page.getByRole('radio', { name: 'Только текст' }).click();
    await expect.element(text(/Снимки здесь/)).toBeVisible();
    expect(frame()).toBeNull();
    expect(fakeServer.callsOf('getMailboxMessage')).toHaveLength(1);
  });

  it('downloads an attachment once on a double click', async () => {
    const attachments = [
      { index: 0, file_name: 'снимок.jpg', mime_type: 'image/jpeg', size: 1_572_864 },
      { index: 1, file_name: 'счёт.pdf', mime_type: 'application/pdf', size: 34_000 },
    ];
    fakeServer.answer('getMailboxMessage', messageOf({ attachments, is_broken: true }));
    fakeServer.answer('downloadMailboxAttachment', new Blob(['bytes']));
    await open();
    await expect.element(text(/часть прочитать не удалось/)).toBeVisible();
    await expect.element(text('1,5 МБ')).toBeVisible();
    await pressTwice(button('Скачать: счёт.pdf'));
    await expect.poll(() => fakeServer.callsOf('downloadMailboxAttachment').length).toBe(1);
    expect(fakeServer.callsOf('downloadMailboxAttachment')[0]?.params).toEqual({
      id: messageOf().id,
      index: '1',
    });
    await expectAccessible();
  });

  it.each([
    ['mailbox_message_missing', 410, 'Этого письма больше нет'],
    ['mailbox_message_too_large', 413, 'Письмо слишком большое'],
  ] as const)('shows %s without a retry', async (code, status, title) => {
    fakeServer.refuse('getMailboxMessage', status, code);
    await open();
    await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
    expect(button('Попробовать снова').elements()).toEqual([]);
  });

  it('is retried only manually when the mailbox does not answer', async () => {
    fakeServer.refuse('getMailboxMessage', 502, 'mailbox_unavailable');
    await open();
    await expect.element(text(/Ящик не отвечает/)).toBeVisible();
    expect(fakeServer.callsOf('getMailboxMessage')).toHaveLength(1);
    fakeServer.answer('getMailboxMessage', messageOf());
    await page.getByRole('alert').getByRole('button').click();
    await expect.element(text(/Снимки здесь/)).toBeVisible();
  });
});

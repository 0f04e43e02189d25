import type {
  MailboxMessageSummary,
  MailboxMessageView,
  MailboxView,
} from '@zavet/contract/mail/mailbox-endpoints';

/** A connected and synchronised mailbox. */
export function mailboxOf(facts: Partial<MailboxView> = {}): MailboxView {
  return {
    email_integration_connected: true,
    integrated_email_address: 'anna@yandex.ru',
    auto_sync_enabled: true,
    last_email_sync: new Date(Date.now() - 5 * 60_000).toISOString(),
    connected_at: '2026-11-01T10:00:00.000Z',
    provider: 'yandex',
    host: 'imap.yandex.ru',
    port: 993,
    security: 'tls',
    user: 'anna@yandex.ru',
    state: 'working',
    trouble: null,
    progress: null,
    folders: [
      { folder: 'inbox', total: 1204, unread: 3, listed: 1204 },
      { folder: 'spam', total: 0, unread: 0, listed: 0 },
    ],
    ...facts,
  };
}

export function summaryOf(
  number: number,
  facts: Partial<MailboxMessageSummary> = {},
): MailboxMessageSummary {
  return {
    id: `0190f3a2-7c1e-7b3d-9a55-${String(number).padStart(12, '0')}`,
    from: { name: `Соседка ${number}`, address: `neighbour-${number}@example.org` },
    subject: `О даче, письмо ${number}`,
    preview: 'Анна, здравствуйте! Воду на зиму перекрыли, ключ у меня.',
    received_at: new Date().toISOString(),
    is_unread: false,
    has_attachments: false,
    ...facts,
  };
}

export function messageOf(facts: Partial<MailboxMessageView> = {}): MailboxMessageView {
  return {
    ...summaryOf(1),
    folder: 'inbox',
    to: [{ name: 'Анна Лаврова', address: 'anna@yandex.ru' }],
    cc: [],
    reply_to: [],
    text: 'Анна, здравствуйте!\nСнимки здесь: https://example.org/dacha.',
    has_html: false,
    has_remote_images: false,
    is_broken: false,
    attachments: [],
    ...facts,
  };
}

import type { MailboxProvider } from '@zavet/contract/mail/mailbox-values';

const domains: Record<Exclude<MailboxProvider, 'other'>, readonly string[]> = {
  yandex: ['yandex.ru', 'ya.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'narod.ru'],
  mailru: ['mail.ru', 'bk.ru', 'inbox.ru', 'list.ru', 'internet.ru', 'xmail.ru', 'vk.com'],
  gmail: ['gmail.com', 'googlemail.com'],
  outlook: ['outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'live.ru', 'outlook.fr'],
};

/** Which service an address belongs to, where its domain says so. */
export function providerOfAddress(address: string): MailboxProvider | undefined {
  const domain = address.trim().toLowerCase().split('@').at(-1) ?? '';
  const found = Object.entries(domains).find(([, known]) => known.includes(domain));
  return found?.[0] as MailboxProvider | undefined;
}

/** Domains to recognise a service by. */
export function examplesOf(provider: MailboxProvider): string | undefined {
  return provider === 'other' ? undefined : domains[provider].slice(0, 3).join(', ');
}

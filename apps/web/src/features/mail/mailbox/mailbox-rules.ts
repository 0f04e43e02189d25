import type { MailboxView } from '@zavet/contract/mail/mailbox-endpoints';
import type { MailboxProvider } from '@zavet/contract/mail/mailbox-values';

const secondMs = 1000;

/** The polling interval; false if only an action of the owner changes the mailbox. */
export function refetchIntervalMs(
  mailbox: Pick<MailboxView, 'state' | 'trouble' | 'auto_sync_enabled'> | null | undefined,
  isRefreshing: boolean,
): number | false {
  if (!mailbox) return false;
  if (isRefreshing) return 2 * secondMs;
  switch (mailbox.state) {
    case 'first_sync':
      // The server retries an unreachable mailbox only every few minutes.
      return mailbox.trouble === null ? 2 * secondMs : 30 * secondMs;
    case 'working':
      return mailbox.auto_sync_enabled ? 60 * secondMs : false;
    case 'stopped':
      return false;
  }
}

const providerDomains: Record<Exclude<MailboxProvider, 'other'>, readonly string[]> = {
  yandex: ['yandex.ru', 'ya.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'narod.ru'],
  mailru: ['mail.ru', 'bk.ru', 'inbox.ru', 'list.ru', 'internet.ru', 'xmail.ru', 'vk.com'],
  gmail: ['gmail.com', 'googlemail.com'],
  outlook: ['outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'live.ru', 'outlook.fr'],
};

/** The provider of an address; undefined for unknown domains. */
export function providerOfAddress(address: string): MailboxProvider | undefined {
  const domain = address.trim().toLowerCase().split('@').at(-1) ?? '';
  const found = Object.entries(providerDomains).find(([, list]) => list.includes(domain));
  return found?.[0] as MailboxProvider | undefined;
}

/** Returns up to three well-known domains of a provider, separated by commas. */
export function exampleDomainsOf(provider: MailboxProvider): string | undefined {
  return provider === 'other' ? undefined : providerDomains[provider].slice(0, 3).join(', ');
}

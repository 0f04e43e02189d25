import type { MailboxView } from '@zavet/contract/mail/mailbox-endpoints';

const second = 1000;

/** The interval for reading a mailbox again; false where nothing changes by itself. */
export function readAgainAfterMs(
  mailbox: Pick<MailboxView, 'state' | 'trouble' | 'auto_sync_enabled'> | null | undefined,
  isAwaited: boolean,
): number | false {
  if (!mailbox) return false;
  if (isAwaited) return 2 * second;
  switch (mailbox.state) {
    case 'first_sync':
      // A server that does not answer is tried again in minutes.
      return mailbox.trouble === null ? 2 * second : 30 * second;
    case 'working':
      return mailbox.auto_sync_enabled ? 60 * second : false;
    case 'stopped':
      return false;
  }
}

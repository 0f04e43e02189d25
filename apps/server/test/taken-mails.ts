import type { SmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import { vi } from 'vitest';
import { mailboxOf, type TestMailbox, tokenIn } from './test-mailbox.ts';

/** The mails that a mail server took, read as those that are captured. */
export function takenMails({ taken }: SmtpStandIn): TestMailbox {
  const receive = (address: string, count = 1) =>
    vi.waitFor(
      () => {
        const own = taken.filter(({ to }) => to === address);
        if (own.length < count) throw new Error(`${own.length} of ${count} mails to ${address}`);
        return own.map((mail) => ({
          ...mail,
          id: mail.message_id,
          tokenOf: (type: string) => tokenIn(mail.text, type),
        }));
      },
      { timeout: 20_000, interval: 50 },
    );
  return mailboxOf(receive);
}

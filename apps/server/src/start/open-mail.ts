import { join } from 'node:path';
import type { Clock } from '../platform/clock/clock.ts';
import {
  type CapturedMailStore,
  createCapturedMailStore,
} from '../platform/mail/captured-mail-store.ts';
import type { MailTransport } from '../platform/mail/mail-transport.ts';
import type { Configuration } from './configuration.ts';

export interface Mail {
  transport: MailTransport;
  /** There only while mail is captured. */
  captured?: CapturedMailStore;
}

export function openMail(configuration: Configuration, clock: Clock): Mail {
  const { smtpUrl, mailFrom, dataDir } = configuration;
  if (smtpUrl) return { transport: smtpTransport(smtpUrl, mailFrom) };
  const captured = createCapturedMailStore({
    directory: join(dataDir, 'mail'),
    from: mailFrom,
    clock,
  });
  return { transport: captured, captured };
}

/** Loaded with the first mail: the library is large. */
function smtpTransport(url: string, from: string): MailTransport {
  let opened: Promise<MailTransport> | undefined;
  const open = async () => {
    const { createSmtpTransport } = await import('../platform/mail/smtp-transport.ts');
    return createSmtpTransport({ url, from });
  };
  return {
    deliver: async (mail) => {
      opened ??= open();
      return (await opened).deliver(mail);
    },
    close: async () => (await opened)?.close(),
  };
}

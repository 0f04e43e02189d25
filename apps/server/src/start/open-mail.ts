import { join } from 'node:path';
import type { Clock } from '../platform/clock/clock.ts';
import {
  type CapturedMailStore,
  createCapturedMailStore,
} from '../platform/mail/captured-mail-store.ts';
import type { MailTransport } from '../platform/mail/mail-transport.ts';
import { createSmtpTransport } from '../platform/mail/smtp-transport.ts';
import type { Configuration } from './configuration.ts';

export interface Mail {
  transport: MailTransport;
  /** There only while mail is captured. */
  captured?: CapturedMailStore;
}

export function openMail(configuration: Configuration, clock: Clock): Mail {
  const { smtpUrl, mailFrom, dataDir } = configuration;
  if (smtpUrl) return { transport: createSmtpTransport({ url: smtpUrl, from: mailFrom }) };
  const captured = createCapturedMailStore({
    directory: join(dataDir, 'mail'),
    from: mailFrom,
    clock,
  });
  return { transport: captured, captured };
}

import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../clock/clock.ts';
import { type CapturedMailStore, createCapturedMailStore } from './captured-mail-store.ts';
import { type Dkim, isShortKey } from './dkim.ts';
import type { MailTransport } from './mail-transport.ts';
import { pacedTransport } from './paced-transport.ts';
import type { SmtpOptions } from './smtp-transport.ts';

interface MailSettings {
  /** Undefined where mail is captured. */
  smtpUrl: string | undefined;
  mailFrom: string;
  dataDir: string;
  dkim: Dkim | undefined;
  mailPerDomainPerMinute: number;
}

export interface Mail {
  transport: MailTransport;
  /** There only while mail is captured. */
  captured?: CapturedMailStore;
  pausedDomains(): number;
}

/** More than one worker has under way; several queues of one process may meet at a domain. */
const mailsUnderWayPerDomain = 20;

export function openMail(settings: MailSettings, clock: Clock, log: Logger): Mail {
  const { smtpUrl, mailFrom, dataDir, dkim, mailPerDomainPerMinute: perMinute } = settings;
  if (smtpUrl) {
    if (dkim && isShortKey(dkim.key)) {
      log.warn({ code: 'dkim_key_short' }, 'the DKIM key is shorter than 2048 bits');
    }
    const transport = smtpTransport({ url: smtpUrl, from: mailFrom, dkim });
    const limits = { underWay: mailsUnderWayPerDomain, perMinute };
    const paced = pacedTransport(transport, { clock, log, limits });
    return { transport: paced, pausedDomains: paced.pausedDomains };
  }
  const captured = createCapturedMailStore({
    directory: join(dataDir, 'mail'),
    from: mailFrom,
    clock,
  });
  return { transport: captured, captured, pausedDomains: () => 0 };
}

/** Loaded with the first mail: the library is large. */
function smtpTransport(options: SmtpOptions): MailTransport {
  let opened: Promise<MailTransport> | undefined;
  const open = async () => {
    const { createSmtpTransport } = await import('./smtp-transport.ts');
    return createSmtpTransport(options);
  };
  return {
    deliver: async (mail) => {
      opened ??= open();
      return (await opened).deliver(mail);
    },
    close: async () => (await opened)?.close(),
  };
}

import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { MailOutcome, Meter } from '../observability/meter.ts';
import type { Tracing } from '../observability/tracing.ts';
import { type CapturedMailStore, createCapturedMailStore } from './captured-mail-store.ts';
import { type Dkim, isShortKey } from './dkim.ts';
import {
  MailRefused,
  type MailTransport,
  type OutgoingMail,
  replyFacts,
} from './mail-transport.ts';
import { mailKindOf } from './mailer.ts';
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

interface Mail {
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

/** Logs every mail that a server did not take, with what it answered and over which line. */
export function loggedTransport(transport: MailTransport, log: Logger): MailTransport {
  return {
    deliver: (mail) =>
      transport.deliver(mail).catch((error: unknown) => {
        // What waits for its turn was not handed to anybody.
        if (error instanceof MailRefused && error.retryAfterMs === undefined) {
          log.warn(
            {
              code: 'mail_not_taken',
              message_id: mail.message_id,
              is_permanent: error.permanent,
              ...(error.isUnanswered && { is_unanswered: true }),
              ...replyFacts(error, mail.to),
            },
            'a mail server did not take a mail',
          );
        }
        throw error;
      }),
    close: () => transport.close(),
  };
}

export interface MailWatch {
  meter?: Meter | undefined;
  tracing?: Tracing | undefined;
  /** The mail server said something, whatever it was. */
  answered?(): void;
}

/** Counts and follows mails on their way to the mail server, by the name of their kind alone. */
export function watchedTransport(
  transport: MailTransport,
  { meter, tracing, answered }: MailWatch,
): MailTransport {
  const deliver = async (mail: OutgoingMail) => {
    try {
      const receipt = await transport.deliver(mail);
      answered?.();
      meter?.mailHandedOver('taken');
      return receipt;
    } catch (error) {
      const outcome = outcomeOf(error);
      if (outcome !== 'held_back' && error instanceof MailRefused && hasAnswered(error)) {
        answered?.();
      }
      meter?.mailHandedOver(outcome);
      throw error;
    }
  };
  return {
    deliver: (mail) => {
      if (!tracing) return deliver(mail);
      const attributes = { 'zavet.mail': mailKindOf(mail.message_id) };
      return tracing.inSpan('mail hand over', { kind: 'client', attributes }, async (span) => {
        const sent = deliver(mail);
        await sent.catch((error: unknown) => span.note({ 'zavet.mail_outcome': outcomeOf(error) }));
        return sent;
      });
    },
    close: () => transport.close(),
  };
}

function hasAnswered({ isUnanswered, isInterrupted }: MailRefused): boolean {
  return !isUnanswered && !isInterrupted;
}

function outcomeOf(error: unknown): MailOutcome {
  if (!(error instanceof MailRefused)) return 'postponed';
  if (error.retryAfterMs !== undefined) return 'held_back';
  return error.permanent ? 'refused' : 'postponed';
}

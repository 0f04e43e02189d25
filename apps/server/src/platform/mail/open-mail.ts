import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { MailOutcome, Meter, Tracing } from '../observability/telemetry.ts';
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
  /** Undefined if mail is captured. */
  smtpUrl: string | undefined;
  mailFrom: string;
  dataDir: string;
  dkim: Dkim | undefined;
}

interface MailService {
  transport: MailTransport;
  /** Set only if mail is captured. */
  capturedMails?: CapturedMailStore;
  pausedDomains(): number;
}

/** More than the concurrency of one queue, because several queues of a process send to one domain. */
const limitsPerDomain = { concurrent: 20, perMinute: 600 };

export function openMail(settings: MailSettings, clock: Clock, log: Logger): MailService {
  const { smtpUrl, mailFrom, dataDir, dkim } = settings;
  if (smtpUrl) {
    if (dkim && isShortKey(dkim.key)) {
      log.warn({ code: 'dkim_key_short' }, 'the DKIM key is shorter than 2048 bits');
    }
    const transport = lazySmtpTransport({ url: smtpUrl, from: mailFrom, dkim });
    const paced = pacedTransport(transport, { clock, log, limits: limitsPerDomain });
    return { transport: paced, pausedDomains: paced.pausedDomains };
  }
  const directory = join(dataDir, 'mail');
  const capturedMails = createCapturedMailStore({ directory, from: mailFrom, clock });
  return { transport: capturedMails, capturedMails, pausedDomains: () => 0 };
}

/** Loads the large library with the first mail. */
function lazySmtpTransport(options: SmtpOptions): MailTransport {
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

/** Logs every refusal of a mail server with its reply and connection. */
export function loggedTransport(transport: MailTransport, log: Logger): MailTransport {
  return {
    deliver: (mail) =>
      transport.deliver(mail).catch((error: unknown) => {
        const isRefusal = error instanceof MailRefused && error.retryAfterMs === undefined;
        if (isRefusal) {
          log.warn(
            {
              code: 'mail_not_accepted',
              message_id: mail.message_id,
              is_permanent: error.permanent,
              ...(error.isUnanswered && { is_unanswered: true }),
              ...replyFacts(error, mail.to),
            },
            'mail not accepted by the mail server',
          );
        }
        throw error;
      }),
    close: () => transport.close(),
  };
}

/** Mails that the mail server has postponed since it last accepted or finally refused one. */
export interface PostponedMails {
  record(outcome: MailOutcome): void;
  count(): number;
  /** Seconds since the first postponed mail. */
  seconds(): number;
  /** True if the server answers but accepts nothing. */
  isStuck(): boolean;
}

/** Fewer postponed mails may just be greylisted. */
const stuckAfterMails = 3;
const stuckAfterSeconds = 600;

export function createPostponedMails(now = () => performance.now()): PostponedMails {
  let mails = 0;
  let since = 0;
  const seconds = () => (mails === 0 ? 0 : (now() - since) / 1_000);
  return {
    record: (outcome) => {
      // The mail server was not asked to accept these mails.
      if (outcome === 'held_back') return;
      if (mails === 0) since = now();
      mails = outcome === 'postponed' ? mails + 1 : 0;
    },
    count: () => mails,
    seconds,
    isStuck: () => mails >= stuckAfterMails && seconds() >= stuckAfterSeconds,
  };
}

export interface MailMonitoring {
  meter?: Meter | undefined;
  tracing?: Tracing | undefined;
  postponed?: PostponedMails | undefined;
  /** Called after any reply of the mail server. */
  onReply?(): void;
}

/** Counts and traces deliveries by the name of the mail. */
export function watchedTransport(
  transport: MailTransport,
  { meter, tracing, postponed, onReply }: MailMonitoring,
): MailTransport {
  const record = (outcome: MailOutcome) => {
    meter?.mailHandedOver(outcome);
    postponed?.record(outcome);
  };
  const deliver = async (mail: OutgoingMail) => {
    try {
      const receipt = await transport.deliver(mail);
      onReply?.();
      record('accepted');
      return receipt;
    } catch (error) {
      if (isReply(error)) onReply?.();
      record(outcomeOf(error));
      throw error;
    }
  };
  return {
    deliver: (mail) => {
      if (!tracing) return deliver(mail);
      const attributes = { 'zavet.mail': mailKindOf(mail.message_id) };
      return tracing.inSpan('mail hand over', { kind: 'client', attributes }, async (span) => {
        const sent = deliver(mail);
        await sent.catch((error: unknown) =>
          span.setAttributes({ 'zavet.mail_outcome': outcomeOf(error) }),
        );
        return sent;
      });
    },
    close: () => transport.close(),
  };
}

function isReply(error: unknown): boolean {
  if (!(error instanceof MailRefused) || error.retryAfterMs !== undefined) return false;
  return !error.isUnanswered && !error.isInterrupted;
}

function outcomeOf(error: unknown): MailOutcome {
  if (!(error instanceof MailRefused)) return 'postponed';
  if (error.retryAfterMs !== undefined) return 'held_back';
  return error.permanent ? 'refused' : 'postponed';
}

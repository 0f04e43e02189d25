import { createTransport } from 'nodemailer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import { type Dkim, signingOptions } from './dkim.ts';
import {
  type DeliveryReceipt,
  type MailConnection,
  MailRefused,
  type MailTransport,
  type OutgoingMail,
  safeHeaders,
} from './mail-transport.ts';
import {
  announcesSmtpUtf8,
  connectionOptions,
  needsSmtpUtf8,
  type SmtpTimeouts,
  trackConnections,
} from './smtp-connection.ts';

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with user and password if required. */
  url: string;
  /** Sender as `name <address>` or an address. */
  from: string;
  dkim?: Dkim;
  timeouts?: SmtpTimeouts;
}

export function createSmtpTransport({ url, from, dkim, timeouts }: SmtpOptions): MailTransport {
  const options = connectionOptions(url, timeouts);
  const pool = createTransport({
    ...options,
    url,
    pool: true,
    ...(dkim && { dkim: signingOptions(dkim) }),
    // Only for a pooled connection that the server has closed; the job does all other retries.
    maxRequeues: 1,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const connections = trackConnections(pool.transporter);
  const running = new Set<Promise<unknown>>();

  async function send(mail: OutgoingMail): Promise<DeliveryReceipt> {
    const { replyTo, returnPath, ...headers } = safeHeaders(mail);
    const isUtf8 = needsSmtpUtf8(headers.to);
    // Without SMTPUTF8, a `Reply-To` with a non-ASCII local part would be an invalid header.
    const hasReplyTo = replyTo !== undefined && (isUtf8 || !needsSmtpUtf8(replyTo));
    try {
      if (isUtf8) await requireSmtpUtf8({ ...options, ...parseConnectionUrl(url) });
      const sent = await pool.sendMail({
        from,
        ...(returnPath && withReturnPath(returnPath, headers.to)),
        to: { name: '', address: headers.to },
        replyTo: hasReplyTo ? { name: '', address: replyTo } : undefined,
        subject: headers.subject,
        messageId: headers.messageId,
        html: mail.html,
        text: mail.text,
        // Without one-click (RFC 8058): the link opens a page with a button.
        list:
          headers.unsubscribeUrl === undefined
            ? undefined
            : { unsubscribe: headers.unsubscribeUrl },
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          'Content-Language': headers.language,
        },
      });
      return { response: sent.response, ...connections.get(sent) };
    } catch (error) {
      if (error instanceof MailRefused) throw error;
      throw refusalOf(error as SmtpFailure, connections.get(error as SmtpFailure));
    }
  }

  return {
    deliver(mail) {
      const delivery = send(mail);
      running.add(delivery);
      const remove = () => running.delete(delivery);
      delivery.then(remove, remove);
      return delivery;
    },
    async close() {
      pool.close();
      await Promise.allSettled(running);
    },
  };
}

/**
 * Sets the address for delivery reports, which identifies the mail. Reports must not contain the
 * text of the mail, because of its link.
 */
function withReturnPath(returnPath: string, to: string) {
  return {
    envelope: { from: returnPath, to },
    dsn: { ret: 'HDRS', notify: ['FAILURE', 'DELAY'] },
  };
}

/** Throws a clear error, where the server would reply to an address that it cannot parse. */
async function requireSmtpUtf8(options: Parameters<typeof announcesSmtpUtf8>[0]): Promise<void> {
  if (await announcesSmtpUtf8(options)) return;
  throw new MailRefused('553 5.6.7 our mail server cannot send to this address (no SMTPUTF8)', {
    permanent: true,
    isAddressUnknown: true,
  });
}

interface SmtpFailure extends Error {
  code?: string;
  command?: string;
  response?: string;
  permanent?: boolean;
}

/**
 * Only a reply to this recipient or message is final. A refused login or sender is a configuration
 * error, so the mail must be retried.
 */
function refusalOf(failure: SmtpFailure, connection: MailConnection): MailRefused {
  const isAboutThisMail = failure.command === 'RCPT TO' || failure.command === 'DATA';
  const response = failure.response ?? [failure.code, failure.message].filter(Boolean).join(' ');
  const permanent = isAboutThisMail && failure.permanent === true;
  // The library sets no command if the server closed the connection before the greeting.
  const isClosedEarly = failure.code === 'ECONNECTION' && failure.response === undefined;
  const isConnectionError = failure.command === 'CONN' || isClosedEarly;
  // Only the message distinguishes a failed connection from a broken one.
  const isUnconnected = /^(connect |getaddrinfo|Connection timeout|Greeting never)/.test(
    failure.message,
  );
  return new MailRefused(response, {
    ...connection,
    permanent,
    isUnanswered: failure.code === 'EDNS' || (isConnectionError && isUnconnected),
    isInterrupted: isConnectionError && !isUnconnected,
    isAddressUnknown: permanent && failure.command === 'RCPT TO' && isAboutAddress(response),
  });
}

/** Full mailboxes and policies are permanent refusals too, but the address exists. */
function isAboutAddress(response: string): boolean {
  const [, extended] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  if (extended) return extended.startsWith('5.1.');
  return /^55[013]\b/.test(response) && !/relay/i.test(response);
}

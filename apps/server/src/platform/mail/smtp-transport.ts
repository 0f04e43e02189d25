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
  lineOptions,
  needsSmtpUtf8,
  type SmtpTimeouts,
  watchLines,
} from './smtp-connection.ts';

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with user and password where the server wants them. */
  url: string;
  /** The sender, as `name <address>` or an address alone. */
  from: string;
  /** Mails are not signed where there is none. */
  dkim?: Dkim;
  timeouts?: SmtpTimeouts;
}

export function createSmtpTransport({ url, from, dkim, timeouts }: SmtpOptions): MailTransport {
  const line = lineOptions(url, timeouts);
  const pool = createTransport({
    ...line,
    url,
    pool: true,
    ...(dkim && { dkim: signingOptions(dkim) }),
    // Only for a kept connection that the server closed meanwhile; other tries belong to the job.
    maxRequeues: 1,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const lines = watchLines(pool.transporter);
  const underWay = new Set<Promise<unknown>>();

  async function send(mail: OutgoingMail): Promise<DeliveryReceipt> {
    const { replyTo, returnPath, ...headers } = safeHeaders(mail);
    const goesAsUtf8 = needsSmtpUtf8(headers.to);
    // In a plain mail such an address would be a broken header, and the mail might be refused for it.
    const canCarryReplyTo = replyTo !== undefined && (goesAsUtf8 || !needsSmtpUtf8(replyTo));
    try {
      if (goesAsUtf8) await requireSmtpUtf8({ ...line, ...parseConnectionUrl(url) });
      const sent = await pool.sendMail({
        from,
        ...(returnPath && returnTo(returnPath, headers.to)),
        to: { name: '', address: headers.to },
        replyTo: canCarryReplyTo ? { name: '', address: replyTo } : undefined,
        subject: headers.subject,
        messageId: headers.messageId,
        html: mail.html,
        text: mail.text,
        // Without a promise of «one click» (RFC 8058): a press leads to a page, and only its button acts.
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
      return { response: sent.response, ...lines.of(sent) };
    } catch (error) {
      if (error instanceof MailRefused) throw error;
      throw refusalOf(error as SmtpFailure, lines.of(error as SmtpFailure));
    }
  }

  return {
    deliver(mail) {
      const delivery = send(mail);
      underWay.add(delivery);
      const forget = () => underWay.delete(delivery);
      delivery.then(forget, forget);
      return delivery;
    },
    async close() {
      pool.close();
      await Promise.allSettled(underWay);
    },
  };
}

/** Reports name the mail by its address, so that its text, with the link in it, need not come back. */
function returnTo(returnPath: string, to: string) {
  return {
    envelope: { from: returnPath, to },
    dsn: { ret: 'HDRS', notify: ['FAILURE', 'DELAY'] },
  };
}

/** A word that is clear, instead of whatever the far end would say about bytes it cannot read. */
async function requireSmtpUtf8(line: Parameters<typeof announcesSmtpUtf8>[0]): Promise<void> {
  if (await announcesSmtpUtf8(line)) return;
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
 * Only an answer about this recipient or this message is final. A refused login or sender
 * is the operator's to fix, and the mail must still be there afterwards.
 */
function refusalOf(failure: SmtpFailure, line: MailConnection): MailRefused {
  const isAboutThisMail = failure.command === 'RCPT TO' || failure.command === 'DATA';
  const response = failure.response ?? [failure.code, failure.message].filter(Boolean).join(' ');
  const permanent = isAboutThisMail && failure.permanent === true;
  // Of lines that the server closed before a word was said, the library names no command.
  const isClosedUnsaid = failure.code === 'ECONNECTION' && failure.response === undefined;
  const isOnTheLine = failure.command === 'CONN' || isClosedUnsaid;
  // The library tells a line that never stood from one that broke off by these words alone.
  const hasNoLine = /^(connect |getaddrinfo|Connection timeout|Greeting never)/.test(
    failure.message,
  );
  return new MailRefused(response, {
    ...line,
    permanent,
    isUnanswered: failure.code === 'EDNS' || (isOnTheLine && hasNoLine),
    isInterrupted: isOnTheLine && !hasNoLine,
    isAddressUnknown: permanent && failure.command === 'RCPT TO' && namesAddress(response),
  });
}

/** A full mailbox or a policy is refused permanently as well, but its address is right. */
function namesAddress(response: string): boolean {
  const [, extended] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  if (extended) return extended.startsWith('5.1.');
  return /^55[013]\b/.test(response) && !/relay/i.test(response);
}

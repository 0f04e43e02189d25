import type { Locale } from '@zavet/contract/locales';
import type { Logger } from 'pino';
import type { Checkpoint } from '../checkpoint.ts';
import type { QueuedMail } from './enqueue-mail.ts';
import type { Mail, MailHeldBack } from './mail.ts';
import { answerFacts } from './mail-answer.ts';
import {
  type DeliveryReceipt,
  MailRefused,
  type MailTransport,
  type OutgoingMail,
} from './mail-transport.ts';
import { messageIdOf } from './message-id.ts';
import type { ReturnAddresses } from './return-address.ts';
import type { SiteInfo } from './site-info.ts';
import type { WrittenMail } from './templates/write-mail.tsx';

/** What handing mails over needs. */
export interface Mailer {
  transport: MailTransport;
  site: SiteInfo;
  log: Logger;
  checkpoint: Checkpoint;
  /** Not given where reports are not read. */
  returnAddresses?: ReturnAddresses;
  /** Seconds until an address may get a mail that a stranger may have caused; 0 for now. */
  waitForNamed?(mail: string, to: string): Promise<number>;
  /** The same mail will be tried again: it does not count twice. */
  giveBackNamed?(to: string): Promise<void>;
  /** Keeps whose mail it was, for a report about it. */
  noteTaken?(order: QueuedMail, to: string): Promise<void>;
}

export type MailOutcome = 'taken' | 'refused' | 'not_due' | MailHeldBack;

/**
 * Writes and hands over one ordered mail. A repetition carries the same links and the same
 * Message-ID. Throws where another try may succeed.
 */
export async function sendMail<Deps, Ids extends object, Facts>(
  mailer: Mailer,
  deps: Deps,
  mail: Mail<Deps, Ids, Facts>,
  { mail_id, ids }: Omit<QueuedMail, 'mail'> & { ids: Ids },
): Promise<MailOutcome> {
  const found = await mail.find(deps, ids);
  if (!found) return 'not_due';
  if ('wait_seconds' in found) return found;
  if (mail.namedAddress) {
    const wait_seconds = (await mailer.waitForNamed?.(mail.name, found.to)) ?? 0;
    if (wait_seconds > 0) return mail.namedAddress === 'waits' ? { wait_seconds } : 'not_due';
  }
  const { facts, language } = found;
  // React and the mail components are loaded with the first mail, not at start.
  const { writeMail } = await import('./templates/write-mail.tsx');
  const written = await writeMail(mail, language, facts, mailer.site);
  try {
    mailer.checkpoint('mail.before_hand_over');
    const stop_url = mail.stopAt?.(facts, mailer.site);
    await handOver(mailer, mail.name, mail_id, { ...found, stop_url }, written);
    mailer.checkpoint('mail.taken');
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    const { retryAfterMs } = error;
    const isFinal =
      retryAfterMs === undefined && (mail.isFinal?.(deps, error, facts) ?? error.permanent);
    if (mail.namedAddress && !isFinal) await mailer.giveBackNamed?.(found.to);
    if (retryAfterMs !== undefined) return heldBack(retryAfterMs);
    if (!isFinal) throw error;
    mailer.log.warn(
      {
        code: 'mail_refused',
        mail: mail.name,
        mail_id,
        ids,
        ...answerFacts(error, found.to),
      },
      'the mail server refused a mail, and it is not tried again',
    );
    await mail.settle?.(deps, ids, facts, 'refused');
    return 'refused';
  }
  // Before the outcome: what is recorded as taken is not sent, and so not noted, again.
  if (mail.onBounced) await mailer.noteTaken?.({ mail: mail.name, mail_id, ids }, found.to);
  await mail.settle?.(deps, ids, facts, 'taken');
  return 'taken';
}

function heldBack(retryAfterMs: number): MailHeldBack {
  return { wait_seconds: Math.ceil(retryAfterMs / 1_000) };
}

/** Whom a mail goes to, and what its headers say besides its text. */
type HandedOver = Pick<OutgoingMail, 'to' | 'reply_to' | 'stop_url'> & { language: Locale };

/** Gives a written mail to the mail server, under the Message-ID of its name and id. */
export function handOver(
  { transport, site, returnAddresses }: Pick<Mailer, 'transport' | 'site' | 'returnAddresses'>,
  name: string,
  mailId: string,
  { to, language, reply_to, stop_url }: HandedOver,
  written: WrittenMail,
): Promise<DeliveryReceipt> {
  const message_id = messageIdOf(site, name, mailId);
  const return_path = returnAddresses?.addressOf(mailId);
  const mail = { ...written, to, language, reply_to, stop_url };
  return transport.deliver({ ...mail, message_id, return_path });
}

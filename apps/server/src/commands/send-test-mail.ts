import type { Configuration } from '../config/configuration.ts';
import { deskTest } from '../features/desk/service-status/emails/desk-test.ts';
import { systemClock } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import { MailRefused, replyFacts } from '../platform/mail/mail-transport.ts';
import { deliverMail } from '../platform/mail/mailer.ts';
import { createSmtpTransport } from '../platform/mail/smtp-transport.ts';
import { writeMail } from '../platform/mail/templates/write-mail.tsx';

/** The mail server's reply to a test mail, without addresses. */
export interface SentTest {
  isTaken: boolean;
  reply: string;
}

export async function sendTestMail(
  { smtpUrl, mailFrom, dkim, publicUrl, supportEmail }: Configuration & { smtpUrl: string },
  to: string,
): Promise<SentTest> {
  const site = { publicUrl, supportEmail };
  const transport = createSmtpTransport({ url: smtpUrl, from: mailFrom, dkim });
  const facts = { ordered_at: systemClock.now().toISOString() };
  try {
    const written = await writeMail(deskTest, 'en', facts, site);
    const post = { transport, site };
    const receipt = await deliverMail(post, deskTest.name, newId(), { to, language: 'en' }, written);
    return { isTaken: true, reply: replyFacts(receipt, to).reply };
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    return { isTaken: false, reply: replyFacts(error, to).reply };
  } finally {
    await transport.close();
  }
}

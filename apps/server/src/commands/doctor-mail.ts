import type { Configuration } from '../config/configuration.ts';
import { type Finding, ok, warning, wrong } from '../platform/doctor/finding.ts';
import { checkMailServer } from '../platform/mail-check/check-mail-server.ts';
import { sendTestMail } from './mail-test.ts';

const about = 'Mail';
const patience = { connection: 5_000, greeting: 5_000, socket: 8_000 };

/** Whether the mail server greets us and lets us in; nothing is sent unless `to` is given. */
export async function lookAtMail(
  configuration: Configuration,
  to: string | undefined,
): Promise<Finding[]> {
  const { smtpUrl, mailFrom } = configuration;
  if (!smtpUrl) return [ok(about, 'it is captured, and none leaves this machine')];
  const { state, says } = await checkMailServer(smtpUrl, patience);
  if (state === 'wrong') {
    const todo = 'Look at SMTP_URL, the network and the firewall (port 587 or 465).';
    return [wrong(about, says, todo)];
  }
  const todo = 'Let it offer STARTTLS, or use smtps:// in SMTP_URL.';
  const findings = [
    state === 'ok'
      ? ok(about, `${says}; npm run mail-check looks at SPF, DKIM and DMARC`)
      : warning(about, says, todo),
  ];
  if (/@localhost>?$/.test(mailFrom)) {
    const unset = 'MAIL_FROM is not set, and mails from zavet@localhost are refused elsewhere';
    findings.push(warning(about, unset, 'Set MAIL_FROM to a sender of your domain.'));
  }
  if (to) findings.push(await tested({ ...configuration, smtpUrl }, to));
  return findings;
}

async function tested(
  configuration: Configuration & { smtpUrl: string },
  to: string,
): Promise<Finding> {
  const { isTaken, reply } = await sendTestMail(configuration, to);
  if (isTaken) return ok(about, `the test mail was taken with «${reply}»`);
  const todo = 'See what the answer says; npm run mail-check looks further.';
  return wrong(about, `the test mail was not taken: ${reply}`, todo);
}

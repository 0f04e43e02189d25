import { machineReport, type ReportShape } from './report-shape.ts';

/** Machine-readable reports in the formats that mail servers document. */
export const machineReports: ReportShape[] = [
  {
    name: 'Postfix, no such user',
    says: { kind: 'failed', status: '5.1.1', unknown: true },
    source: (mail) =>
      machineReport(mail, {
        from: 'MAILER-DAEMON@mx.example.net (Mail Delivery System)',
        subject: 'Undelivered Mail Returned to Sender',
        text: [
          'This is the mail system at host mx.example.net.',
          '',
          "I'm sorry to have to inform you that your message could not",
          'be delivered to one or more recipients. It is attached below.',
          '',
          `<${mail.recipient}>: host 203.0.113.5[203.0.113.5] said: 550 5.1.1`,
          `    <${mail.recipient}>: Recipient address rejected: User unknown (in reply to RCPT TO`,
          '    command)',
        ],
        message: ['Reporting-MTA: dns; mx.example.net', 'X-Postfix-Queue-ID: 4B1C2D3E4F'],
        recipient: [
          `Final-Recipient: rfc822; ${mail.recipient}`,
          `Original-Recipient: rfc822;${mail.recipient}`,
          'Action: failed',
          'Status: 5.1.1',
          'Remote-MTA: dns; 203.0.113.5',
          `Diagnostic-Code: smtp; 550 5.1.1 <${mail.recipient}>: Recipient address`,
          '    rejected: User unknown',
        ],
      }),
  },
  {
    name: 'Postfix, given up after days',
    says: { kind: 'failed', status: '4.4.1', unknown: false },
    source: (mail) =>
      machineReport(mail, {
        from: 'MAILER-DAEMON@mx.example.net (Mail Delivery System)',
        subject: 'Undelivered Mail Returned to Sender',
        text: ['This is the mail system at host mx.example.net.'],
        recipient: [
          `Final-Recipient: rfc822; ${mail.recipient}`,
          'Action: failed',
          'Status: 4.4.1',
          'Diagnostic-Code: X-Postfix; connect to mail.example.com[203.0.113.9]:25:',
          '    Connection timed out',
        ],
      }),
  },
  {
    name: 'Postfix, delayed',
    says: { kind: 'delayed', status: '4.4.1', unknown: false },
    source: (mail) =>
      machineReport(mail, {
        from: 'MAILER-DAEMON@mx.example.net (Mail Delivery System)',
        subject: 'Delayed Mail (still being retried)',
        text: ['#  THIS IS A WARNING ONLY.  YOU DO NOT NEED TO RESEND YOUR MESSAGE.  #'],
        recipient: [
          `Final-Recipient: rfc822; ${mail.recipient}`,
          'Action: delayed',
          'Status: 4.4.1',
          'Diagnostic-Code: X-Postfix; connect to mail.example.com[203.0.113.9]:25: Connection refused',
          'Will-Retry-Until: Sun, 22 Nov 2026 12:00:00 +0300 (MSK)',
        ],
      }),
  },
  {
    name: 'Exim, with the status in the answer only',
    says: { kind: 'failed', status: '5.2.2', unknown: false },
    source: (mail) =>
      machineReport(mail, {
        from: 'Mail Delivery System <Mailer-Daemon@mx.example.net>',
        subject: 'Mail delivery failed: returning message to sender',
        headers: [`X-Failed-Recipients: ${mail.recipient}`],
        text: [
          'This message was created automatically by mail delivery software.',
          '',
          'A message that you sent could not be delivered to one or more of its',
          'recipients. This is a permanent error. The following address(es) failed:',
          '',
          `  ${mail.recipient}`,
          '    host mail.example.com [203.0.113.9]',
          `    SMTP error from remote mail server after RCPT TO:<${mail.recipient}>:`,
          '    552 5.2.2 Mailbox full',
        ],
        recipient: [
          'Action: failed',
          `Final-Recipient: rfc822;${mail.recipient}`,
          'Status: 5.0.0',
          'Remote-MTA: dns; mail.example.com',
        ],
      }),
  },
  {
    name: 'Exchange and Microsoft 365',
    says: { kind: 'failed', status: '5.1.10', unknown: true },
    source: (mail) =>
      machineReport(mail, {
        from: 'Microsoft Outlook <postmaster@outlook.example>',
        subject: 'Undeliverable: A letter',
        headers: ['X-MS-Exchange-Message-Is-Ndr:', 'X-Auto-Response-Suppress: All'],
        text: [
          'Delivery has failed to these recipients or groups:',
          '',
          `${mail.recipient}<mailto:${mail.recipient}>`,
          "The email address you entered couldn't be found.",
        ],
        message: ['Reporting-MTA: dns;AM0PR01MB0001.eurprd01.prod.exchangelabs.com'],
        recipient: [
          `Final-Recipient: rfc822;${mail.recipient}`,
          'Action: failed',
          'Status: 5.1.10',
          'Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by',
          ' SMTP address lookup',
        ],
      }),
  },
  {
    name: 'Gmail',
    says: { kind: 'failed', status: '5.1.1', unknown: true },
    source: (mail) =>
      machineReport(mail, {
        from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
        subject: 'Delivery Status Notification (Failure)',
        headers: [`X-Failed-Recipients: ${mail.recipient}`],
        text: [
          '** Address not found **',
          '',
          `Your message wasn't delivered to ${mail.recipient} because the address couldn't be found.`,
        ],
        message: ['Reporting-MTA: dns; googlemail.com', 'X-Original-Message-ID: <x@zavet.example>'],
        recipient: [
          `Final-Recipient: rfc822; ${mail.recipient}`,
          'Action: failed',
          'Status: 5.1.1',
          'Remote-MTA: dns; gmail-smtp-in.l.google.com. (2a00:1450:4010:c0f::1a, the server)',
          'Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist.',
          ' 550 5.1.1 https://support.google.com/mail/?p=NoSuchUser - gsmtp',
        ],
      }),
  },
  {
    name: 'Yandex',
    says: { kind: 'failed', status: '5.1.1', unknown: true },
    source: (mail) =>
      machineReport(mail, {
        from: 'mailer-daemon@yandex.ru',
        subject: '=?utf-8?B?0J3QtdC00L7RgdGC0LDQstC70LXQvdC90L7QtSDRgdC+0L7QsdGJ0LXQvdC40LU=?=',
        text: [
          'Это письмо отправлено почтовым сервером yandex.ru.',
          '',
          'К сожалению, мы вынуждены сообщить Вам о том, что Ваше письмо не может',
          'быть отправлено одному или нескольким адресатам. Технические подробности можно найти ниже.',
          '',
          `<${mail.recipient}>: host mx.yandex.ru[213.180.204.89] said: 550 5.7.1 No such user!`,
        ],
        message: ['Reporting-MTA: dns; forward502.mail.yandex.net'],
        recipient: [
          `Final-Recipient: rfc822; ${mail.recipient}`,
          'Action: failed',
          'Status: 5.1.1',
          'Remote-MTA: dns; mx.yandex.ru',
          'Diagnostic-Code: smtp; 550 5.1.1 No such user!',
        ],
      }),
  },
  {
    name: 'Sendmail',
    says: { kind: 'failed', status: '5.1.2', unknown: true },
    source: (mail) =>
      machineReport(mail, {
        from: 'Mail Delivery Subsystem <MAILER-DAEMON@mx.example.net>',
        subject: 'Returned mail: see transcript for details',
        text: [
          '   ----- The following addresses had permanent fatal errors -----',
          `<${mail.recipient}>`,
          '    (reason: 550 Host unknown)',
          '',
          '   ----- Transcript of session follows -----',
          `550 5.1.2 <${mail.recipient}>... Host unknown (Name server: example.invalid: host not found)`,
        ],
        recipient: [
          `Final-Recipient: RFC822; ${mail.recipient}`,
          'Action: failed',
          'Status: 5.1.2',
          'Remote-MTA: DNS; example.invalid',
          'Diagnostic-Code: SMTP; 550 Host unknown',
          'Last-Attempt-Date: Tue, 17 Nov 2026 12:00:00 +0300',
        ],
      }),
  },
  {
    name: 'Courier',
    says: { kind: 'failed', status: '5.1.1', unknown: true },
    source: (mail) =>
      machineReport(mail, {
        from: '"Courier mail server at mx.example.net" <@>',
        subject: 'NOTICE: mail delivery status.',
        text: [
          'This is a delivery status notification from mx.example.net,',
          'running the Courier mail server.',
          '',
          '                           UNDELIVERABLE MAIL',
          '',
          'Your message to the following recipients cannot be delivered:',
          '',
          `<${mail.recipient}>:`,
          '    mail.example.com [203.0.113.9]:',
          `>>> RCPT TO:<${mail.recipient}>`,
          '<<< 550 User unknown.',
        ],
        recipient: [
          `Final-Recipient: rfc822; ${mail.recipient}`,
          'Action: failed',
          'Status: 5.0.0',
          'Remote-MTA: dns; mail.example.com [203.0.113.9]',
          'Diagnostic-Code: smtp; 550 5.1.1 User unknown.',
        ],
      }),
  },
];

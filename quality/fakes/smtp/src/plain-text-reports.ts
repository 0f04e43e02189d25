import { plainReport, type ReportShape } from './report-shape.ts';

/** Reports in plain text only. */
export const plainTextReports: ReportShape[] = [
  {
    name: 'qmail',
    says: { kind: 'failed', status: '5.1.1', unknown: true },
    source: (mail) =>
      plainReport(mail, {
        from: 'MAILER-DAEMON@mx.example.net',
        subject: 'failure notice',
        text: [
          'Hi. This is the qmail-send program at mx.example.net.',
          "I'm afraid I wasn't able to deliver your message to the following addresses.",
          "This is a permanent error; I've given up. Sorry it didn't work out.",
          '',
          `<${mail.recipient}>:`,
          '203.0.113.9 does not like recipient.',
          `Remote host said: 550 5.1.1 <${mail.recipient}>: Recipient address rejected: User unknown`,
          'Giving up on 203.0.113.9.',
          '',
          '--- Below this line is a copy of the message.',
          '',
          `Return-Path: <${mail.to}>`,
          'Subject: A letter of 250 5.7.1 words',
        ],
      }),
  },
  {
    name: 'qmail, of its own users',
    says: { kind: 'failed', status: '5.1.1', unknown: true },
    source: (mail) =>
      plainReport(mail, {
        from: 'MAILER-DAEMON@mx.example.net',
        subject: 'failure notice',
        text: [
          'Hi. This is the qmail-send program at mx.example.net.',
          "I'm afraid I wasn't able to deliver your message to the following addresses.",
          "This is a permanent error; I've given up. Sorry it didn't work out.",
          '',
          `<${mail.recipient}>:`,
          'Sorry, no mailbox here by that name. (#5.1.1)',
          '',
          '--- Below this line is a copy of the message.',
          '',
          `Return-Path: <${mail.to}>`,
        ],
      }),
  },
  {
    name: 'Exim before 4.86',
    says: { kind: 'failed', status: null, unknown: true },
    source: (mail) =>
      plainReport(mail, {
        from: 'Mail Delivery System <Mailer-Daemon@mx.example.net>',
        subject: 'Mail delivery failed: returning message to sender',
        headers: [`X-Failed-Recipients: ${mail.recipient}`, 'Auto-Submitted: auto-replied'],
        text: [
          'This message was created automatically by mail delivery software.',
          '',
          'A message that you sent could not be delivered to one or more of its',
          'recipients. This is a permanent error. The following address(es) failed:',
          '',
          `  ${mail.recipient}`,
          '    all relevant MX records point to non-existent hosts:',
          '    Unrouteable address',
          '',
          '------ This is a copy of the message, including all the headers. ------',
          '',
          `Return-path: <${mail.to}>`,
        ],
      }),
  },
  {
    name: 'Exim, delayed',
    says: { kind: 'delayed', status: null, unknown: false },
    source: (mail) =>
      plainReport(mail, {
        from: 'Mail Delivery System <Mailer-Daemon@mx.example.net>',
        subject: 'Warning: message 1abcDE-0001Xy-2Z delayed 24 hours',
        headers: ['Auto-Submitted: auto-replied'],
        text: [
          'This message was created automatically by mail delivery software.',
          'A message that you sent has not yet been delivered to one or more of its',
          'recipients after more than 24 hours on the queue on mx.example.net.',
          '',
          'The address to which the message has not yet been delivered is:',
          '',
          `  ${mail.recipient}`,
          '',
          'No action is required on your part. Delivery attempts will continue for some time.',
        ],
      }),
  },
  {
    name: 'Exchange 2000',
    says: { kind: 'failed', status: '5.1.1', unknown: true },
    source: (mail) =>
      plainReport(mail, {
        from: 'System Administrator <postmaster@exchange.example.net>',
        subject: 'Undeliverable: A letter',
        text: [
          'Your message did not reach some or all of the intended recipients.',
          '',
          '      Subject:	A letter',
          '      Sent:	17.11.2026 12:00',
          '',
          'The following recipient(s) could not be reached:',
          '',
          `      ${mail.recipient} on 17.11.2026 12:00`,
          '            The e-mail account does not exist at the organization this message was sent to.',
          `            <exchange.example.net #5.1.1>`,
        ],
      }),
  },
  {
    name: 'Mail.ru',
    says: { kind: 'failed', status: '5.1.1', unknown: true },
    source: (mail) =>
      plainReport(mail, {
        from: 'mailer-daemon@corp.mail.ru',
        subject: '=?utf-8?B?0J/QuNGB0YzQvNC+INC90LUg0LTQvtGB0YLQsNCy0LvQtdC90L4=?=',
        headers: [`X-Failed-Recipients: ${mail.recipient}`],
        text: [
          'Это письмо создано автоматически',
          'сервером Mail.Ru, отвечать на него не',
          'нужно.',
          '',
          'К сожалению, Ваше письмо не может',
          'быть доставлено одному или нескольким',
          'получателям:',
          '',
          '**********************',
          mail.recipient,
          `SMTP error from remote mail server after RCPT TO:<${mail.recipient}>:`,
          'host mxs.mail.ru [94.100.180.31]: 550 5.1.1 Message was not accepted -- invalid mailbox.',
          '**********************',
          '',
          '--- Копия сообщения ---',
          `Return-path: <${mail.to}>`,
        ],
      }),
  },
  {
    name: 'OpenSMTPD before 6',
    says: { kind: 'failed', status: '5.2.1', unknown: false },
    source: (mail) =>
      plainReport(mail, {
        from: 'Mailer Daemon <MAILER-DAEMON@mx.example.net>',
        subject: 'Delivery status notification',
        text: [
          '    Hi!',
          '',
          '    This is the MAILER-DAEMON, please DO NOT REPLY to this e-mail.',
          '',
          '    An error has occurred while attempting to deliver a message for',
          '    the following list of recipients:',
          '',
          `${mail.recipient}: 550 5.2.1 The mailbox is disabled`,
          '',
          '    Below is a copy of the original message:',
          '',
          `Return-Path: <${mail.to}>`,
        ],
      }),
  },
  {
    name: 'GroupWise',
    says: { kind: 'failed', status: null, unknown: true },
    source: (mail) =>
      plainReport(mail, {
        from: 'Mailer-Daemon@groupwise.example.net',
        subject: 'Message status - undeliverable',
        text: [
          'The message that you sent was undeliverable to the following:',
          `	${mail.recipient} (user not found)`,
        ],
      }),
  },
  {
    name: 'Gmail before 2016',
    says: { kind: 'failed', status: '5.2.2', unknown: false },
    source: (mail) =>
      plainReport(mail, {
        from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
        subject: 'Delivery Status Notification (Failure)',
        headers: [`X-Failed-Recipients: ${mail.recipient}`, 'Auto-Submitted: auto-replied'],
        text: [
          'Delivery to the following recipient failed permanently:',
          '',
          `     ${mail.recipient}`,
          '',
          'Technical details of permanent failure:',
          'Google tried to deliver your message, but it was rejected by the server for the recipient',
          'domain example.com by mail.example.com. [203.0.113.9].',
          '',
          'The error that the other server returned was:',
          '552-5.2.2 The email account that you tried to reach is over quota.',
          '',
          '----- Original message -----',
          '',
          `Return-Path: <${mail.to}>`,
        ],
      }),
  },
];

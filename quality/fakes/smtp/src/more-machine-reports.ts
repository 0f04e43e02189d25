import { machineReport, type ReportShape } from './report-shape.ts';

/** Reports of less common servers, and in formats that only the standard describes. */
export const moreMachineReports: ReportShape[] = [
  {
    name: 'OpenSMTPD, envelope expired',
    says: { kind: 'failed', status: '5.4.7', unknown: false },
    source: (mail) =>
      machineReport(mail, {
        from: 'Mailer Daemon <MAILER-DAEMON@mx.example.net>',
        subject: 'Delivery status notification: failed',
        text: [
          '    Hi!',
          '',
          '    This is the MAILER-DAEMON, please DO NOT REPLY to this email.',
          '',
          '    An error has occurred while attempting to deliver a message for',
          '    the following list of recipients:',
          '',
          `${mail.recipient}: Envelope expired`,
        ],
        recipient: [
          `Final-Recipient: rfc822; ${mail.recipient}`,
          'Action: failed',
          'Status: 5.4.7',
        ],
      }),
  },
  {
    name: 'Domino',
    says: { kind: 'failed', status: '5.1.1', unknown: true },
    source: (mail) =>
      machineReport(mail, {
        from: 'Postmaster@domino.example.net',
        subject: `DELIVERY FAILURE: User ${mail.recipient} not listed in Domino Directory`,
        text: ['Your message', '', '  Subject: A letter', '', 'was not delivered to:'],
        message: ['Reporting-MTA: dns;domino.example.net'],
        recipient: [
          `Final-Recipient: rfc822;${mail.recipient}`,
          'Action: failed',
          'Status: 5.0.0',
          `Diagnostic-Code: X-Notes; User ${mail.recipient} not listed in Domino Directory 5.1.1`,
        ],
      }),
  },
  {
    name: 'an address that is not ASCII (RFC 6533)',
    says: { kind: 'failed', status: '5.1.1', unknown: true },
    source: (mail) =>
      machineReport(mail, {
        type: 'global-delivery-status',
        from: 'MAILER-DAEMON@mx.example.net',
        subject: 'Undelivered Mail Returned to Sender',
        text: ['The mail could not be delivered.'],
        recipient: [
          'Final-Recipient: utf-8; анна@пример.рф',
          'Action: failed',
          'Status: 5.1.1',
          'Diagnostic-Code: smtp; 550 5.1.1 <анна@пример.рф>: нет такого ящика',
        ],
      }),
  },
  {
    name: 'a policy',
    says: { kind: 'failed', status: '5.7.1', unknown: false },
    source: (mail) =>
      machineReport(mail, {
        from: 'MAILER-DAEMON@mx.example.net',
        subject: 'Undelivered Mail Returned to Sender',
        text: ['The mail could not be delivered.'],
        recipient: [
          `Final-Recipient: rfc822; ${mail.recipient}`,
          'Action: failed',
          'Status: 5.7.1',
          'Diagnostic-Code: smtp; 550 5.7.1 Message rejected under suspicion of SPAM',
        ],
      }),
  },
  {
    name: 'fields without an action',
    says: { kind: 'failed', status: '5.1.3', unknown: true },
    source: (mail) =>
      machineReport(mail, {
        from: 'postmaster@mx.example.net',
        subject: 'failure',
        text: ['See below.'],
        recipient: [`Final-Recipient: rfc822; ${mail.recipient}`, 'Status: 5.1.3 (bad syntax)'],
      }),
  },
];

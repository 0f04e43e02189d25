import { lines, machineReport, plainReport, type ReportShape, usualDate } from './report-shape.ts';

const recipientOf = (recipient: string, action: string, status: string) => [
  `Final-Recipient: rfc822; ${recipient}`,
  `Action: ${action}`,
  `Status: ${status}`,
];

/** What comes to a return address as well, and is no trouble. */
export const noReports: ReportShape[] = [
  ...(['delivered', 'relayed', 'expanded'] as const).map(
    (action): ReportShape => ({
      name: `a mail that was ${action}`,
      says: null,
      source: (mail) =>
        machineReport(mail, {
          from: 'MAILER-DAEMON@mx.example.net',
          subject: 'Successful Mail Delivery Report',
          text: ['Your message was successfully delivered to the destination(s) listed below.'],
          recipient: recipientOf(mail.recipient, action, '2.0.0'),
        }),
    }),
  ),
  {
    name: 'an answer of somebody on holiday',
    says: null,
    source: (mail) =>
      plainReport(mail, {
        from: `Boris <${mail.recipient}>`,
        subject: 'Out of office',
        headers: ['Auto-Submitted: auto-replied', 'Precedence: bulk', 'X-Autoreply: yes'],
        text: [
          'I am away until Monday and cannot be reached.',
          'Your message could not be delivered to one or more of its recipients, just kidding.',
        ],
      }),
  },
  {
    name: 'an answer of a postmaster in person',
    says: null,
    source: (mail) =>
      plainReport(mail, {
        from: 'Postmaster <postmaster@mx.example.net>',
        subject: 'Re: A letter',
        text: ['Thank you, we have seen your question and will answer soon.'],
      }),
  },
  {
    name: 'a receipt that somebody has read it',
    says: null,
    source: ({ to, recipient }) =>
      lines(
        [`From: ${recipient}`, `To: ${to}`, 'Subject: Read: A letter', `Date: ${usualDate}`],
        'MIME-Version: 1.0',
        'Content-Type: multipart/report; report-type=disposition-notification; boundary="=_edge"',
        ['', '--=_edge', 'Content-Type: text/plain', '', 'Your message was read.', ''],
        ['--=_edge', 'Content-Type: message/disposition-notification', ''],
        [`Final-Recipient: rfc822; ${recipient}`],
        ['Disposition: manual-action/MDN-sent-manually; displayed', '', '--=_edge--'],
      ),
  },
  {
    name: 'a complaint (RFC 5965)',
    says: null,
    source: ({ to }) =>
      lines(
        ['From: <feedback@provider.example>', `To: ${to}`, 'Subject: Abuse report'],
        [`Date: ${usualDate}`, 'MIME-Version: 1.0'],
        'Content-Type: multipart/report; report-type=feedback-report; boundary="=_edge"',
        ['', '--=_edge', 'Content-Type: text/plain', '', 'This is an abuse report.', ''],
        ['--=_edge', 'Content-Type: message/feedback-report', ''],
        ['Feedback-Type: abuse', 'User-Agent: Some/1', 'Version: 1', '', '--=_edge--'],
      ),
  },
  { name: 'nothing that can be read', says: null, source: () => '\u0000\u0001\r\n\r\n' },
];

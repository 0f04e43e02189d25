import { machineReports } from './machine-reports.ts';
import { moreMachineReports } from './more-machine-reports.ts';
import { plainTextReports } from './plain-text-reports.ts';
import {
  defaultDate,
  lines,
  machineReport,
  plainReport,
  type ReportShape,
} from './report-shape.ts';

const recipientFields = (recipient: string, action: string, status: string) => [
  `Final-Recipient: rfc822; ${recipient}`,
  `Action: ${action}`,
  `Status: ${status}`,
];

/** Mails to a return address that do not report a failure. */
export const nonReports: ReportShape[] = [
  ...(['delivered', 'relayed', 'expanded'] as const).map(
    (action): ReportShape => ({
      name: `a mail that was ${action}`,
      says: null,
      source: (mail) =>
        machineReport(mail, {
          from: 'MAILER-DAEMON@mx.example.net',
          subject: 'Successful Mail Delivery Report',
          text: ['Your message was successfully delivered to the destination(s) listed below.'],
          recipient: recipientFields(mail.recipient, action, '2.0.0'),
        }),
    }),
  ),
  {
    name: 'an out-of-office reply',
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
    name: 'a personal reply of a postmaster',
    says: null,
    source: (mail) =>
      plainReport(mail, {
        from: 'Postmaster <postmaster@mx.example.net>',
        subject: 'Re: A letter',
        text: ['Thank you, we have seen your question and will answer soon.'],
      }),
  },
  {
    name: 'a read receipt',
    says: null,
    source: ({ to, recipient }) =>
      lines(
        [`From: ${recipient}`, `To: ${to}`, 'Subject: Read: A letter', `Date: ${defaultDate}`],
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
        [`Date: ${defaultDate}`, 'MIME-Version: 1.0'],
        'Content-Type: multipart/report; report-type=feedback-report; boundary="=_edge"',
        ['', '--=_edge', 'Content-Type: text/plain', '', 'This is an abuse report.', ''],
        ['--=_edge', 'Content-Type: message/feedback-report', ''],
        ['Feedback-Type: abuse', 'User-Agent: Some/1', 'Version: 1', '', '--=_edge--'],
      ),
  },
  { name: 'an unparseable mail', says: null, source: () => '\u0000\u0001\r\n\r\n' },
];

export const reportShapes: ReportShape[] = [
  ...machineReports,
  ...moreMachineReports,
  ...plainTextReports,
  ...nonReports,
];

export function findShape(name: string): ReportShape {
  const found = reportShapes.find((shape) => shape.name === name);
  if (!found) throw new Error(`there is no report ${name}`);
  return found;
}

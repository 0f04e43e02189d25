/** A delivery report in the format of one mail server. */
export interface ReportShape {
  name: string;
  /** Expected result of parsing; null if the mail does not report a failure. */
  says: { kind: 'failed' | 'delayed'; status: string | null; unknown: boolean } | null;
  source(mail: ReturnedMail): string;
}

export interface ReturnedMail {
  /** Return address that the report is sent to. */
  to: string;
  recipient: string;
  /** Set if two reports about the same mail must differ. */
  date?: string;
}

export const defaultDate = 'Tue, 17 Nov 2026 12:00:00 +0300';

export function lines(...all: (string | string[])[]): string {
  return `${all.flat().join('\r\n')}\r\n`;
}

interface MachineReport {
  from: string;
  subject: string;
  headers?: string[];
  text: string[];
  /** Fields about the message, then those of the recipient. */
  message?: string[];
  recipient: string[];
  type?: 'delivery-status' | 'global-delivery-status';
}

/** A machine-readable report (RFC 3464) that includes the headers of our mail. */
export function machineReport(
  { to, recipient, date = defaultDate }: ReturnedMail,
  report: MachineReport,
): string {
  const { type = 'delivery-status', message = ['Reporting-MTA: dns; mx.example.net'] } = report;
  return lines(
    ['Return-Path: <>', `From: ${report.from}`, `To: ${to}`, `Subject: ${report.subject}`],
    [`Date: ${date}`, 'MIME-Version: 1.0', ...(report.headers ?? [])],
    ['Auto-Submitted: auto-replied'],
    `Content-Type: multipart/report; report-type=${type}; boundary="=_edge"`,
    ['', 'This is a MIME-encapsulated message.', '', '--=_edge'],
    ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit', ''],
    report.text,
    ['', '--=_edge', `Content-Type: message/${type}`, ''],
    [...message, '', ...report.recipient],
    ['', '--=_edge', 'Content-Type: text/rfc822-headers', ''],
    [`Return-Path: <${to}>`, 'From: Zavet <post@zavet.example>', `To: ${recipient}`],
    ['Subject: A letter', '', '--=_edge--'],
  );
}

interface PlainReport {
  from: string;
  subject: string;
  headers?: string[];
  charset?: string;
  text: string[];
}

/** A report in plain text only. */
export function plainReport({ to, date = defaultDate }: ReturnedMail, report: PlainReport): string {
  return lines(
    ['Return-Path: <>', `From: ${report.from}`, `To: ${to}`, `Subject: ${report.subject}`],
    [`Date: ${date}`, ...(report.headers ?? [])],
    ['MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8'],
    ['Content-Transfer-Encoding: 8bit', '', ...report.text],
  );
}

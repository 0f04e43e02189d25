/** A delivery report in the format of one mail server. */
export interface ReportShape {
  name: string;
  /** The expected reading; null if it reports no failure. */
  says: { kind: 'failed' | 'delayed'; status: string | null; unknown: boolean } | null;
  source(mail: ReturnedMail): string;
}

/** The reported mail. */
export interface ReturnedMail {
  /** The return address, to which the report goes. */
  to: string;
  recipient: string;
  /** Set where two reports must differ. */
  date?: string;
}

export const usualDate = 'Tue, 17 Nov 2026 12:00:00 +0300';

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

/** A machine-readable report (RFC 3464) with the headers of our mail. */
export function machineReport(
  { to, recipient, date = usualDate }: ReturnedMail,
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
export function plainReport({ to, date = usualDate }: ReturnedMail, report: PlainReport): string {
  return lines(
    ['Return-Path: <>', `From: ${report.from}`, `To: ${to}`, `Subject: ${report.subject}`],
    [`Date: ${date}`, ...(report.headers ?? [])],
    ['MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8'],
    ['Content-Transfer-Encoding: 8bit', '', ...report.text],
  );
}

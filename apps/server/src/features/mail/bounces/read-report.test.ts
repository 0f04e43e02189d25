import { machineReport } from '@zavet/smtp-stand-in/report-shape';
import { findShape, reportShapes } from '@zavet/smtp-stand-in/report-shapes';
import { describe, expect, it } from 'vitest';
import { readReport } from './read-report.ts';

const mail = { to: 'b-token@bounces.zavet.example', recipient: 'boris@example.com' };
const read = (source: string, recipients?: string[]) => readReport(Buffer.from(source), recipients);

describe('a report', () => {
  it.each(reportShapes)('of $name is parsed', async ({ says, source }) => {
    const { verdict } = await read(source(mail));
    const summary = verdict && {
      kind: verdict.kind,
      status: verdict.status,
      unknown: verdict.isAddressUnknown,
    };
    expect(summary ?? null).toEqual(says);
  });

  it('is parsed the same with bare line feeds', async () => {
    for (const { name, says, source } of reportShapes) {
      const { verdict } = await read(source(mail).replaceAll('\r\n', '\n'));
      expect([name, verdict?.kind, verdict?.status]).toEqual([
        name,
        says?.kind,
        says ? says.status : undefined,
      ]);
    }
  });

  it('includes the other server and its reply', async () => {
    const { verdict } = await read(findShape('Postfix, no such user').source(mail));
    expect(verdict?.reply).toBe(
      '203.0.113.5: 550 5.1.1 <boris@example.com>: Recipient address rejected: User unknown',
    );
    const quoted = await read(findShape('Exim, with the status in the answer only').source(mail));
    expect(quoted.verdict?.reply).toBe('mail.example.com: 552 5.2.2 Mailbox full');
    const written = await read(findShape('qmail').source(mail));
    expect(written.verdict?.reply).toContain('550 5.1.1 <boris@example.com>');
    expect(written.verdict?.reply).not.toContain('A letter');
  });

  it('of several recipients is a failure if one of them failed', async () => {
    const source = machineReport(mail, {
      from: 'MAILER-DAEMON@mx.example.net',
      subject: 'Undelivered',
      text: ['x'],
      recipient: [
        'Final-Recipient: rfc822; a@example.com',
        'Action: relayed',
        'Status: 2.0.0',
        '',
        'Final-Recipient: rfc822; b@example.com',
        'Action: failed',
        'Status: 5.2.2',
      ],
    });
    expect((await read(source)).verdict).toMatchObject({ kind: 'failed', status: '5.2.2' });
  });
});

describe('the addresses of a report', () => {
  it('start with the envelope, then the headers, then the returned mail', async () => {
    const source =
      'X-Original-To: b-one@bounces.zavet.example\r\nDelivered-To: box@zavet.example\r\n' +
      findShape('Postfix, no such user').source(mail);
    const { addresses } = await read(source, ['b-envelope@bounces.zavet.example']);
    expect(addresses).toEqual([
      'b-envelope@bounces.zavet.example',
      'b-one@bounces.zavet.example',
      'box@zavet.example',
      mail.to,
      mail.to,
    ]);
  });

  it('are found in a copy of the mail in plain text', async () => {
    const source = findShape('qmail')
      .source(mail)
      .replace(/^To: .*\r\n/m, 'To: postmaster\r\n');
    expect((await read(source)).addresses).toEqual([mail.to]);
  });
});

describe('a mail crafted to exhaust the parser', () => {
  const long = 1_000_000;
  it.each([
    ['an endless address', `To: ${'x'.repeat(long)}\r\n\r\n`],
    ['many headers of one name', `${`To: ${'@'.repeat(900)}\r\n`.repeat(900)}\r\n`],
    ['an endless line', `From: mailer-daemon@a\r\n\r\n${'-'.repeat(long)}`],
    ['endless tags', `Content-Type: text/html\r\n\r\n${'<'.repeat(long)}`],
    ['blanks', `From: mailer-daemon@a\r\n\r\n${'письмо '.repeat(9)}${' '.repeat(long)}`],
    ['return paths', `From: a@a\r\n\r\n${'Return-Path: <x'.repeat(long / 20)}`],
    ['digits', `From: mailer-daemon@a\r\n\r\n${'5.1.1.'.repeat(long / 10)}`],
  ])('with %s has no verdict, and is parsed quickly', async (_, source) => {
    expect((await read(source)).verdict).toBeUndefined();
  });
});

describe('the digest of a report', () => {
  const source = findShape('Postfix, no such user').source;
  it('is equal for a duplicate from another source', async () => {
    const copy = `Received: from elsewhere\r\nMessage-ID: <new@mx>\r\n${source(mail)}`;
    expect((await read(copy)).digest).toBe((await read(source(mail))).digest);
  });

  it('differs for another time or cause', async () => {
    const first = await read(source(mail));
    const later = await read(source({ ...mail, date: 'Wed, 18 Nov 2026 12:00:00 +0300' }));
    const other = await read(findShape('a policy').source(mail));
    expect(new Set([first.digest, later.digest, other.digest]).size).toBe(3);
  });
});

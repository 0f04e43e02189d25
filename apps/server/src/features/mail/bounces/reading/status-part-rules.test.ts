import { expect, it } from 'vitest';
import { recipientsIn } from './status-part-rules.ts';

it('reads a block for each recipient, with folded lines and names in any case', () => {
  const part = [
    ...['Reporting-MTA: dns; mx.example.net', ''],
    ...['FINAL-RECIPIENT: rfc822; a@example.org', 'action: Failed (really)', 'Status: 5.1.1 (bad)'],
    ...['Diagnostic-Code: smtp; 550', '\tno such user', 'Remote-MTA: dns ; far.example.org', ''],
    ...['Final-Recipient: rfc822; b@example.org', 'Action: delayed', 'Action: failed', ''],
  ].join('\r\n');
  expect(recipientsIn(part)).toEqual([
    {
      action: 'failed',
      status: '5.1.1',
      diagnostic: '550 no such user',
      remote: 'far.example.org',
    },
    { action: 'delayed', status: null, diagnostic: null, remote: null },
  ]);
});

it('reads what was written as one block, and names the reporting server where no other is', () => {
  const part = 'Reporting-MTA: dns; mx\nFinal-Recipient: rfc822; a@a\nStatus: 5.1.1\n';
  expect(recipientsIn(part)).toEqual([
    { action: '', status: '5.1.1', diagnostic: null, remote: 'mx' },
  ]);
});

it('finds nobody where no recipient is named', () => {
  expect(recipientsIn('Reporting-MTA: dns; mx\n\nStatus: 5.1.1\n')).toEqual([]);
  expect(recipientsIn('Final-Recipient: rfc822; a@a')).toEqual([]);
  expect(recipientsIn('')).toEqual([]);
});

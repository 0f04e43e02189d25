import { describe, expect, it } from 'vitest';
import { isAddressUnknown, recipientsIn, statusIn, verdictOfRecipients } from './verdict-rules.ts';

describe('an address is unknown', () => {
  it.each([
    ['5.1.0', true],
    ['5.1.1', true],
    ['5.1.2', true],
    ['5.1.3', true],
    ['5.1.4', true],
    ['5.1.6', true],
    ['5.1.10', true],
    ['5.4.4', true],
    // These statuses concern the sender.
    ['5.1.7', false],
    ['5.1.8', false],
    ['5.2.0', false],
    ['5.2.1', false],
    ['5.2.2', false],
    ['5.2.3', false],
    ['5.3.4', false],
    ['5.4.1', false],
    ['5.4.7', false],
    ['5.7.1', false],
    ['5.7.26', false],
    ['4.2.2', false],
    ['5.11.1', false],
  ])('or not, by the status %s', (status, isUnknown) => {
    expect(isAddressUnknown(status, 'user unknown')).toBe(isUnknown);
  });

  it.each([
    ['550 User unknown', true],
    ['550 No such user here', true],
    ['550 Requested action not taken: mailbox unavailable', true],
    ['550 Invalid recipient', true],
    ['Sorry, no mailbox here by that name.', true],
    ['Host or domain name not found. Name service error', true],
    ['550 User <boris@example.com> was not found', true],
    ["550 The account you tried to reach doesn't exist", true],
    ['550 Mailbox boris doesnt exist', true],
    ["550 example.com doesn't have an address that it doesn't have", true],
    ['550 Recipient address is nonexistent mailbox', true],
    ['550 non-existent account', true],
    ['550 unknown or illegal address', true],
    ['domain not found', true],
    ['host does not exist', true],
    ['NXDOMAIN', true],
    ['550 Получатель не существует', true],
    ['550 user unknown, and over quota', false],
    ['550 user unknown: overquota', false],
    ['550 unknown user in a block list', false],
    ['550 unknown user in a blocklist', false],
    ['Unrouteable address', true],
    ['550 Пользователь не найден', true],
    ['552 Mailbox full', false],
    ['550 mailbox unavailable: quota exceeded', false],
    ['554 Message rejected as spam, unknown user agent', false],
    ['550 relay not permitted for this address, unknown user', false],
    ['Connection timed out', false],
    ['', false],
  ])('or not, by the phrase «%s» without a specific status', (diagnostic, isUnknown) => {
    expect(isAddressUnknown(null, diagnostic)).toBe(isUnknown);
    expect(isAddressUnknown('5.0.0', diagnostic)).toBe(isUnknown);
    expect(isAddressUnknown('5.5.0', diagnostic)).toBe(isUnknown);
  });
});

describe('the verdict of a report', () => {
  const recipient = { action: 'failed', status: '5.1.1', diagnostic: '550 no', remote: 'mx' };

  it('is undefined if all recipients were reached or none is listed', () => {
    expect(verdictOfRecipients([], '550 no')).toBeUndefined();
    expect(verdictOfRecipients([{ ...recipient, action: 'delivered' }], null)).toBeUndefined();
    expect(verdictOfRecipients([{ ...recipient, action: 'relayed' }], null)).toBeUndefined();
    expect(
      verdictOfRecipients([{ ...recipient, action: '', status: '2.0.0' }], null),
    ).toBeUndefined();
    expect(verdictOfRecipients([{ ...recipient, action: '', status: null }], null)).toBeUndefined();
  });

  it('is a failure by its action, for any status', () => {
    const verdict = verdictOfRecipients([{ ...recipient, status: '4.4.1' }], null);
    expect(verdict).toMatchObject({ kind: 'failed', status: '4.4.1', isAddressUnknown: false });
  });

  it('is a delay only without a failed recipient, and never with an unknown address', () => {
    const delayed = { ...recipient, action: 'delayed' };
    expect(verdictOfRecipients([delayed], null)).toMatchObject({
      kind: 'delayed',
      isAddressUnknown: false,
    });
    expect(verdictOfRecipients([delayed, recipient], null)?.kind).toBe('failed');
    expect(verdictOfRecipients([{ ...recipient, action: '', status: '4.2.2' }], null)?.kind).toBe(
      'delayed',
    );
  });

  it('takes a specific status from the diagnostic if the field has none', () => {
    const general = { ...recipient, status: '5.0.0', diagnostic: '550-5.2.2 full' };
    expect(verdictOfRecipients([general], null)?.status).toBe('5.2.2');
    expect(verdictOfRecipients([{ ...general, diagnostic: '550 no' }], null)?.status).toBe('5.0.0');
    expect(verdictOfRecipients([{ ...general, status: '5.7.1' }], null)?.status).toBe('5.7.1');
  });

  it('includes an unknown address of a failure', () => {
    expect(verdictOfRecipients([recipient], null)?.isAddressUnknown).toBe(true);
    expect(verdictOfRecipients([{ ...recipient, status: '5.2.2' }], null)?.isAddressUnknown).toBe(
      false,
    );
  });

  it('is a failure by its status without an action', () => {
    const silent = { ...recipient, action: '', status: '5.1.1' };
    expect(verdictOfRecipients([silent], null)?.kind).toBe('failed');
    expect(verdictOfRecipients([{ ...silent, status: '2.5.1' }], null)).toBeUndefined();
  });

  it('takes the status from the diagnostic if the field is missing', () => {
    const withoutStatus = { action: 'failed', status: null, diagnostic: null, remote: null };
    expect(verdictOfRecipients([withoutStatus], '550 5.1.1 no')).toMatchObject({
      status: '5.1.1',
      reply: '550 5.1.1 no',
    });
    expect(verdictOfRecipients([withoutStatus], null)).toMatchObject({ status: null, reply: '' });
    expect(verdictOfRecipients([{ ...withoutStatus, remote: 'mx' }], ' no \n')?.reply).toBe(
      'mx: no',
    );
  });

  it('has a reply of one line and bounded length', () => {
    const long = { ...recipient, diagnostic: `550 a\u0000b\n  c ${'x'.repeat(5_000)}` };
    const reply = verdictOfRecipients([long], null)?.reply ?? '';
    expect(reply).toMatch(/^mx: 550 a b c x+$/);
    expect(reply).toHaveLength(1_000);
  });
});

describe('a status', () => {
  it.each([
    ['550 5.1.1 no', '5.1.1'],
    ['550-5.7.26 no', '5.7.26'],
    ['(#5.1.1)', '5.1.1'],
    ['<mx.example.net #5.1.1>', '5.1.1'],
    ['host 203.0.113.5 said no', null],
    ['version 5.1.1.7', null],
    ['15.1.1', null],
    ['', null],
  ])('in «%s» is %s', (text, status) => {
    expect(statusIn(text)).toBe(status);
  });
});

it('a status part has a block per recipient, with folded lines and names in any case', () => {
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

it('a status part may be one block; the reporting server is the fallback', () => {
  const part = 'Reporting-MTA: dns; mx\nFinal-Recipient: rfc822; a@a\nStatus: 5.1.1\n';
  expect(recipientsIn(part)).toEqual([
    { action: '', status: '5.1.1', diagnostic: null, remote: 'mx' },
  ]);
});

it('a status part without recipients is empty', () => {
  expect(recipientsIn('Reporting-MTA: dns; mx\n\nStatus: 5.1.1\n')).toEqual([]);
  expect(recipientsIn('Final-Recipient: rfc822; a@a')).toEqual([]);
  expect(recipientsIn('')).toEqual([]);
});

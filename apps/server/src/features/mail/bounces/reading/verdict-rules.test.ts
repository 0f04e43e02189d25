import { describe, expect, it } from 'vitest';
import { statusIn } from './status-part-rules.ts';
import { isAddressUnknown, verdictOf } from './verdict-rules.ts';

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
    // Of the sender.
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
  ])('or not, by the status %s alone', (status, isUnknown) => {
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
  ])('or not, by the words «%s» where the status says nothing', (said, isUnknown) => {
    expect(isAddressUnknown(null, said)).toBe(isUnknown);
    expect(isAddressUnknown('5.0.0', said)).toBe(isUnknown);
    expect(isAddressUnknown('5.5.0', said)).toBe(isUnknown);
  });
});

describe('what a report says', () => {
  const recipient = { action: 'failed', status: '5.1.1', diagnostic: '550 no', remote: 'mx' };

  it('is nothing where all were reached or nobody is named', () => {
    expect(verdictOf([], '550 no')).toBeUndefined();
    expect(verdictOf([{ ...recipient, action: 'delivered' }], null)).toBeUndefined();
    expect(verdictOf([{ ...recipient, action: 'relayed' }], null)).toBeUndefined();
    expect(verdictOf([{ ...recipient, action: '', status: '2.0.0' }], null)).toBeUndefined();
    expect(verdictOf([{ ...recipient, action: '', status: null }], null)).toBeUndefined();
  });

  it('is a failure where the action says so, whatever the status', () => {
    const verdict = verdictOf([{ ...recipient, status: '4.4.1' }], null);
    expect(verdict).toMatchObject({ kind: 'failed', status: '4.4.1', isAddressUnknown: false });
  });

  it('is a delay only where nobody is lost, and never that an address is unknown', () => {
    const delayed = { ...recipient, action: 'delayed' };
    expect(verdictOf([delayed], null)).toMatchObject({ kind: 'delayed', isAddressUnknown: false });
    expect(verdictOf([delayed, recipient], null)?.kind).toBe('failed');
    expect(verdictOf([{ ...recipient, action: '', status: '4.2.2' }], null)?.kind).toBe('delayed');
  });

  it('takes a telling status out of the answer where the field has none', () => {
    const general = { ...recipient, status: '5.0.0', diagnostic: '550-5.2.2 full' };
    expect(verdictOf([general], null)?.status).toBe('5.2.2');
    expect(verdictOf([{ ...general, diagnostic: '550 no' }], null)?.status).toBe('5.0.0');
    expect(verdictOf([{ ...general, status: '5.7.1' }], null)?.status).toBe('5.7.1');
  });

  it('says that an address is unknown where a failure says so', () => {
    expect(verdictOf([recipient], null)?.isAddressUnknown).toBe(true);
    expect(verdictOf([{ ...recipient, status: '5.2.2' }], null)?.isAddressUnknown).toBe(false);
  });

  it('is a failure by its status where no action is named', () => {
    const silent = { ...recipient, action: '', status: '5.1.1' };
    expect(verdictOf([silent], null)?.kind).toBe('failed');
    expect(verdictOf([{ ...silent, status: '2.5.1' }], null)).toBeUndefined();
  });

  it('finds the status in the answer where the field is missing, and names only what is known', () => {
    const bare = { action: 'failed', status: null, diagnostic: null, remote: null };
    expect(verdictOf([bare], '550 5.1.1 no')).toMatchObject({
      status: '5.1.1',
      reply: '550 5.1.1 no',
    });
    expect(verdictOf([bare], null)).toMatchObject({ status: null, reply: '' });
    expect(verdictOf([{ ...bare, remote: 'mx' }], ' no \n')?.reply).toBe('mx: no');
  });

  it('is one line of bounded length', () => {
    const long = { ...recipient, diagnostic: `550 a\u0000b\n  c ${'x'.repeat(5_000)}` };
    const reply = verdictOf([long], null)?.reply ?? '';
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

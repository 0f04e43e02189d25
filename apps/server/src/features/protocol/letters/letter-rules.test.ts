import { describe, expect, it } from 'vitest';
import { correctorOf, isActivatorGone, isRefused, smtpCodeOf } from './delivery-rules.ts';

const there = { initiator_user_id: 'person', trusted_contact_id: 'contact' };
const wrong = { state: 'queued', last_refusal: 'unknown_address' } as const;

describe('the one who corrects an address', () => {
  it.each([{ initiator_user_id: null }, { trusted_contact_id: null }])(
    'is an operator where the one who activated is gone: %o',
    (gone) => {
      expect(isActivatorGone({ ...there, ...gone })).toBe(true);
      expect(correctorOf(wrong, { ...there, ...gone })).toBe('operator');
    },
  );

  it('is the one who activated, as long as they are there', () => {
    expect(isActivatorGone(there)).toBe(false);
    expect(correctorOf(wrong, there)).toBe('activator');
  });

  it('does not exist where the address is not what is wrong', () => {
    const gone = { initiator_user_id: null, trusted_contact_id: null };
    expect(correctorOf({ ...wrong, last_refusal: 'permanent' }, gone)).toBe('nobody');
  });
});

describe('a letter that may be tried again', () => {
  it.each(['queued', 'unreachable'] as const)('was refused and is %s', (state) => {
    expect(isRefused({ state, last_refusal: 'temporary' })).toBe(true);
    expect(isRefused({ state, last_refusal: null })).toBe(false);
  });

  it.each(['accepted', 'withheld', 'closed'] as const)('is not one that is %s', (state) => {
    expect(isRefused({ state, last_refusal: 'permanent' })).toBe(false);
  });
});

describe('what is told of a mail server’s reply', () => {
  it.each([
    ['550 5.1.1 <anna@example.org> no such user', '550 5.1.1'],
    ['550-5.7.26 more of it', '550 5.7.26'],
    ['452 mailbox of anna@example.org is full', '452'],
    ['421', '421'],
  ])('of %j is %j', (reply, code) => {
    expect(smtpCodeOf(reply)).toBe(code);
  });

  it.each(['anna@example.org 550 unknown', '550anna@example.org', 'ECONNECTION 550', '5500 1', ''])(
    'of %j is nothing',
    (reply) => {
      expect(smtpCodeOf(reply)).toBeNull();
    },
  );
});

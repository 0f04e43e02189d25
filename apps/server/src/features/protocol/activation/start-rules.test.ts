import { describe, expect, it } from 'vitest';
import {
  afterWrongPin,
  agreementStep,
  isLocked,
  noAgreement,
  noWrongTries,
} from './start-rules.ts';

const at = new Date('2026-11-15T12:00:00Z');

const hour = 3_600_000;

describe('wrong PINs', () => {
  it('lock a contact out for 24 hours at the fifth', () => {
    let tries = noWrongTries;
    for (let wrong = 1; wrong <= 4; wrong++) {
      tries = afterWrongPin(tries, at);
      expect(isLocked(tries, at)).toBe(false);
    }
    tries = afterWrongPin(tries, at);
    expect(isLocked(tries, at)).toBe(true);
    expect(isLocked(tries, new Date(at.getTime() + 24 * hour - 1))).toBe(true);
    expect(isLocked(tries, new Date(at.getTime() + 24 * hour))).toBe(false);
  });

  it('never lock longer, even if a fast clock dated the lock', () => {
    const until = (ms: number) => ({ failures: 5, locked_until: new Date(at.getTime() + ms) });
    expect(isLocked(until(24 * hour), at)).toBe(true);
    expect(isLocked(until(24 * hour + 1), at)).toBe(false);
  });

  it('are counted from one again after a lock', () => {
    const locked = { failures: 5, locked_until: new Date(at.getTime() - 1) };
    expect(afterWrongPin(locked, at)).toEqual({ failures: 1, locked_until: null });
  });

  it('are reset by a right one', () => {
    expect(noWrongTries).toEqual({ failures: 0, locked_until: null });
  });
});

const day = 24 * 60 * 60 * 1000;

const now = new Date('2026-11-15T12:00:00.000Z');

const ago = (days: number) => new Date(now.getTime() - days * day);

const rules = { waiting_hours: 72, needs_second: true };

describe('a contact', () => {
  it('pays immediately if no second contact is required or available', () => {
    expect(agreementStep({ ...rules, needs_second: false }, 2, noAgreement, now)).toBe('pay');
    expect(agreementStep(rules, 0, noAgreement, now)).toBe('pay');
  });

  it('asks for an agreement first if the owner requires two contacts', () => {
    expect(agreementStep(rules, 1, noAgreement, now)).toBe('ask');
    expect(agreementStep(rules, 1, { ...noAgreement, asked_at: ago(13.9) }, now)).toBe('ask');
  });

  it('pays for thirty days after a second contact agreed, while that contact is confirmed', () => {
    const agreed = { ...noAgreement, asked_at: ago(1), seconded_at: ago(1), is_second_valid: true };
    expect(agreementStep(rules, 1, agreed, now)).toBe('pay');
    expect(agreementStep(rules, 1, { ...agreed, is_second_valid: false }, now)).toBe('ask');
    const old = { ...agreed, seconded_at: ago(30) };
    expect(agreementStep(rules, 1, old, now)).toBe('ask');
  });

  it('continues alone after fourteen days without an answer, and stays alone', () => {
    expect(agreementStep(rules, 1, { ...noAgreement, asked_at: ago(14) }, now)).toBe('alone');
    const alone = { ...noAgreement, asked_at: ago(1), is_alone: true };
    expect(agreementStep(rules, 1, alone, now)).toBe('alone');
  });
});

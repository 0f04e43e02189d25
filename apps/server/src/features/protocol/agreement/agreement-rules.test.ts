import { describe, expect, it } from 'vitest';
import { agreementStep, noAgreement } from '../activation/start-rules.ts';

const day = 24 * 60 * 60 * 1000;
const now = new Date('2026-11-15T12:00:00.000Z');
const ago = (days: number) => new Date(now.getTime() - days * day);
const rules = { waiting_hours: 72, needs_second: true };

describe('a contact', () => {
  it('pays at once where the owner wants no second one, or there is none to be asked', () => {
    expect(agreementStep({ ...rules, needs_second: false }, 2, noAgreement, now)).toBe('pay');
    expect(agreementStep(rules, 0, noAgreement, now)).toBe('pay');
  });

  it('asks first where the owner wants two', () => {
    expect(agreementStep(rules, 1, noAgreement, now)).toBe('ask');
    expect(agreementStep(rules, 1, { ...noAgreement, asked_at: ago(13.9) }, now)).toBe('ask');
  });

  it('pays once a second one agrees, as long as that one is there and for thirty days', () => {
    const agreed = { ...noAgreement, asked_at: ago(1), seconded_at: ago(1), is_second_there: true };
    expect(agreementStep(rules, 1, agreed, now)).toBe('pay');
    expect(agreementStep(rules, 1, { ...agreed, is_second_there: false }, now)).toBe('ask');
    const old = { ...agreed, seconded_at: ago(30) };
    expect(agreementStep(rules, 1, old, now)).toBe('ask');
  });

  it('goes on alone after fourteen days without an answer, and stays alone', () => {
    expect(agreementStep(rules, 1, { ...noAgreement, asked_at: ago(14) }, now)).toBe('alone');
    const alone = { ...noAgreement, asked_at: ago(1), is_alone: true };
    expect(agreementStep(rules, 1, alone, now)).toBe('alone');
  });
});

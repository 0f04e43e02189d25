import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BasicInfo, decideBasicInfoChange, decideCorrection } from './profile-rules.ts';

const today = '2026-11-15';
const empty: BasicInfo = { first_name: null, last_name: null, date_of_birth: null };
const anna: BasicInfo = { first_name: 'Анна', last_name: 'Лаврова', date_of_birth: '1960-05-04' };

describe('a change of basic information', () => {
  it('sets empty fields', () => {
    expect(decideBasicInfoChange(empty, anna, today)).toEqual({ kind: 'changed', changes: anna });
  });

  it('is unchanged if nothing differs', () => {
    expect(decideBasicInfoChange(anna, anna, today)).toEqual({ kind: 'unchanged' });
  });

  it('accepts the date of birth later', () => {
    const stored = { ...anna, date_of_birth: null };
    expect(decideBasicInfoChange(stored, anna, today)).toEqual({
      kind: 'changed',
      changes: { date_of_birth: '1960-05-04' },
    });
  });

  it('rejects a date of birth less than 18 years ago, to the day', () => {
    const stored = { ...anna, date_of_birth: null };
    const born = (date_of_birth: string) =>
      decideBasicInfoChange(stored, { ...anna, date_of_birth }, today);
    expect(born('2008-11-16')).toEqual({ kind: 'invalid', fields: { date_of_birth: 'underage' } });
    expect(born('2008-11-15').kind).toBe('changed');
    expect(born('2026-11-16')).toEqual({
      kind: 'invalid',
      fields: { date_of_birth: 'date_in_future' },
    });
    expect(born('2001-02-29')).toEqual({
      kind: 'invalid',
      fields: { date_of_birth: 'date_invalid' },
    });
  });

  it('accepts names of letters only, and does not check stored ones', () => {
    const nameless = { ...anna, first_name: null };
    const named = (first_name: string) =>
      decideBasicInfoChange(nameless, { ...anna, first_name }, today);
    expect(named('12')).toEqual({
      kind: 'invalid',
      fields: { first_name: 'name_without_letters' },
    });
    expect(named('!!').kind).toBe('invalid');
    expect(named('Анна7')).toEqual({ kind: 'invalid', fields: { first_name: 'name_invalid' } });
    expect(named("Анна-Мария д'Арк").kind).toBe('changed');
    const older = { first_name: '12', last_name: '!!', date_of_birth: null };
    const completed = { ...older, date_of_birth: '1960-05-04' };
    expect(decideBasicInfoChange(older, completed, today).kind).toBe('changed');
  });

  it('never changes a field that is set', () => {
    const field = fc.option(fc.constantFrom('Анна', 'Мария', '1960-05-04', '1970-01-01'));
    const info = fc.record({ first_name: field, last_name: field, date_of_birth: field });
    const names = ['first_name', 'last_name', 'date_of_birth'] as const;
    fc.assert(
      fc.property(info, info, (stored, given) => {
        const decision = decideBasicInfoChange(stored, given, today);
        const overwritten = names.filter(
          (name) => stored[name] !== null && given[name] !== stored[name],
        );
        expect(decision.kind === 'locked' ? decision.fields : []).toEqual(overwritten);
      }),
    );
  });
});

describe('a correction by an operator', () => {
  it('changes only fields that the owner has set, and does not clear them', () => {
    const corrected = { ...anna, last_name: 'Ларина' };
    expect(decideCorrection(anna, corrected, today)).toEqual({
      kind: 'changed',
      changes: { last_name: 'Ларина' },
    });
    expect(decideCorrection({ ...anna, last_name: null }, corrected, today)).toEqual({
      kind: 'invalid',
      fields: { last_name: 'not_locked_yet' },
    });
    expect(decideCorrection(anna, { ...anna, last_name: null }, today)).toEqual({
      kind: 'invalid',
      fields: { last_name: 'required' },
    });
    expect(decideCorrection(anna, { ...anna, last_name: '12' }, today).kind).toBe('invalid');
    expect(decideCorrection(anna, anna, today)).toEqual({ kind: 'unchanged' });
  });
});

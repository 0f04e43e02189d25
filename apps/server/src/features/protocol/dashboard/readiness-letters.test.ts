import { contactStatuses, invitationMailStates } from '@zavet/contract/people/contact-rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contact, instruction, ready } from '../../../../test/readiness-facts.ts';
import { findingsIn, letterPreviewOf, type ReadinessFacts } from './readiness-rules.ts';

const now = new Date('2026-07-15T12:00:00Z');

describe('the letters in the preview', () => {
  const preview = (changes: Partial<ReadinessFacts>) => {
    const { total, arriving, incomplete, shown } = letterPreviewOf({ ...ready, ...changes });
    const names = shown.map(({ id, state }) => (state === 'arrives' ? id : `${id} ${state}`));
    return [total, arriving, incomplete, names.join()];
  };
  const lost = (id: string) => instruction({ id, contact_ids: [] });
  const letters = (count: number) =>
    Array.from({ length: count }, (_, place) => instruction({ id: `${place}` }));

  it('are all shown while they fit, latest first and flawed ones last', () => {
    const instructions = [
      ...letters(2),
      lost('lost'),
      instruction({ id: 'half', missing_files: 1 }),
      ...letters(1),
    ];
    expect(preview({ instructions })).toEqual([5, 3, 1, '0,1,0,half incomplete,lost misses']);
  });

  it('are limited otherwise, with a place reserved for a flawed letter', () => {
    expect(preview({ instructions: [lost('lost'), lost('last'), ...letters(6)] })).toEqual([
      8,
      6,
      0,
      '5,4,3,last misses',
    ]);
    expect(preview({ instructions: letters(6) })).toEqual([6, 6, 0, '5,4,3,2']);
    expect(
      preview({ instructions: [...letters(1), ...['a', 'b', 'c', 'd', 'e'].map(lost)] }),
    ).toEqual([6, 1, 0, '0,e misses,d misses,c misses']);
  });

  it('arrive at further recipients too', () => {
    const named = instruction({ has_recipient: true, contact_ids: [] });
    expect(preview({ instructions: [named] })).toEqual([1, 1, 0, 'letter']);
  });

  it('do not arrive if no contact can start or pay', () => {
    const instructions = [instruction({ has_recipient: true })];
    const contacts = [contact({ status: 'pending' })];
    expect(preview({ contacts, instructions })).toEqual([1, 0, 0, 'letter misses']);
    const blocked = [contact({ is_blocked: true })];
    expect(preview({ contacts: blocked, instructions })).toEqual([1, 0, 0, 'letter misses']);
    expect(preview({ are_payments_configured: false })).toEqual([1, 0, 0, 'letter misses']);
  });

  it('are incomplete if one of several readers is unreachable', () => {
    const contacts = [contact(), contact({ id: 'lost', is_unreached: true })];
    const instructions = [instruction({ contact_ids: ['anna', 'lost'] })];
    expect(preview({ contacts, instructions })).toEqual([1, 0, 1, 'letter incomplete']);
  });

  it('all arrive exactly if no finding is blocking', () => {
    const people = fc.uniqueArray(
      fc.record({
        id: fc.constantFrom('anna', 'boris', 'vera'),
        name: fc.constant(''),
        status: fc.constantFrom(...contactStatuses),
        mail_state: fc.constantFrom(null, ...invitationMailStates),
        asked_at: fc.constant(null),
        is_unreached: fc.boolean(),
        is_blocked: fc.boolean(),
      }),
      { selector: ({ id }) => id, maxLength: 3 },
    );
    const written = fc.array(
      fc.record({
        id: fc.constant('letter'),
        reviewed_at: fc.constant('2026-07-01T00:00:00Z'),
        has_recipient: fc.boolean(),
        contact_ids: fc.subarray(['anna', 'boris', 'vera']),
        missing_files: fc.constantFrom(0, 0, 1),
      }),
      { maxLength: 3 },
    );
    const facts = fc.record({
      contacts: people,
      instructions: written,
      are_payments_configured: fc.boolean(),
      is_mail_captured: fc.boolean(),
    });
    fc.assert(
      fc.property(facts, (changes) => {
        const all = { ...ready, ...changes };
        const ids: readonly string[] = all.contacts.map(({ id }) => id);
        const instructions = all.instructions.map((entry) => ({
          ...entry,
          contact_ids: entry.contact_ids.filter((id) => ids.includes(id)),
        }));
        const { total, arriving } = letterPreviewOf({ ...all, instructions });
        const findings = findingsIn({ ...all, instructions }, now);
        const isBlocked = findings.some(({ gravity }) => gravity === 'blocking');
        expect(total > 0 && arriving === total).toBe(!isBlocked);
      }),
      { numRuns: 2000 },
    );
  });
});

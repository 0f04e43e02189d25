import { addDays, type Day } from '@zavet/contract/days';
import type { Editions } from '@zavet/contract/identity/editions';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Announcement,
  changesInNotice,
  dueAnnouncements,
  type EditionStatus,
  effectiveFrom,
  personalEditions,
} from './edition-rules.ts';

const first = '2026-11-15';
const second = '2027-03-01';
const third = '2027-03-20';
const editions = (terms_of_use: Editions['terms_of_use']): Editions => ({
  privacy_policy: [first],
  terms_of_use,
  public_offer: [first],
  personal_data_consent: [first],
});
const nothing: EditionStatus = { accepted_at: null, told_on: null };

/** The terms as one person sees them: what holds, and from when the others will. */
function terms(
  today: Day,
  known: Record<Day, Partial<EditionStatus>> = {},
  days: Editions['terms_of_use'] = [first, second],
) {
  const statusOf = (_: string, edition: Day) => ({ ...nothing, ...known[edition] });
  const { in_force, coming } = personalEditions(editions(days), statusOf, today);
  return {
    holds: in_force.find(({ document }) => document === 'terms_of_use')?.edition,
    coming: Object.fromEntries(coming.map(({ edition, holds_from }) => [edition, holds_from])),
  };
}

describe('an edition', () => {
  it('that is the first holds from its day, accepted or not', () => {
    expect(terms('2026-12-01', {}, [first])).toEqual({ holds: first, coming: {} });
  });

  it('is told of every document, with the day from which it holds and when it was accepted', () => {
    const accepted_at = new Date('2026-11-20T10:00:00Z');
    const statusOf = () => ({ told_on: null, accepted_at });
    const holding = { edition: first, holds_from: first, accepted_at };
    expect(personalEditions(editions([first, second]), statusOf, '2027-02-01')).toEqual({
      in_force: [
        { document: 'privacy_policy', ...holding },
        { document: 'terms_of_use', ...holding },
        { document: 'public_offer', ...holding },
        { document: 'personal_data_consent', ...holding },
      ],
      coming: [{ document: 'terms_of_use', edition: second, holds_from: second, accepted_at }],
    });
  });

  it('that is the first needs no notice', () => {
    const { in_force } = personalEditions(editions([first]), () => nothing, '2026-12-01');
    expect(in_force.map(({ holds_from }) => holds_from)).toEqual([first, first, first, first]);
  });

  it('that is the first stands there also before its day', () => {
    expect(terms('2026-11-01', {}, [first])).toEqual({ holds: first, coming: {} });
  });

  it('announced in time holds from its own day', () => {
    const known = { [second]: { told_on: '2027-02-01' } };
    expect(terms('2027-02-28', known)).toEqual({ holds: first, coming: { [second]: second } });
    expect(terms(second, known)).toEqual({ holds: second, coming: {} });
  });

  it('announced late holds ten days after the notice, and the former one until then', () => {
    const known = { [second]: { told_on: '2027-02-25' } };
    expect(terms('2027-03-06', known)).toEqual({
      holds: first,
      coming: { [second]: '2027-03-07' },
    });
    expect(terms('2027-03-07', known).holds).toBe(second);
  });

  it('of which a person was not told yet keeps its distance', () => {
    expect(terms('2027-02-01').coming).toEqual({ [second]: second });
    expect(terms('2027-03-05')).toEqual({ holds: first, coming: { [second]: '2027-03-15' } });
  });

  it('accepted at sign-up holds from its own day, without a notice', () => {
    const known = { [second]: { accepted_at: new Date('2027-03-05T10:00:00Z') } };
    expect(terms('2027-03-05', known)).toEqual({ holds: second, coming: {} });
  });

  it('accepted ahead does not hold sooner than the notice promised', () => {
    const accepted_at = new Date('2027-02-26T10:00:00Z');
    const known = { [second]: { told_on: '2027-02-25', accepted_at } };
    expect(terms('2027-03-06', known).holds).toBe(first);
  });

  it('comes also before another one that comes later', () => {
    const known = { [second]: { told_on: '2027-02-01' }, [third]: { told_on: '2027-02-01' } };
    expect(terms('2027-02-15', known, [first, second, third])).toEqual({
      holds: first,
      coming: { [second]: second, [third]: third },
    });
  });

  it('that a newer one overtakes before it holds is passed over', () => {
    const known = { [second]: { told_on: '2027-03-18' }, [third]: { told_on: '2027-03-18' } };
    const days: Editions['terms_of_use'] = [first, second, third];
    expect(terms('2027-03-27', known, days)).toEqual({
      holds: first,
      coming: { [third]: '2027-03-28' },
    });
    expect(terms('2027-03-28', known, days)).toEqual({ holds: third, coming: {} });
  });

  it('never holds sooner than promised, and the days go on only forwards', () => {
    const day = fc.integer({ min: 0, max: 200 }).map((days) => addDays(first, days));
    const told: fc.Arbitrary<Record<Day, Day | null>> = fc.record({
      [second]: fc.option(day),
      [third]: fc.option(day),
    });
    fc.assert(
      fc.property(told, day, fc.nat(60), (toldOn, today, later) => {
        const days: Editions['terms_of_use'] = [first, second, third];
        const known = Object.fromEntries(
          Object.entries(toldOn).map(([edition, told_on]) => [edition, { told_on }]),
        );
        const now = terms(today, known, days);
        const then = terms(addDays(today, later), known, days);
        expect((then.holds ?? '') >= (now.holds ?? '')).toBe(true);
        if (now.holds && now.holds !== first) {
          const told_on = toldOn[now.holds];
          expect(told_on && effectiveFrom(now.holds, told_on) <= today).toBe(true);
        }
      }),
    );
  });
});

describe('what is announced', () => {
  it('is nothing as long as there are only first editions', () => {
    expect(dueAnnouncements(editions([first]), '2027-01-01')).toEqual([]);
  });

  it('is what comes and what has begun last, by day, with all documents of that day', () => {
    const list: Editions = {
      ...editions([first, second, third]),
      public_offer: [first, third],
      privacy_policy: [first, '2027-01-01', second],
    };
    expect(dueAnnouncements(list, second)).toEqual([
      { edition: second, documents: ['privacy_policy', 'terms_of_use'] },
      { edition: third, documents: ['terms_of_use', 'public_offer'] },
    ]);
    expect(dueAnnouncements(list, third)).toEqual([
      { edition: second, documents: ['privacy_policy'] },
      { edition: third, documents: ['terms_of_use', 'public_offer'] },
    ]);
  });
});

describe('a notice', () => {
  const both = (one: string, other: string) => [
    { edition: one, documents: ['privacy_policy' as const, 'terms_of_use' as const] },
    { edition: other, documents: ['privacy_policy' as const] },
  ];

  it('names every day on which something changes for its reader', () => {
    const [one, other] = both('2027-03-01', '2027-03-15');
    expect(changesInNotice(both('2027-03-01', '2027-03-15'), '2027-02-25')).toEqual([
      { ...one, holds_from: '2027-03-07' },
      { ...other, holds_from: '2027-03-15' },
    ]);
  });

  it('leaves out what a newer edition of the same notice replaces before it holds', () => {
    expect(changesInNotice(both('2027-03-01', '2027-03-07'), '2027-02-25')).toEqual([
      { edition: '2027-03-01', documents: ['terms_of_use'], holds_from: '2027-03-07' },
      { edition: '2027-03-07', documents: ['privacy_policy'], holds_from: '2027-03-07' },
    ]);
    const [, other] = both('', '2027-03-07');
    const sameDocument = [{ ...other, edition: '2027-03-01' }, other];
    expect(changesInNotice(sameDocument as Announcement[], '2027-02-25')).toEqual([
      { ...other, holds_from: '2027-03-07' },
    ]);
  });
});

describe('the order of announcements', () => {
  it('is that of their days, whichever document changes first', () => {
    const list: Editions = { ...editions([first, second]), privacy_policy: [first, third] };
    expect(dueAnnouncements(list, first)).toEqual([
      { edition: second, documents: ['terms_of_use'] },
      { edition: third, documents: ['privacy_policy'] },
    ]);
  });
});

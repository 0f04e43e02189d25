import { addDays, type Day } from '@zavet/contract/days';
import type { Editions } from '@zavet/contract/identity/editions';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Announcement,
  changesInNotice,
  classifyEditions,
  type EditionStatus,
  effectiveFrom,
  listDueAnnouncements,
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
const none: EditionStatus = { accepted_at: null, notified_on: null };

/** The terms for one user: the edition in force, and the first days of upcoming editions. */
function terms(
  today: Day,
  statuses: Record<Day, Partial<EditionStatus>> = {},
  days: Editions['terms_of_use'] = [first, second],
) {
  const statusOf = (_: string, edition: Day) => ({ ...none, ...statuses[edition] });
  const { in_force, coming } = classifyEditions(editions(days), statusOf, today);
  return {
    inForce: in_force.find(({ document }) => document === 'terms_of_use')?.edition,
    coming: Object.fromEntries(coming.map(({ edition, applies_from }) => [edition, applies_from])),
  };
}

describe('edition', () => {
  it('applies from its day if it is the first, accepted or not', () => {
    expect(terms('2026-12-01', {}, [first])).toEqual({ inForce: first, coming: {} });
  });

  it('is listed per document with its first day in force and its acceptance', () => {
    const accepted_at = new Date('2026-11-20T10:00:00Z');
    const statusOf = () => ({ notified_on: null, accepted_at });
    const current = { edition: first, applies_from: first, accepted_at };
    expect(classifyEditions(editions([first, second]), statusOf, '2027-02-01')).toEqual({
      in_force: [
        { document: 'privacy_policy', ...current },
        { document: 'terms_of_use', ...current },
        { document: 'public_offer', ...current },
        { document: 'personal_data_consent', ...current },
      ],
      coming: [{ document: 'terms_of_use', edition: second, applies_from: second, accepted_at }],
    });
  });

  it('needs no notice if it is the first', () => {
    const { in_force } = classifyEditions(editions([first]), () => none, '2026-12-01');
    expect(in_force.map(({ applies_from }) => applies_from)).toEqual([first, first, first, first]);
  });

  it('is listed before its day if it is the first', () => {
    expect(terms('2026-11-01', {}, [first])).toEqual({ inForce: first, coming: {} });
  });

  it('applies from its day after a timely notice', () => {
    const statuses = { [second]: { notified_on: '2027-02-01' } };
    expect(terms('2027-02-28', statuses)).toEqual({ inForce: first, coming: { [second]: second } });
    expect(terms(second, statuses)).toEqual({ inForce: second, coming: {} });
  });

  it('applies ten days after a late notice, the previous edition until then', () => {
    const statuses = { [second]: { notified_on: '2027-02-25' } };
    expect(terms('2027-03-06', statuses)).toEqual({
      inForce: first,
      coming: { [second]: '2027-03-07' },
    });
    expect(terms('2027-03-07', statuses).inForce).toBe(second);
  });

  it('stays ten days ahead without a notice', () => {
    expect(terms('2027-02-01').coming).toEqual({ [second]: second });
    expect(terms('2027-03-05')).toEqual({ inForce: first, coming: { [second]: '2027-03-15' } });
  });

  it('applies from its day without a notice if accepted at sign-up', () => {
    const statuses = { [second]: { accepted_at: new Date('2027-03-05T10:00:00Z') } };
    expect(terms('2027-03-05', statuses)).toEqual({ inForce: second, coming: {} });
  });

  it('does not apply earlier than the notice promised if accepted in advance', () => {
    const accepted_at = new Date('2027-02-26T10:00:00Z');
    const statuses = { [second]: { notified_on: '2027-02-25', accepted_at } };
    expect(terms('2027-03-06', statuses).inForce).toBe(first);
  });

  it('is listed as upcoming together with a later edition', () => {
    const statuses = {
      [second]: { notified_on: '2027-02-01' },
      [third]: { notified_on: '2027-02-01' },
    };
    expect(terms('2027-02-15', statuses, [first, second, third])).toEqual({
      inForce: first,
      coming: { [second]: second, [third]: third },
    });
  });

  it('is skipped if superseded before its day', () => {
    const statuses = {
      [second]: { notified_on: '2027-03-18' },
      [third]: { notified_on: '2027-03-18' },
    };
    const days: Editions['terms_of_use'] = [first, second, third];
    expect(terms('2027-03-27', statuses, days)).toEqual({
      inForce: first,
      coming: { [third]: '2027-03-28' },
    });
    expect(terms('2027-03-28', statuses, days)).toEqual({ inForce: third, coming: {} });
  });

  it('never applies earlier than promised, and is never replaced by an older edition', () => {
    const day = fc.integer({ min: 0, max: 200 }).map((days) => addDays(first, days));
    const notices: fc.Arbitrary<Record<Day, Day | null>> = fc.record({
      [second]: fc.option(day),
      [third]: fc.option(day),
    });
    fc.assert(
      fc.property(notices, day, fc.nat(60), (sentOn, today, later) => {
        const days: Editions['terms_of_use'] = [first, second, third];
        const statuses = Object.fromEntries(
          Object.entries(sentOn).map(([edition, notified_on]) => [edition, { notified_on }]),
        );
        const now = terms(today, statuses, days);
        const then = terms(addDays(today, later), statuses, days);
        expect((then.inForce ?? '') >= (now.inForce ?? '')).toBe(true);
        if (now.inForce && now.inForce !== first) {
          const notified_on = sentOn[now.inForce];
          expect(notified_on && effectiveFrom(now.inForce, notified_on) <= today).toBe(true);
        }
      }),
    );
  });
});

describe('announcements', () => {
  it('are empty for first editions', () => {
    expect(listDueAnnouncements(editions([first]), '2027-01-01')).toEqual([]);
  });

  it('contain upcoming editions and the newest in force, with all documents of a day', () => {
    const list: Editions = {
      ...editions([first, second, third]),
      public_offer: [first, third],
      privacy_policy: [first, '2027-01-01', second],
    };
    expect(listDueAnnouncements(list, second)).toEqual([
      { edition: second, documents: ['privacy_policy', 'terms_of_use'] },
      { edition: third, documents: ['terms_of_use', 'public_offer'] },
    ]);
    expect(listDueAnnouncements(list, third)).toEqual([
      { edition: second, documents: ['privacy_policy'] },
      { edition: third, documents: ['terms_of_use', 'public_offer'] },
    ]);
  });

  it('are sorted by day, regardless of the order of documents', () => {
    const list: Editions = { ...editions([first, second]), privacy_policy: [first, third] };
    expect(listDueAnnouncements(list, first)).toEqual([
      { edition: second, documents: ['terms_of_use'] },
      { edition: third, documents: ['privacy_policy'] },
    ]);
  });
});

describe('notice', () => {
  const both = (one: string, other: string) => [
    { edition: one, documents: ['privacy_policy' as const, 'terms_of_use' as const] },
    { edition: other, documents: ['privacy_policy' as const] },
  ];

  it('lists every day with a change', () => {
    const [one, other] = both('2027-03-01', '2027-03-15');
    expect(changesInNotice(both('2027-03-01', '2027-03-15'), '2027-02-25')).toEqual([
      { ...one, applies_from: '2027-03-07' },
      { ...other, applies_from: '2027-03-15' },
    ]);
  });

  it('omits editions superseded before their day by another one in the notice', () => {
    expect(changesInNotice(both('2027-03-01', '2027-03-07'), '2027-02-25')).toEqual([
      { edition: '2027-03-01', documents: ['terms_of_use'], applies_from: '2027-03-07' },
      { edition: '2027-03-07', documents: ['privacy_policy'], applies_from: '2027-03-07' },
    ]);
    const [, other] = both('', '2027-03-07');
    const sameDocument = [{ ...other, edition: '2027-03-01' }, other];
    expect(changesInNotice(sameDocument as Announcement[], '2027-02-25')).toEqual([
      { ...other, applies_from: '2027-03-07' },
    ]);
  });
});

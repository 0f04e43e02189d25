import {
  type PriceEditions,
  type PriceList,
  priceEditions,
} from '@zavet/contract/billing/plan-catalogue';
import { addDays } from '@zavet/contract/days';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findUpcomingPrices,
  type PriceNotices,
  pricesOn,
  pricesToAnnounce,
} from './price-rules.ts';

const [published] = priceEditions;
const list = (edition: string, monthly: number, protocolActivation = 7000): PriceList => ({
  edition,
  plans: { ...published.plans, storage_300: { monthly, yearly: 3000 } },
  protocolActivation,
});
const lists: PriceEditions = [
  list('2026-11-15', 300),
  list('2027-02-01', 350),
  list('2027-06-01', 400, 8000),
];

const notices = (sentOn: Record<string, string> = {}, signed_up_on = '2026-12-01') => ({
  signed_up_on,
  notifiedOn: new Map(Object.entries(sentOn)),
});
const monthlyOn = (known: PriceNotices, day: string) =>
  pricesOn(lists, known, day).plans.storage_300.monthly;

describe('prices of a user', () => {
  it('change on the day of the list after a notice at least ten days ahead', () => {
    const sent = notices({ '2027-02-01': '2027-01-22' });
    expect(monthlyOn(sent, '2027-01-31')).toBe(300);
    expect(monthlyOn(sent, '2027-02-01')).toBe(350);
  });

  it('change ten days after a late notice', () => {
    const sent = notices({ '2027-02-01': '2027-01-23' });
    expect(monthlyOn(sent, '2027-02-01')).toBe(300);
    expect(monthlyOn(sent, '2027-02-02')).toBe(350);
  });

  it('stay the same without a notice, even years later', () => {
    expect(monthlyOn(notices(), '2035-01-01')).toBe(300);
  });

  it('are the new ones immediately after a sign-up on the day of the list or later', () => {
    expect(monthlyOn(notices({}, '2027-02-01'), '2027-02-01')).toBe(350);
    expect(monthlyOn(notices({}, '2027-01-31'), '2027-02-05')).toBe(300);
  });

  it('skip a list without a notice', () => {
    const sent = notices({ '2027-06-01': '2027-05-01' });
    expect(monthlyOn(sent, '2027-05-31')).toBe(300);
    expect(monthlyOn(sent, '2027-06-01')).toBe(400);
  });

  it('are those of the first list before its day', () => {
    expect(monthlyOn(notices(), '2020-01-01')).toBe(300);
  });

  it('never change earlier than ten days after a notice, nor before the day of the list', () => {
    const days = fc.integer({ min: 0, max: 400 }).map((plus) => addDays('2026-12-01', plus));
    fc.assert(
      fc.property(days, days, fc.option(days, { nil: undefined }), (day, first, second) => {
        const sentOn = { '2027-02-01': first, ...(second && { '2027-06-01': second }) };
        const { edition } = pricesOn(lists, notices(sentOn), day);
        if (edition === '2026-11-15') return;
        const notice = new Map(Object.entries(sentOn)).get(edition) ?? expect.fail('no notice');
        expect(day >= edition && day >= addDays(notice, 10)).toBe(true);
      }),
    );
  });
});

describe('price notice', () => {
  it('announces upcoming lists and the newest in force, but never the first', () => {
    const daysOn = (day: string) => pricesToAnnounce(lists, day).map(({ edition }) => edition);
    expect(daysOn('2026-12-01')).toEqual(['2027-02-01', '2027-06-01']);
    expect(daysOn('2027-02-01')).toEqual(['2027-02-01', '2027-06-01']);
    expect(daysOn('2027-06-01')).toEqual(['2027-06-01']);
    expect(pricesToAnnounce([list('2026-11-15', 300)], '2027-06-01')).toEqual([]);
  });

  it('contains the effective day and the old and new prices', () => {
    expect(findUpcomingPrices(lists, notices(), '2027-02-01', '2027-01-25')).toEqual({
      edition: '2027-02-01',
      applies_from: '2027-02-04',
      changes: [
        {
          product: expect.objectContaining({ plan_id: 'storage_300_monthly' }),
          before: 300,
          after: 350,
        },
      ],
    });
  });

  it('compares with the prices that will apply on that day', () => {
    const sent = notices({ '2027-02-01': '2027-01-01' });
    const changesFor = (known: PriceNotices) =>
      findUpcomingPrices(lists, known, '2027-06-01', '2027-01-25')?.changes.map((one) => [
        typeof one.product === 'string' ? one.product : one.product.plan_id,
        one.before,
        one.after,
      ]);
    const start = ['activation', 7000, 8000];
    expect(changesFor(sent)).toEqual([['storage_300_monthly', 350, 400], start]);
    expect(changesFor(notices())).toEqual([['storage_300_monthly', 300, 400], start]);
  });

  it('is not sent for a superseded list, after a sign-up with it, or without a change', () => {
    expect(findUpcomingPrices(lists, notices(), '2027-02-01', '2027-06-01')).toBeUndefined();
    expect(
      findUpcomingPrices(lists, notices({}, '2027-02-01'), '2027-02-01', '2027-02-01'),
    ).toBeUndefined();
    const same: PriceEditions = [lists[0], { ...lists[0], edition: '2027-02-01' }];
    expect(findUpcomingPrices(same, notices(), '2027-02-01', '2027-01-01')).toBeUndefined();
  });
});

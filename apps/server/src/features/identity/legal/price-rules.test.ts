import {
  type PriceEditions,
  type PriceList,
  priceEditions,
} from '@zavet/contract/billing/plan-catalogue';
import { addDays } from '@zavet/contract/days';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PriceNotices, pricesOn, pricesToAnnounce, upcomingPrices } from './price-rules.ts';

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

const knows = (toldOn: Record<string, string> = {}, signed_up_on = '2026-12-01') => ({
  signed_up_on,
  toldOn: new Map(Object.entries(toldOn)),
});
const monthlyOn = (knowledge: PriceNotices, day: string) =>
  pricesOn(lists, knowledge, day).plans.storage_300.monthly;

describe('the prices of a person', () => {
  it('change on the day of the list where they were told ten days ahead or sooner', () => {
    const told = knows({ '2027-02-01': '2027-01-22' });
    expect(monthlyOn(told, '2027-01-31')).toBe(300);
    expect(monthlyOn(told, '2027-02-01')).toBe(350);
  });

  it('change ten days after a notice that came late', () => {
    const told = knows({ '2027-02-01': '2027-01-23' });
    expect(monthlyOn(told, '2027-02-01')).toBe(300);
    expect(monthlyOn(told, '2027-02-02')).toBe(350);
  });

  it('stay while nobody has told them, however long the list has been in force', () => {
    expect(monthlyOn(knows(), '2035-01-01')).toBe(300);
  });

  it('are the new ones at once for a person who came on its day or later', () => {
    expect(monthlyOn(knows({}, '2027-02-01'), '2027-02-01')).toBe(350);
    expect(monthlyOn(knows({}, '2027-01-31'), '2027-02-05')).toBe(300);
  });

  it('may leave out a list of which they were never told', () => {
    const told = knows({ '2027-06-01': '2027-05-01' });
    expect(monthlyOn(told, '2027-05-31')).toBe(300);
    expect(monthlyOn(told, '2027-06-01')).toBe(400);
  });

  it('before the first day are those of the first list', () => {
    expect(monthlyOn(knows(), '2020-01-01')).toBe(300);
  });

  it('never change sooner than ten days after a notice, and never before the day of a list', () => {
    const days = fc.integer({ min: 0, max: 400 }).map((plus) => addDays('2026-12-01', plus));
    fc.assert(
      fc.property(days, days, fc.option(days, { nil: undefined }), (day, told, toldLast) => {
        const toldOn = { '2027-02-01': told, ...(toldLast && { '2027-06-01': toldLast }) };
        const { edition } = pricesOn(lists, knows(toldOn), day);
        if (edition === '2026-11-15') return;
        const notice = new Map(Object.entries(toldOn)).get(edition) ?? expect.fail('untold');
        expect(day >= edition && day >= addDays(notice, 10)).toBe(true);
      }),
    );
  });
});

describe('people are told', () => {
  it('of lists to come and of the newest that has begun, never of the first', () => {
    const daysOn = (day: string) => pricesToAnnounce(lists, day).map(({ edition }) => edition);
    expect(daysOn('2026-12-01')).toEqual(['2027-02-01', '2027-06-01']);
    expect(daysOn('2027-02-01')).toEqual(['2027-02-01', '2027-06-01']);
    expect(daysOn('2027-06-01')).toEqual(['2027-06-01']);
    expect(pricesToAnnounce([list('2026-11-15', 300)], '2027-06-01')).toEqual([]);
  });

  it('from which day, and which prices change from what to what', () => {
    expect(upcomingPrices(lists, knows(), '2027-02-01', '2027-01-25')).toEqual({
      edition: '2027-02-01',
      holds_from: '2027-02-04',
      changes: [
        {
          product: expect.objectContaining({ plan_id: 'storage_300_monthly' }),
          before: 300,
          after: 350,
        },
      ],
    });
  });

  it('of changes from what will hold for them by then', () => {
    const told = knows({ '2027-02-01': '2027-01-01' });
    const changesFor = (knowledge: PriceNotices) =>
      upcomingPrices(lists, knowledge, '2027-06-01', '2027-01-25')?.changes.map((one) => [
        typeof one.product === 'string' ? one.product : one.product.plan_id,
        one.before,
        one.after,
      ]);
    const start = ['activation', 7000, 8000];
    expect(changesFor(told)).toEqual([['storage_300_monthly', 350, 400], start]);
    expect(changesFor(knows())).toEqual([['storage_300_monthly', 300, 400], start]);
  });

  it('nothing of a list that is overtaken, that they came with, or that changes nothing', () => {
    expect(upcomingPrices(lists, knows(), '2027-02-01', '2027-06-01')).toBeUndefined();
    expect(
      upcomingPrices(lists, knows({}, '2027-02-01'), '2027-02-01', '2027-02-01'),
    ).toBeUndefined();
    const same: PriceEditions = [lists[0], { ...lists[0], edition: '2027-02-01' }];
    expect(upcomingPrices(same, knows(), '2027-02-01', '2027-01-01')).toBeUndefined();
  });
});

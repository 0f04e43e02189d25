import { describe, expect, it } from 'vitest';
import { bought } from '../../../../test/plan-states.ts';
import { dayTold, giftProducts, isOpenToContacts, reasonNotToGive } from './gift-rules.ts';
import { afterLapse, freePlan } from './plan-rules.ts';

const mb = 1024 * 1024;
const lapsed = {
  ...afterLapse(bought('storage_300_monthly'), '2027-01-31'),
  grace_warned: 14,
  version: 3,
};

describe('a contact can pay', () => {
  it('from the first warning on, while files do not fit', () => {
    expect(isOpenToContacts(lapsed, 31 * mb)).toBe(true);
    expect(isOpenToContacts(lapsed, 30 * mb)).toBe(false);
    expect(isOpenToContacts({ ...lapsed, grace_warned: null }, 31 * mb)).toBe(false);
    expect(isOpenToContacts({ ...freePlan, grace_warned: 14 }, 31 * mb)).toBe(false);
  });

  it('for a month or a year of the former plan, or of the smallest that holds everything', () => {
    const ids = (bytes: number) => giftProducts(lapsed, bytes).map(({ plan_id }) => plan_id);
    expect(ids(300 * mb)).toEqual(['storage_300_monthly', 'storage_300_yearly']);
    expect(ids(300 * mb + 1)).toEqual(['storage_500_monthly', 'storage_500_yearly']);
    expect(ids(5000 * mb)).toEqual(['storage_1024_monthly', 'storage_1024_yearly']);
  });
});

describe('money of a contact', () => {
  const given = { basis: 3, isContact: true, isStale: false };

  it('takes effect on the unpaid plan that it was quoted for', () => {
    expect(reasonNotToGive(lapsed, given)).toBeNull();
  });

  it('goes back when the plan is another one, is paid or over, or was quoted long ago', () => {
    expect(reasonNotToGive({ ...lapsed, version: 4 }, given)).toBe('superseded');
    expect(reasonNotToGive({ ...freePlan, version: 3 }, given)).toBe('superseded');
    expect(reasonNotToGive(lapsed, { ...given, isStale: true })).toBe('superseded');
  });

  it('goes back when its payer is no contact any more', () => {
    expect(reasonNotToGive(lapsed, { ...given, isContact: false })).toBe('contact_removed');
  });
});

it('a mail that comes late names the day after it', () => {
  expect(dayTold('2027-03-02', '2027-03-01')).toBe('2027-03-02');
  expect(dayTold('2027-03-02', '2027-03-05')).toBe('2027-03-05');
});

import { expect, it } from 'vitest';
import { acceptedEditions } from './acceptance-rules.ts';

const editions = {
  privacy_policy: ['2026-11-15', '2027-02-01'],
  terms_of_use: ['2026-11-15'],
  public_offer: ['2026-11-15', '2027-03-01'],
  personal_data_consent: ['2026-11-20'],
} as const;
const noTicks = { privacy_policy: false, terms_of_use: false, public_offer: false };

it('ticking the privacy policy also gives the consent to data processing', () => {
  expect(acceptedEditions({ ...noTicks, privacy_policy: true }, editions, '2027-02-01')).toEqual({
    privacy_policy: '2027-02-01',
    personal_data_consent: '2026-11-20',
  });
});

it('ticking every checkbox accepts each document in its current edition', () => {
  const all = { privacy_policy: true, terms_of_use: true, public_offer: true };
  expect(acceptedEditions(all, editions, '2027-01-31')).toEqual({
    privacy_policy: '2026-11-15',
    terms_of_use: '2026-11-15',
    public_offer: '2026-11-15',
    personal_data_consent: '2026-11-20',
  });
});

it('accepts no document without a tick', () => {
  expect(acceptedEditions(noTicks, editions, '2027-02-01')).toEqual({});
});

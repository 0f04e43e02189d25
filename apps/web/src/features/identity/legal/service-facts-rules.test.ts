import { expect, it } from 'vitest';
import { serviceFactsOf } from './service-facts-rules.ts';

const texts = {
  operator: { unnamed: 'an unnamed operator', unknown: 'the operator' },
  supportEmail: { unknown: 'the usual address' },
  trustedPersons: {
    unlimited: 'as many as you wish',
    one: '{{trustedContacts}} person',
    other: '{{trustedContacts}} persons',
    unknown: 'several persons',
  },
};
const service = {
  operator: 'Example Ltd',
  support_email: 'help@example.org',
  site_address: 'https://zavet.example',
  trusted_contacts: 3,
};

it('uses the facts of the server', () => {
  expect(serviceFactsOf(service, texts, 'en', 'http://here')).toEqual({
    operator: 'Example Ltd',
    supportEmail: 'help@example.org',
    siteAddress: 'https://zavet.example',
    trustedPersons: '3 persons',
  });
});

it('uses the text for an unnamed operator', () => {
  const facts = serviceFactsOf({ ...service, operator: null }, texts, 'en', 'http://here');
  expect(facts.operator).toBe('an unnamed operator');
});

it.each([
  ['en', 0, 'as many as you wish'],
  ['en', 1, '1 person'],
  ['en', 21, '21 persons'],
  ['ru', 21, '21 person'],
  ['ru', 11, '11 persons'],
  ['ru', 1000, '1\u00a0000 persons'],
] as const)('in %s, formats a limit of %i as %s', (language, trusted_contacts, expected) => {
  const facts = serviceFactsOf({ ...service, trusted_contacts }, texts, language, 'http://here');
  expect(facts.trustedPersons).toBe(expected);
});

it('uses neutral texts until the server answers', () => {
  expect(serviceFactsOf(undefined, texts, 'en', 'http://here')).toEqual({
    operator: 'the operator',
    supportEmail: 'the usual address',
    siteAddress: 'http://here',
    trustedPersons: 'several persons',
  });
});

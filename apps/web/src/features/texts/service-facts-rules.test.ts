import { expect, it } from 'vitest';
import { serviceFactsOf } from './service-facts-rules.ts';

const words = {
  operator: { unnamed: 'somebody without a name', unknown: 'somebody' },
  supportEmail: { unknown: 'the usual address' },
};
const service = {
  operator: 'Example Ltd',
  support_email: 'help@example.org',
  site_address: 'https://zavet.example',
};

it('says what the server says', () => {
  expect(serviceFactsOf(service, words, 'http://here')).toEqual({
    operator: 'Example Ltd',
    supportEmail: 'help@example.org',
    siteAddress: 'https://zavet.example',
  });
});

it('says so where the operator has no name', () => {
  const facts = serviceFactsOf({ ...service, operator: null }, words, 'http://here');
  expect(facts.operator).toBe('somebody without a name');
});

it('has neutral words as long as the server has not answered', () => {
  expect(serviceFactsOf(undefined, words, 'http://here')).toEqual({
    operator: 'somebody',
    supportEmail: 'the usual address',
    siteAddress: 'http://here',
  });
});

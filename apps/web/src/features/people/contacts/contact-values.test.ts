import { expect, test } from 'vitest';
import { contactFixture } from '../../../../test/contact-fixture.ts';
import { holdsMore, inputOf, needsNewConsent, valuesOf } from './contact-values.ts';

test('mails to a new contact are in the language of the owner until another is chosen', () => {
  expect(valuesOf(undefined, 'fi').preferred_language).toBe('fi');
  expect(valuesOf(contactFixture({ preferred_language: 'sv' }), 'fi').preferred_language).toBe(
    'sv',
  );
});

test('a consent on record is ticked when the contact is edited', () => {
  const minor = contactFixture({ is_minor: true, guardian_consent_at: '2026-11-01T10:00:00.000Z' });
  expect(valuesOf(minor, 'ru').has_guardian_consent).toBe(true);
  expect(valuesOf(contactFixture(), 'ru').has_guardian_consent).toBe(false);
});

test('sends no consent for an adult', () => {
  const values = { ...valuesOf(undefined, 'ru'), is_minor: false, has_guardian_consent: true };
  expect(inputOf(values).has_guardian_consent).toBe(false);
  expect(inputOf({ ...values, is_minor: true }).has_guardian_consent).toBe(true);
});

test('only a confirmed contact with another address has to agree again', () => {
  const confirmed = contactFixture({ status: 'confirmed', is_confirmed: true });
  expect(needsNewConsent(confirmed, 'new@example.com')).toBe(true);
  expect(needsNewConsent(confirmed, confirmed.email)).toBe(false);
  expect(needsNewConsent(contactFixture(), 'new@example.com')).toBe(false);
  expect(needsNewConsent(undefined, 'new@example.com')).toBe(false);
});

test('the form hides nothing that is known', () => {
  const known = (facts: Parameters<typeof contactFixture>[0]) =>
    holdsMore(valuesOf(contactFixture(facts), 'ru'), 'ru');
  expect(known({})).toBe(false);
  expect(known({ relationship: 'сестра' })).toBe(false);
  expect(known({ phone: '+79123456789' })).toBe(true);
  expect(known({ notes: 'Ключи у неё' })).toBe(true);
  expect(known({ category: 'professional' })).toBe(true);
  expect(known({ preferred_language: 'fi' })).toBe(true);
  expect(known({ is_minor: true })).toBe(true);
});

import { ApiError } from '@zavet/contract/client';
import { type ErrorCode, errorStatuses } from '@zavet/contract/errors';
import { describe, expect, it, test } from 'vitest';
import { contactFixture } from '../../../../test/contact-fixture.ts';
import {
  contactErrorKeyOf,
  countContacts,
  firstNameOf,
  hasOptionalDetails,
  invitationOutcomeOf,
  invitationStageOf,
  isListFull,
  mainActionOf,
  needsNewConsent,
  removeFromList,
  replacementCandidatesFor,
  saveInList,
  setTriesLeft,
  sortStartersFirst,
  toContactInput,
  triesLeftAfter,
  valuesOf,
} from './contact-rules.ts';

const maria = contactFixture({ id: 'maria', status: 'confirmed' });
const oleg = contactFixture({ id: 'oleg', status: 'pending' });
const vera = contactFixture({ id: 'vera', status: 'uninvited' });
const anna = contactFixture({ id: 'anna', status: 'declined' });
const ivan = contactFixture({ id: 'ivan', status: 'activated' });

test('counts an activated contact as confirmed and a declined one as not pending', () => {
  expect(countContacts([maria, oleg, vera, anna, ivan])).toEqual({
    total: 5,
    confirmed: 2,
    uninvited: 1,
    pending: 1,
    declined: 1,
  });
});

test('a list is full at the limit, and never full without a limit', () => {
  expect(isListFull({ contacts: [maria, oleg], limit: 3 })).toBe(false);
  expect(isListFull({ contacts: [maria, oleg, anna], limit: 3 })).toBe(true);
  expect(isListFull({ contacts: [maria, oleg, anna], limit: 0 })).toBe(false);
});

test('a new contact comes first, a changed one keeps its position', () => {
  const list = { contacts: [maria, oleg], limit: 3 };
  expect(saveInList(list, anna).contacts).toEqual([anna, maria, oleg]);
  const renamed = { ...oleg, name: 'Олег Петров' };
  expect(saveInList(list, renamed)).toEqual({ contacts: [maria, renamed], limit: 3 });
});

test('removes a deleted contact from the list', () => {
  expect(removeFromList({ contacts: [maria, oleg], limit: 3 }, 'maria').contacts).toEqual([oleg]);
});

test('updates the remaining tries of one contact, and only with an invitation', () => {
  const list = { contacts: [maria, oleg], limit: 3 };
  const [unchanged, tried] = setTriesLeft(list, 'oleg', 9).contacts;
  expect(unchanged).toBe(maria);
  expect(tried).toEqual({ ...oleg, invitation: { ...oleg.invitation, tries_left: 9 } });
  const uninvited = { contacts: [contactFixture({ id: 'ivan', invitation: null })], limit: 3 };
  expect(setTriesLeft(uninvited, 'ivan', 9)).toBe(uninvited);
});

test('offers neither the deleted contact nor a declined one as a replacement', () => {
  expect(replacementCandidatesFor(maria, [maria, oleg, anna])).toEqual([oleg]);
});

test('sorts contacts who have started the protocol first and keeps the order of the rest', () => {
  const order = (starterIds: string[]) =>
    sortStartersFirst([maria, oleg, anna], starterIds).map(({ id }) => id);
  expect(order(['oleg'])).toEqual(['oleg', 'maria', 'anna']);
  expect(order([])).toEqual(['maria', 'oleg', 'anna']);
});

test('shortens a full name to the first name', () => {
  expect(firstNameOf('Ольга Ким')).toBe('Ольга');
  expect(firstNameOf(' Анна-Мария  Сергеевна Лаврова')).toBe('Анна-Мария');
  expect(firstNameOf("D'Arcy Wentworth")).toBe("D'Arcy");
});

test.each(['Мама', 'тётя Оля', 'Dr. Smith', 'А. Лавров', ''])(
  'does not shorten the name «%s»',
  (name) => {
    expect(firstNameOf(name)).toBe(name);
  },
);

test('the language of a new contact defaults to the language of the owner', () => {
  expect(valuesOf(undefined, 'fi').preferred_language).toBe('fi');
  expect(valuesOf(contactFixture({ preferred_language: 'sv' }), 'fi').preferred_language).toBe(
    'sv',
  );
});

test('a recorded guardian consent is ticked in the form', () => {
  const minor = contactFixture({ is_minor: true, guardian_consent_at: '2026-11-01T10:00:00.000Z' });
  expect(valuesOf(minor, 'ru').has_guardian_consent).toBe(true);
  expect(valuesOf(contactFixture(), 'ru').has_guardian_consent).toBe(false);
});

test('does not send a guardian consent for an adult', () => {
  const values = { ...valuesOf(undefined, 'ru'), is_minor: false, has_guardian_consent: true };
  expect(toContactInput(values).has_guardian_consent).toBe(false);
  expect(toContactInput({ ...values, is_minor: true }).has_guardian_consent).toBe(true);
});

test('only a confirmed contact with a changed address has to agree again', () => {
  const confirmed = contactFixture({ status: 'confirmed', is_confirmed: true });
  expect(needsNewConsent(confirmed, 'new@example.com')).toBe(true);
  expect(needsNewConsent(confirmed, confirmed.email)).toBe(false);
  expect(needsNewConsent(contactFixture(), 'new@example.com')).toBe(false);
  expect(needsNewConsent(undefined, 'new@example.com')).toBe(false);
});

test('detects every optional detail that has a value', () => {
  const detects = (overrides: Parameters<typeof contactFixture>[0]) =>
    hasOptionalDetails(valuesOf(contactFixture(overrides), 'ru'), 'ru');
  expect(detects({})).toBe(false);
  expect(detects({ relationship: 'сестра' })).toBe(false);
  expect(detects({ phone: '+79123456789' })).toBe(true);
  expect(detects({ notes: 'Ключи у неё' })).toBe(true);
  expect(detects({ category: 'professional' })).toBe(true);
  expect(detects({ preferred_language: 'fi' })).toBe(true);
  expect(detects({ is_minor: true })).toBe(true);
});

const { invitation } = contactFixture();
const before = Date.parse('2026-11-30T10:00:00.000Z');
const after = Date.parse('2026-12-01T10:00:00.000Z');

test('reports the mail state of a valid invitation', () => {
  expect(invitation && invitationStageOf({ ...invitation, mail_state: 'refused' }, before)).toBe(
    'refused',
  );
  expect(invitationStageOf(invitation, before)).toBe('sent');
});

test('reports an expired invitation regardless of its mail state', () => {
  expect(invitationStageOf(invitation, after)).toBe('expired');
});

test('reports a contact without an invitation', () => {
  expect(invitationStageOf(null, before)).toBe('none');
});

const result = {
  ok: true,
  sent: false,
  manual_sharing_required: false,
  contact_email: 'maria@example.com',
  confirmation_code: null,
};

test('reveals the code only if the owner has to pass it on', () => {
  const manual = { ...result, manual_sharing_required: true, confirmation_code: 'ABC234' };
  expect(invitationOutcomeOf(manual)).toEqual({
    kind: 'manual',
    email: 'maria@example.com',
    code: 'ABC234',
  });
  expect(invitationOutcomeOf({ ...manual, sent: true })).toEqual({
    kind: 'sent',
    email: 'maria@example.com',
  });
});

test('distinguishes a queued invitation from a failed one', () => {
  expect(invitationOutcomeOf(result).kind).toBe('queued');
  expect(invitationOutcomeOf({ ...result, ok: false }).kind).toBe('failed');
});

const beforeExpiry = Date.parse('2026-11-15T10:00:00Z');
const afterExpiry = Date.parse('2026-12-15T10:00:00Z');

describe('main action of a contact', () => {
  it('shows the instructions of a confirmed contact', () => {
    expect(mainActionOf(contactFixture({ status: 'confirmed' }), false, beforeExpiry)).toBe(
      'receives',
    );
  });

  it('is the code while the invitation can be answered', () => {
    expect(mainActionOf(contactFixture(), false, beforeExpiry)).toBe('code');
  });

  it('is a new invitation after the invitation has expired', () => {
    expect(mainActionOf(contactFixture(), false, afterExpiry)).toBe('invite');
  });

  it('is the first invitation of an uninvited contact', () => {
    expect(
      mainActionOf(contactFixture({ status: 'uninvited', invitation: null }), false, beforeExpiry),
    ).toBe('invite');
  });

  it('is the code if the mail was refused but the owner has the code', () => {
    const invitation = contactFixture().invitation;
    const refused = contactFixture({
      invitation: invitation && { ...invitation, mail_state: 'refused' },
    });
    expect(mainActionOf(refused, true, beforeExpiry)).toBe('code');
    expect(mainActionOf(refused, false, beforeExpiry)).toBe('invite');
  });

  it('is a new invitation of a declined contact', () => {
    expect(mainActionOf(contactFixture({ status: 'declined' }), false, beforeExpiry)).toBe(
      'invite',
    );
  });

  it('is undefined after the protocol was activated', () => {
    expect(
      mainActionOf(contactFixture({ status: 'activated' }), false, beforeExpiry),
    ).toBeUndefined();
  });
});

const errorOf = (code: ErrorCode) =>
  new ApiError(errorStatuses[code], { error: { code }, request_id: 'r' });

test.each([
  ['invalid_code', 'codeInvalid'],
  ['already_confirmed', 'alreadyConfirmed'],
  ['contact_not_found', 'contactNotFoundInDb'],
  ['code_expired', 'codeExpired'],
  ['code_tries_exhausted', 'codeTriesExhausted'],
] as const)('the error %s of a code has a specific text', (code, key) => {
  expect(contactErrorKeyOf(errorOf(code), 'confirm')).toBe(key);
});

test('the error of a full list has a specific text', () => {
  expect(contactErrorKeyOf(errorOf('contact_limit_reached'), 'save')).toBe('maxContactsLimit');
});

test('distinguishes a failed connection from a timeout', () => {
  expect(contactErrorKeyOf(new TypeError('Failed to fetch'), 'save')).toBe('connectionError');
  expect(contactErrorKeyOf(new DOMException('', 'TimeoutError'), 'save')).toBe('networkError');
});

test('an unspecific failure is named after the action', () => {
  const broken = errorOf('internal_error');
  expect(contactErrorKeyOf(broken, 'fetch')).toBe('fetchError');
  expect(contactErrorKeyOf(broken, 'save')).toBe('saveError');
  expect(contactErrorKeyOf(broken, 'delete')).toBe('deleteError');
  expect(contactErrorKeyOf(broken, 'email')).toBe('emailError');
  expect(contactErrorKeyOf(broken, 'confirm')).toBe('confirmError');
  expect(contactErrorKeyOf(new Error('odd'), 'confirm')).toBe('confirmError');
});

test('an unavailable server is reported as the mail service only for invitations', () => {
  expect(contactErrorKeyOf(new ApiError(503, undefined), 'email')).toBe('emailServiceUnavailable');
  expect(contactErrorKeyOf(new ApiError(503, undefined), 'save')).toBe('saveError');
});

test('an error with a good general text has no specific one', () => {
  expect(contactErrorKeyOf(errorOf('too_many_requests'), 'email')).toBeUndefined();
  expect(contactErrorKeyOf(errorOf('database_unavailable'), 'email')).toBeUndefined();
});

test('reads the remaining tries only from errors that state them', () => {
  const wrong = { code: 'invalid_code', facts: { tries_left: 3 } } as const;
  expect(triesLeftAfter(new ApiError(422, { error: wrong, request_id: 'r' }))).toBe(3);
  expect(triesLeftAfter(errorOf('code_tries_exhausted'))).toBe(0);
  expect(triesLeftAfter(errorOf('already_confirmed'))).toBeUndefined();
  expect(triesLeftAfter(new TypeError('Failed to fetch'))).toBeUndefined();
});

import { ApiError } from '@zavet/contract/client';
import { type ErrorCode, errorStatuses } from '@zavet/contract/errors';
import { describe, expect, it, test } from 'vitest';
import { contactFixture } from '../../../../test/contact-fixture.ts';
import {
  contactErrorKey,
  countContacts,
  firstNameOf,
  hasOptionalDetails,
  invitationOutcome,
  invitationStage,
  isFull,
  mainActionOf,
  needsNewConsent,
  removeFromList,
  replacementCandidates,
  saveInList,
  setTriesLeft,
  startersFirst,
  toContactInput,
  triesLeftAfter,
  valuesOf,
} from './contact-rules.ts';

const maria = contactFixture({ id: 'maria', status: 'confirmed' });
const oleg = contactFixture({ id: 'oleg', status: 'pending' });
const vera = contactFixture({ id: 'vera', status: 'uninvited' });
const anna = contactFixture({ id: 'anna', status: 'declined' });
const ivan = contactFixture({ id: 'ivan', status: 'activated' });

test('counts an activated contact as confirmed, and a refusal as nobody who may still answer', () => {
  expect(countContacts([maria, oleg, vera, anna, ivan])).toEqual({
    total: 5,
    confirmed: 2,
    uninvited: 1,
    pending: 1,
    declined: 1,
  });
});

test('is full at the limit, and never where there is none', () => {
  expect(isFull({ contacts: [maria, oleg], limit: 3 })).toBe(false);
  expect(isFull({ contacts: [maria, oleg, anna], limit: 3 })).toBe(true);
  expect(isFull({ contacts: [maria, oleg, anna], limit: 0 })).toBe(false);
});

test('a new contact comes first, a changed one stays in its place', () => {
  const list = { contacts: [maria, oleg], limit: 3 };
  expect(saveInList(list, anna).contacts).toEqual([anna, maria, oleg]);
  const renamed = { ...oleg, name: 'Олег Петров' };
  expect(saveInList(list, renamed)).toEqual({ contacts: [maria, renamed], limit: 3 });
});

test('a deleted contact leaves the list', () => {
  expect(removeFromList({ contacts: [maria, oleg], limit: 3 }, 'maria').contacts).toEqual([oleg]);
});

test('a try is counted where a code can be tried, and for that contact alone', () => {
  const list = { contacts: [maria, oleg], limit: 3 };
  const [unchanged, tried] = setTriesLeft(list, 'oleg', 9).contacts;
  expect(unchanged).toBe(maria);
  expect(tried).toEqual({ ...oleg, invitation: { ...oleg.invitation, tries_left: 9 } });
  const uninvited = { contacts: [contactFixture({ id: 'ivan', invitation: null })], limit: 3 };
  expect(setTriesLeft(uninvited, 'ivan', 9)).toBe(uninvited);
});

test('offers neither the leaving contact nor those who declined as a replacement', () => {
  expect(replacementCandidates(maria, [maria, oleg, anna])).toEqual([oleg]);
});

test('puts the person who has started the protocol first and keeps the order of the others', () => {
  const order = (starters: string[]) =>
    startersFirst([maria, oleg, anna], starters).map(({ id }) => id);
  expect(order(['oleg'])).toEqual(['oleg', 'maria', 'anna']);
  expect(order([])).toEqual(['maria', 'oleg', 'anna']);
});

test('shortens a name to the first name', () => {
  expect(firstNameOf('Ольга Ким')).toBe('Ольга');
  expect(firstNameOf(' Анна-Мария  Сергеевна Лаврова')).toBe('Анна-Мария');
  expect(firstNameOf("D'Arcy Wentworth")).toBe("D'Arcy");
});

test.each(['Мама', 'тётя Оля', 'Dr. Smith', 'А. Лавров', ''])('keeps «%s» whole', (name) => {
  expect(firstNameOf(name)).toBe(name);
});

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
  expect(toContactInput(values).has_guardian_consent).toBe(false);
  expect(toContactInput({ ...values, is_minor: true }).has_guardian_consent).toBe(true);
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
    hasOptionalDetails(valuesOf(contactFixture(facts), 'ru'), 'ru');
  expect(known({})).toBe(false);
  expect(known({ relationship: 'сестра' })).toBe(false);
  expect(known({ phone: '+79123456789' })).toBe(true);
  expect(known({ notes: 'Ключи у неё' })).toBe(true);
  expect(known({ category: 'professional' })).toBe(true);
  expect(known({ preferred_language: 'fi' })).toBe(true);
  expect(known({ is_minor: true })).toBe(true);
});

const { invitation } = contactFixture();
const before = Date.parse('2026-11-30T10:00:00.000Z');
const after = Date.parse('2026-12-01T10:00:00.000Z');

test('tells what the mail server said while the invitation lives', () => {
  expect(invitation && invitationStage({ ...invitation, mail_state: 'refused' }, before)).toBe(
    'refused',
  );
  expect(invitationStage(invitation, before)).toBe('sent');
});

test('tells that an invitation has expired, whatever became of its mail', () => {
  expect(invitationStage(invitation, after)).toBe('expired');
});

test('tells that nobody was invited yet', () => {
  expect(invitationStage(null, before)).toBe('none');
});

const result = {
  ok: true,
  sent: false,
  manual_sharing_required: false,
  contact_email: 'maria@example.com',
  confirmation_code: null,
};

test('shows a code only where the owner has to pass it on', () => {
  const manual = { ...result, manual_sharing_required: true, confirmation_code: 'ABC234' };
  expect(invitationOutcome(manual)).toEqual({
    kind: 'manual',
    email: 'maria@example.com',
    code: 'ABC234',
  });
  expect(invitationOutcome({ ...manual, sent: true })).toEqual({
    kind: 'sent',
    email: 'maria@example.com',
  });
});

test('tells a mail that is still on its way from one that failed', () => {
  expect(invitationOutcome(result).kind).toBe('queued');
  expect(invitationOutcome({ ...result, ok: false }).kind).toBe('failed');
});

const beforeExpiry = Date.parse('2026-11-15T10:00:00Z');
const afterExpiry = Date.parse('2026-12-15T10:00:00Z');

describe('the one action of a card', () => {
  it('shows what a confirmed person will receive', () => {
    expect(mainActionOf(contactFixture({ status: 'confirmed' }), false, beforeExpiry)).toBe(
      'receives',
    );
  });

  it('takes the code while an invitation can be answered', () => {
    expect(mainActionOf(contactFixture(), false, beforeExpiry)).toBe('code');
  });

  it('invites again once the invitation has run out', () => {
    expect(mainActionOf(contactFixture(), false, afterExpiry)).toBe('invite');
  });

  it('invites where no invitation was ever sent', () => {
    expect(
      mainActionOf(contactFixture({ status: 'uninvited', invitation: null }), false, beforeExpiry),
    ).toBe('invite');
  });

  it('takes the code that the owner has to pass on, although the mail was refused', () => {
    const invitation = contactFixture().invitation;
    const refused = contactFixture({
      invitation: invitation && { ...invitation, mail_state: 'refused' },
    });
    expect(mainActionOf(refused, true, beforeExpiry)).toBe('code');
    expect(mainActionOf(refused, false, beforeExpiry)).toBe('invite');
  });

  it('invites again who has said no', () => {
    expect(mainActionOf(contactFixture({ status: 'declined' }), false, beforeExpiry)).toBe(
      'invite',
    );
  });

  it('offers nothing once the protocol was started', () => {
    expect(
      mainActionOf(contactFixture({ status: 'activated' }), false, beforeExpiry),
    ).toBeUndefined();
  });
});

const answered = (code: ErrorCode) =>
  new ApiError(errorStatuses[code], { error: { code }, request_id: 'r' });

test.each([
  ['invalid_code', 'codeInvalid'],
  ['already_confirmed', 'alreadyConfirmed'],
  ['contact_not_found', 'contactNotFoundInDb'],
  ['code_expired', 'codeExpired'],
  ['code_tries_exhausted', 'codeTriesExhausted'],
] as const)('a code refused with %s has a message of its own', (code, key) => {
  expect(contactErrorKey(answered(code), 'confirm')).toBe(key);
});

test('a refusal for the limit says what the limit is', () => {
  expect(contactErrorKey(answered('contact_limit_reached'), 'save')).toBe('maxContactsLimit');
});

test('no connection and no answer in time are told apart', () => {
  expect(contactErrorKey(new TypeError('Failed to fetch'), 'save')).toBe('connectionError');
  expect(contactErrorKey(new DOMException('', 'TimeoutError'), 'save')).toBe('networkError');
});

test('a failure without a better reason is named after what was tried', () => {
  const broken = answered('internal_error');
  expect(contactErrorKey(broken, 'fetch')).toBe('fetchError');
  expect(contactErrorKey(broken, 'save')).toBe('saveError');
  expect(contactErrorKey(broken, 'delete')).toBe('deleteError');
  expect(contactErrorKey(broken, 'email')).toBe('emailError');
  expect(contactErrorKey(broken, 'confirm')).toBe('confirmError');
  expect(contactErrorKey(new Error('odd'), 'confirm')).toBe('confirmError');
});

test('an invitation that could not be handed on names the mail service', () => {
  expect(contactErrorKey(new ApiError(503, undefined), 'email')).toBe('emailServiceUnavailable');
  expect(contactErrorKey(new ApiError(503, undefined), 'save')).toBe('saveError');
});

test('a general failure keeps its general words', () => {
  expect(contactErrorKey(answered('too_many_requests'), 'email')).toBeUndefined();
  expect(contactErrorKey(answered('database_unavailable'), 'email')).toBeUndefined();
});

test('a refusal says how many tries are left, and nothing else does', () => {
  const wrong = { code: 'invalid_code', facts: { tries_left: 3 } } as const;
  expect(triesLeftAfter(new ApiError(422, { error: wrong, request_id: 'r' }))).toBe(3);
  expect(triesLeftAfter(answered('code_tries_exhausted'))).toBe(0);
  expect(triesLeftAfter(answered('already_confirmed'))).toBeUndefined();
  expect(triesLeftAfter(new TypeError('Failed to fetch'))).toBeUndefined();
});

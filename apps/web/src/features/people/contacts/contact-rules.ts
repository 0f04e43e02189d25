import { ApiError } from '@zavet/contract/client';
import type { ErrorCode } from '@zavet/contract/errors';
import type { Locale } from '@zavet/contract/locales';
import type {
  ContactInput,
  ContactView,
  InvitationResult,
} from '@zavet/contract/people/contact-endpoints';
import type { FormValues } from '../../../ui/form/use-contract-form.ts';

export interface ContactList {
  contacts: ContactView[];
  /** 0 means no limit. */
  limit: number;
}

export function countContacts(contacts: ContactView[]) {
  const countWith = (status: ContactView['status']) =>
    contacts.filter((contact) => contact.status === status).length;
  return {
    total: contacts.length,
    // Activated contacts count as confirmed.
    confirmed: countWith('confirmed') + countWith('activated'),
    uninvited: countWith('uninvited'),
    pending: countWith('pending'),
    declined: countWith('declined'),
  };
}

export function isListFull({ contacts, limit }: ContactList): boolean {
  return limit > 0 && contacts.length >= limit;
}

/** Sorts contacts who have started the protocol first and keeps the order otherwise. */
export function sortStartersFirst(
  contacts: readonly ContactView[],
  starterIds: readonly string[],
): ContactView[] {
  return contacts.toSorted(
    (a, b) => Number(starterIds.includes(b.id)) - Number(starterIds.includes(a.id)),
  );
}

/** Replaces the contact, or adds a new one at the start. */
export function saveInList(list: ContactList, saved: ContactView): ContactList {
  const isListed = list.contacts.some(({ id }) => id === saved.id);
  const contacts = isListed
    ? list.contacts.map((contact) => (contact.id === saved.id ? saved : contact))
    : [saved, ...list.contacts];
  return { ...list, contacts };
}

export function removeFromList(list: ContactList, id: string): ContactList {
  return { ...list, contacts: list.contacts.filter((contact) => contact.id !== id) };
}

export function setTriesLeft(list: ContactList, id: string, tries_left: number): ContactList {
  const contact = list.contacts.find(({ id: listedId }) => listedId === id);
  if (!contact?.invitation) return list;
  return saveInList(list, { ...contact, invitation: { ...contact.invitation, tries_left } });
}

/** Contacts that can replace a deleted one; declined contacts cannot. */
export function replacementCandidatesFor(
  deleted: ContactView,
  contacts: ContactView[],
): ContactView[] {
  return contacts.filter(({ id, status }) => id !== deleted.id && status !== 'declined');
}

/** The first word of a name if it is a given name, otherwise the whole name. */
export function firstNameOf(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  // «тётя Оля» and «Dr. Smith» do not begin with a given name.
  const isName = rest.length > 0 && /^\p{Lu}[\p{L}\p{M}'’-]+$/u.test(first) && first.length > 2;
  return isName ? first : name.trim();
}

export type ContactValues = FormValues<ContactInput>;

export function valuesOf(contact: ContactView | undefined, ownLanguage: Locale): ContactValues {
  return {
    name: contact?.name ?? '',
    email: contact?.email ?? '',
    phone: contact?.phone ?? '',
    relationship: contact?.relationship ?? '',
    category: contact?.category ?? 'family',
    notes: contact?.notes ?? '',
    address: contact?.address ?? '',
    invitation_note: contact?.invitation_note ?? '',
    preferred_language: contact?.preferred_language ?? ownLanguage,
    is_minor: contact?.is_minor ?? false,
    has_guardian_consent: contact?.guardian_consent_at != null,
  };
}

/** True if an optional field has a value; the form then does not collapse these fields. */
export function hasOptionalDetails(values: ContactValues, ownLanguage: Locale): boolean {
  const { phone, address, notes, is_minor, category, preferred_language } = values;
  const isDefault = category === 'family' && preferred_language === ownLanguage;
  return !isDefault || is_minor || [phone, address, notes].some((text) => text !== '');
}

/**
 * Converts form values to input. Drops a consent that was ticked before `is_minor` was unticked.
 */
export function toContactInput(values: ContactValues): ContactValues {
  return {
    ...values,
    has_guardian_consent: values.is_minor && values.has_guardian_consent,
  };
}

/** True if the contact is confirmed and has to agree again at a new address. */
export function needsNewConsent(contact: ContactView | undefined, email: string): boolean {
  return contact?.status === 'confirmed' && contact.email !== email;
}

type InvitationStage = 'none' | 'queued' | 'sent' | 'refused' | 'expired';

export function invitationStageOf(
  invitation: ContactView['invitation'],
  nowMs: number,
): InvitationStage {
  if (!invitation) return 'none';
  return Date.parse(invitation.expires_at) <= nowMs ? 'expired' : invitation.mail_state;
}

type InvitationOutcome =
  | { kind: 'sent' | 'queued' | 'failed'; email: string }
  /** The owner has to pass on the code. */
  | { kind: 'manual'; email: string; code: string };

export function invitationOutcomeOf(result: InvitationResult): InvitationOutcome {
  const { contact_email: email, confirmation_code: code } = result;
  if (result.sent) return { kind: 'sent', email };
  if (result.manual_sharing_required && code) return { kind: 'manual', email, code };
  return { kind: result.ok ? 'queued' : 'failed', email };
}

export type MainAction = 'receives' | 'code' | 'invite';

/** The action that the owner most likely wants; undefined if there is none. */
export function mainActionOf(
  contact: ContactView,
  hasUnsentCode: boolean,
  nowMs: number,
): MainAction | undefined {
  switch (contact.status) {
    case 'confirmed':
      return 'receives';
    case 'uninvited':
    case 'declined':
      return 'invite';
    case 'pending': {
      const stage = invitationStageOf(contact.invitation, nowMs);
      const canAnswer = stage === 'sent' || stage === 'queued' || hasUnsentCode;
      return canAnswer ? 'code' : 'invite';
    }
    case 'activated':
      return undefined;
  }
}

export type ContactAction = 'fetch' | 'save' | 'delete' | 'email' | 'confirm';

/** A locale key below `contacts:errors`. */
type ContactErrorKey =
  | 'fetchError'
  | 'saveError'
  | 'deleteError'
  | 'emailError'
  | 'confirmError'
  | 'contactNotFoundInDb'
  | 'maxContactsLimit'
  | 'codeInvalid'
  | 'codeExpired'
  | 'codeTriesExhausted'
  | 'alreadyConfirmed'
  | 'connectionError'
  | 'networkError'
  | 'emailServiceUnavailable';

const keyOfAction: Record<ContactAction, ContactErrorKey> = {
  fetch: 'fetchError',
  save: 'saveError',
  delete: 'deleteError',
  email: 'emailError',
  confirm: 'confirmError',
};

const keyOfCode: Partial<Record<ErrorCode, ContactErrorKey>> = {
  contact_not_found: 'contactNotFoundInDb',
  contact_limit_reached: 'maxContactsLimit',
  invalid_code: 'codeInvalid',
  code_expired: 'codeExpired',
  code_tries_exhausted: 'codeTriesExhausted',
  already_confirmed: 'alreadyConfirmed',
};

const unavailableStatuses = [502, 503, 504];

/**
 * Returns the key of a specific error text; undefined if the general text of the code fits best.
 */
export function contactErrorKeyOf(
  error: unknown,
  action: ContactAction,
): ContactErrorKey | undefined {
  if (error instanceof ApiError) return keyOfApiError(error, action);
  if (error instanceof TypeError) return 'connectionError';
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'networkError';
  return keyOfAction[action];
}

function keyOfApiError(error: ApiError, action: ContactAction): ContactErrorKey | undefined {
  const key = keyOfCode[error.code];
  if (key) return key;
  // Responses from a proxy have no error code and count as internal_error.
  if (error.code !== 'internal_error') return undefined;
  const isUnavailable = unavailableStatuses.includes(error.status);
  return action === 'email' && isUnavailable ? 'emailServiceUnavailable' : keyOfAction[action];
}

/** Remaining tries of a code, if the error states them. */
export function triesLeftAfter(error: unknown): number | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'code_tries_exhausted') return 0;
  const { tries_left } = error.facts;
  return typeof tries_left === 'number' ? tries_left : undefined;
}

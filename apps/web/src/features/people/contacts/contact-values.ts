import type { Locale } from '@zavet/contract/locales';
import type { ContactInput, ContactView } from '@zavet/contract/people/contact-endpoints';
import type { Filled } from '../../../ui/form/use-contract-form.ts';

/** What the form holds while it is filled in. */
export type ContactValues = Filled<ContactInput>;

export function valuesOf(contact: ContactView | undefined, ownLanguage: Locale): ContactValues {
  return {
    name: contact?.name ?? '',
    email: contact?.email ?? '',
    phone: contact?.phone ?? '',
    relationship: contact?.relationship ?? '',
    category: contact?.category ?? 'family',
    notes: contact?.notes ?? '',
    address: contact?.address ?? '',
    preferred_language: contact?.preferred_language ?? ownLanguage,
    is_minor: contact?.is_minor ?? false,
    has_guardian_consent: contact?.guardian_consent_at != null,
  };
}

/** Something is known beyond who it is, so that the form must not hide it. */
export function holdsMore(values: ContactValues, ownLanguage: Locale): boolean {
  const { phone, address, notes, is_minor, category, preferred_language } = values;
  const isUsual = category === 'family' && preferred_language === ownLanguage;
  return !isUsual || is_minor || [phone, address, notes].some((text) => text !== '');
}

/** A consent ticked before the minor was unticked is not sent. */
export function inputOf(values: ContactValues): ContactValues {
  return {
    ...values,
    has_guardian_consent: values.is_minor && values.has_guardian_consent,
  };
}

/** Another address than the one at which the person has agreed: they have to agree again. */
export function needsNewConsent(contact: ContactView | undefined, email: string): boolean {
  return contact?.status === 'confirmed' && contact.email !== email;
}

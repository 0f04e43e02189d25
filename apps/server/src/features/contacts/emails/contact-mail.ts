import type { MailPlace } from '../../../platform/mail/mail-place.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';

/** What has to be known for each mail. */
export interface ContactMailFacts {
  /** To the person who was named. */
  contact_invitation: {
    owner_name: string | null;
    owner_email: string;
    code: string;
    token: string;
  };
  /** To the owner. */
  contact_accepted: { contact_name: string; contact_email: string };
  contact_declined: { contact_name: string; contact_email: string };
  /** Another address was given; this is the former one. */
  contact_moved: { contact_name: string; contact_email: string };
  contact_removed: { contact_name: string; contact_email: string };
  /** To the former address of a contact. */
  contact_released: { owner_name: string | null; owner_email: string };
}

export type ContactMailKind = keyof ContactMailFacts;

export type MailToOwner =
  | 'contact_accepted'
  | 'contact_declined'
  | 'contact_moved'
  | 'contact_removed';

export interface ContactMailProps<Kind extends ContactMailKind> {
  kind: Kind;
  words: MailWords;
  place: MailPlace;
  subject: string;
  facts: ContactMailFacts[Kind];
}

import type { MailPlace } from '../../../platform/mail/mail-place.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';

type NoFacts = Record<never, never>;

/** What has to be known for each mail. Moments are ISO timestamps, tokens the secrets of links. */
export interface AccountMailFacts {
  /** To the address given at sign-up. */
  verify_email: { token: string };
  /** To an address that has an account, when somebody signs up with it. */
  address_already_registered: NoFacts;
  recover_password: { token: string };
  password_changed: { changed_at: string };
  /** To the new address. */
  email_change_confirm: { token: string };
  /** To the present address, when a change is asked for. The token cancels it. */
  email_change_notice: { new_email: string; token: string };
  /** To the former address, when the new one was confirmed. The token undoes it. */
  email_changed: { new_email: string; token: string };
  /** To the address that is valid again. The token is one for recovering the password. */
  email_change_undone: { token: string };
  /** To an address that has an account, when another account wants to change to it. */
  new_address_already_used: NoFacts;
  pin_changed: { change: 'set' | 'changed' | 'removed'; changed_at: string };
  account_deleted: { deleted_at: string };
  sign_in_slowed_down: NoFacts;
  /** The password was typed wrongly too often in a session. */
  proofs_failed: NoFacts;
  /** After a sign-in from an unknown browser. The token says that it was somebody else. */
  new_device: {
    token: string;
    signed_in_at: string;
    network: string | null;
    browser: string | undefined;
    system: string | undefined;
  };
}

export type AccountMailKind = keyof AccountMailFacts;

export type AccountMail = {
  [Kind in AccountMailKind]: { kind: Kind } & AccountMailFacts[Kind];
}[AccountMailKind];

export interface AccountMailProps<Kind extends AccountMailKind> {
  words: MailWords;
  place: MailPlace;
  subject: string;
  facts: AccountMailFacts[Kind];
}

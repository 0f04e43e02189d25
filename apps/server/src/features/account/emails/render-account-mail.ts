import type { Locale } from '@zavet/contract/locales';
import { createElement, type ReactElement } from 'react';
import type { MailPlace } from '../../../platform/mail/mail-place.ts';
import { type MailTextKey, mailWords } from '../../../platform/mail/templates/mail-words.ts';
import { type RenderedMail, renderMail } from '../../../platform/mail/templates/render-mail.ts';
import { AccountDeleted } from './account-deleted.tsx';
import type {
  AccountMail,
  AccountMailFacts,
  AccountMailKind,
  AccountMailProps,
} from './account-mail.ts';
import { AddressAlreadyRegistered } from './address-already-registered.tsx';
import { EmailChangeConfirm } from './email-change-confirm.tsx';
import { EmailChangeNotice } from './email-change-notice.tsx';
import { EmailChangeUndone } from './email-change-undone.tsx';
import { EmailChanged } from './email-changed.tsx';
import { NewAddressAlreadyUsed } from './new-address-already-used.tsx';
import { NewDevice } from './new-device.tsx';
import { PasswordChanged } from './password-changed.tsx';
import { PinChanged } from './pin-changed.tsx';
import { ProofsFailed } from './proofs-failed.tsx';
import { RecoverPassword } from './recover-password.tsx';
import { SignInSlowedDown } from './sign-in-slowed-down.tsx';
import { VerifyEmail } from './verify-email.tsx';

export interface RenderedAccountMail extends RenderedMail {
  subject: string;
}

/** An account mail in the recipient's language. `facts` may be the whole `AccountMail`. */
export async function renderAccountMail<Kind extends AccountMailKind>(
  kind: Kind,
  locale: Locale,
  facts: AccountMailFacts[Kind],
  place: MailPlace,
): Promise<RenderedAccountMail> {
  const words = mailWords(locale);
  const subject = words.t(subjectKey({ ...facts, kind } as AccountMail));
  const Component = components[kind];
  const parts = await renderMail(createElement(Component, { words, place, subject, facts }));
  return { subject, ...parts };
}

const components: {
  [Kind in AccountMailKind]: (props: AccountMailProps<Kind>) => ReactElement;
} = {
  verify_email: VerifyEmail,
  address_already_registered: AddressAlreadyRegistered,
  recover_password: RecoverPassword,
  password_changed: PasswordChanged,
  email_change_confirm: EmailChangeConfirm,
  email_change_notice: EmailChangeNotice,
  email_changed: EmailChanged,
  email_change_undone: EmailChangeUndone,
  new_address_already_used: NewAddressAlreadyUsed,
  pin_changed: PinChanged,
  account_deleted: AccountDeleted,
  sign_in_slowed_down: SignInSlowedDown,
  proofs_failed: ProofsFailed,
  new_device: NewDevice,
};

export const accountMailKinds = Object.keys(components) as AccountMailKind[];

function subjectKey(mail: AccountMail): MailTextKey {
  return mail.kind === 'pin_changed'
    ? `account.pin_changed.${mail.change}.subject`
    : `account.${mail.kind}.subject`;
}

import { expect, test } from 'vitest';
import { letterMail } from '../../src/features/protocol/emails/letter-mail.ts';
import { mails as declaredMails } from '../../src/features.ts';

/** Mails that a stranger can cause to an unconfirmed address. */
const limitsOfUnconfirmed: Record<string, 'delay' | 'drop'> = {
  verify_email: 'drop',
  recover_password: 'drop',
  security_notice: 'drop',
  email_change_confirm: 'drop',
  contact_invitation: 'delay',
  second_address_confirm: 'delay',
  rehearsal_recipient: 'delay',
  support_answered: 'delay',
};

/** Mails to addresses that may be unconfirmed. They have no limit, because they must arrive. */
const toRecipients = ['late_invitation', 'delivery_expires_soon', 'delivery', 'author_is_well'];

/** Mails that are sent only to the support or to a confirmed address. */
const toConfirmed = [
  'access_changed',
  'lost_device',
  'email_changed',
  'account_changed_by_support',
  'account_deleted',
  'contact_changed',
  'contact_card',
  'contact_reconfirmation',
  'plan_paid',
  'plan_lapsed',
  'plan_ends_soon',
  'files_over_limit',
  'payment_refunded',
  'removal_ahead',
  'agreement_asked',
  'activation_announced',
  'activation_attempt_ended',
  'activation_pin_locked',
  'activation_progress',
  'activation_state',
  'activation_ended',
  'activation_waits',
  'contact_questioned',
  'protocol_activated',
  'recipients_unreached',
  'delivery_address_corrected',
  'letters_closed',
  'protocol_settings_changed',
  'second_address_released',
  'check_in',
  'owner_silent',
  'review_reminder',
  'rehearsal_asked',
  'rehearsal_result',
  'rehearsal_reminder',
  'support_request',
  'support_received',
  'support_reply',
  'edition_notice',
  'price_notice',
  'desk_test',
  'maintenance',
  'inactivity_warning',
  'owner_inactive',
  'data_export_ready',
  'files_lost',
  'mailbox_notice',
];

test('every mail is classified by the kind of its address', () => {
  const mails = [...declaredMails, letterMail];
  const names = mails.map(({ name }) => name).sort();
  expect([...Object.keys(limitsOfUnconfirmed), ...toRecipients, ...toConfirmed].sort()).toEqual(
    names,
  );
  const limited = mails.flatMap((mail) =>
    'unconfirmedLimit' in mail && mail.unconfirmedLimit ? [[mail.name, mail.unconfirmedLimit]] : [],
  );
  expect(Object.fromEntries(limited)).toEqual(limitsOfUnconfirmed);
});

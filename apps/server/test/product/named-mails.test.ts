import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { deliveryLetter } from '../../src/features/protocol/emails/delivery-letter.ts';
import { mails as ordered } from '../../src/features.ts';
import { unconfirmedLimits } from '../../src/platform/mail/mail-allowance.ts';

/** A stranger can have these sent to an address that never confirmed anything. */
const named: Record<string, 'waits' | 'drops'> = {
  verify_email: 'drops',
  recover_password: 'drops',
  sign_in_slowed_down: 'drops',
  email_change_confirm: 'drops',
  contact_invitation: 'waits',
  second_address_confirm: 'waits',
  rehearsal_recipient: 'waits',
  support_answered: 'waits',
};

/** Their address may be unconfirmed, but they belong to a released protocol and have to arrive. */
const released = ['late_invitation', 'delivery_expires_soon', 'delivery', 'author_is_well'];

/** Go only to the support, or to an address whose holder has confirmed it for an account or as a contact. */
const known = [
  'address_already_registered',
  'password_changed',
  'pin_changed',
  'proofs_failed',
  'new_device',
  'email_change_notice',
  'email_changed',
  'email_change_undone',
  'account_deleted',
  'account_ended_by_absence',
  'sign_in_disowned',
  'consent_withdrawn',
  'factors_changed',
  'recovery_code_used',
  'second_steps_failed',
  'passkey_refused',
  'lost_device_reported',
  'lost_device_reminder',
  'lost_device_ended',
  'basic_info_corrected',
  'renewals_ended',
  'account_suspended',
  'suspension_lifted',
  'account_deleted_for_violation',
  'custom_plan_granted',
  'contact_accepted',
  'contact_declined',
  'contact_keepsake',
  'contact_still_here',
  'contact_followed',
  'contact_account_deleted',
  'contact_moved',
  'contact_erased',
  'contact_removed',
  'contact_released',
  'plan_bought',
  'plan_renewed',
  'renewal_declined',
  'plan_expired',
  'files_removal_soon',
  'files_removed',
  'payment_refunded',
  'plan_extended',
  'removal_ahead',
  'removal_settled',
  'contacts_untold',
  'gift_received',
  'gift_taken',
  'gift_refunded',
  'renewal_ahead',
  'end_ahead',
  'request_filed_for_owner',
  'request_received',
  'request_rejected',
  'agreement_asked',
  'agreement_asked_for_owner',
  'agreement_given',
  'agreement_unanswered',
  'start_doubted',
  'start_doubted_for_others',
  'start_doubted_for_owner',
  'doubt_ended',
  'doubt_ended_for_owner',
  'doubt_upheld',
  'doubt_upheld_for_others',
  'certificate_proposed_for_owner',
  'start_ends',
  'start_left_open',
  'activation_payment_started',
  'activation_attempt_ended',
  'activation_pin_locked',
  'activation_waits',
  'waiting_begun',
  'waiting_postponed',
  'waiting_for_others',
  'waiting_ended_for_others',
  'stop_recorded',
  'start_stopped',
  'stop_for_others',
  'contact_questioned',
  'contact_kept',
  'contact_approved',
  'contact_approved_for_owner',
  'protocol_activated',
  'activation_confirmed',
  'activation_refunded',
  'recipients_unreached',
  'delivery_address_corrected',
  'delivery_address_corrected_by_operator',
  'letters_closed',
  'protocol_armed_again',
  'protocol_ready_again',
  'handover_ended',
  'protocol_rules_weakened',
  'second_address_set',
  'second_address_removed',
  'second_address_released',
  'stop_code_made',
  'stop_code_removed',
  'check_in',
  'contacts_told_of_silence',
  'owner_silent',
  'owner_well',
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
  'maintenance_planned',
  'maintenance_called_off',
  'absence_warning',
  'owner_absent',
  'owner_back',
  'data_export_ready',
  'mailbox_connected',
  'mailbox_stopped',
];

test('every mail is classified by the address it may go to', () => {
  const mails = [...ordered, deliveryLetter];
  const names = mails.map(({ name }) => name).sort();
  expect([...Object.keys(named), ...released, ...known].sort()).toEqual(names);
  const limited = mails.flatMap((mail) =>
    'namedAddress' in mail && mail.namedAddress ? [[mail.name, mail.namedAddress]] : [],
  );
  expect(Object.fromEntries(limited)).toEqual(named);
});

test('the page of limits names the mails to unconfirmed addresses and how many they are', () => {
  const page = readFileSync(new URL('../../../../docs/limits.md', import.meta.url), 'utf8');
  const [line = ''] = page.split('\n').filter((one) => one.includes('has confirmed nothing'));
  const [hourly, daily] = unconfirmedLimits;
  expect(line).toContain(`${hourly?.max} an hour and ${daily?.max} a day`);
  for (const name of Object.keys(named)) expect(line).toContain(`\`${name}\``);
});

import { jobName } from '../../platform/jobs/job.ts';
import { newId } from '../../platform/new-id.ts';
import type { AccountDeps } from './account-deps.ts';

/** What to mail and about whom; addresses and words are looked up when the mail is written. */
export type MailOrder =
  | { kind: 'verify_email'; user_id: string; link_id: string }
  | { kind: 'address_already_registered'; user_id: string }
  | { kind: 'recover_password'; user_id: string; link_id: string }
  | { kind: 'password_changed'; user_id: string; at: string }
  | { kind: 'email_change_confirm'; email_change_id: string; link_id: string }
  | { kind: 'email_change_notice'; email_change_id: string; link_id: string }
  | { kind: 'email_changed'; email_change_id: string; link_id: string }
  | { kind: 'email_change_undone'; user_id: string; link_id: string }
  | { kind: 'pin_changed'; user_id: string; change: 'set' | 'changed' | 'removed'; at: string }
  | { kind: 'sign_in_slowed_down'; user_id: string; at: string }
  | { kind: 'proofs_failed'; user_id: string; at: string }
  | { kind: 'new_device'; user_id: string; link_id: string }
  /** The account is gone when this is written; the notice keeps the address until then. */
  | { kind: 'account_deleted'; notice_id: string };

export type AccountMailJob = MailOrder & { mail_id: string };

export const accountMailJob = jobName<AccountMailJob>('account-mail');

/** Orders a mail in the transaction of whatever causes it. */
export async function orderMail({ jobs }: AccountDeps, order: MailOrder): Promise<void> {
  await jobs.enqueue(accountMailJob, { ...order, mail_id: newId() });
}

import type { MailboxProvider, MailboxServer } from '@zavet/contract/mail/mailbox-values';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';

/** Where a mailbox is and how to get in. */
export interface MailboxAccess extends MailboxServer {
  provider: MailboxProvider;
  email: string;
  user: string;
  password: string;
}

interface SealedAccess {
  id: string;
  access: string;
  seal_id: string;
}

export function sealAccess(
  key: OwnerKey,
  { id, seal_id }: Omit<SealedAccess, 'access'>,
  access: MailboxAccess,
): string {
  return key.seal(id, 'access', JSON.stringify(access), seal_id);
}

export function openAccess(key: OwnerKey, { id, access, seal_id }: SealedAccess): MailboxAccess {
  return JSON.parse(key.open(id, 'access', access, seal_id)) as MailboxAccess;
}

/** Whether both lead to the same mails. The password may differ. */
export function isSameMailbox(one: MailboxAccess, other: MailboxAccess): boolean {
  return one.host === other.host && one.port === other.port && one.user === other.user;
}

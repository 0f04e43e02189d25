import type { MailboxPerson } from '@zavet/contract/mail/mailbox-endpoints';
import type { MailboxProvider, MailboxServer } from '@zavet/contract/mail/mailbox-values';
import type { OwnerKey, TextReader } from '../../../platform/encryption/owner-key.ts';
import { newId } from '../../../platform/ids.ts';

/** Server and credentials of a mailbox. */
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

/** True for the same server and user, even if the passwords differ. */
export function isSameMailbox(one: MailboxAccess, other: MailboxAccess): boolean {
  return one.host === other.host && one.port === other.port && one.user === other.user;
}

/** Summary of a mail for the list. */
export interface Envelope {
  from: MailboxPerson | null;
  subject: string;
  preview: string;
  received_at: string | null;
  is_unread: boolean;
  has_attachments: boolean;
  size: number;
}

export interface SealedEnvelope {
  id: string;
  envelope: string;
  seal_id: string;
}

export function sealEnvelope(key: OwnerKey, id: string, envelope: Envelope): SealedEnvelope {
  const seal_id = newId();
  return { id, seal_id, envelope: key.seal(id, 'envelope', JSON.stringify(envelope), seal_id) };
}

export function openEnvelope(key: TextReader, sealed: SealedEnvelope): Envelope {
  const { id, envelope, seal_id } = sealed;
  return JSON.parse(key.open(id, 'envelope', envelope, seal_id)) as Envelope;
}

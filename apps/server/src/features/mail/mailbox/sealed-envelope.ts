import type { MailboxPerson } from '@zavet/contract/mail/mailbox-endpoints';
import type { OwnerKey, TextReader } from '../../../platform/encryption/owner-key.ts';
import { newId } from '../../../platform/ids.ts';

/** What the list says of a mail. */
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

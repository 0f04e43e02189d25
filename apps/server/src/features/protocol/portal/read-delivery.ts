import type { DeliveryView } from '@zavet/contract/protocol/protocol-schemas';
import { fail } from '../../../platform/failure.ts';
import type { Download } from '../../../platform/http/route.ts';
import { findPerson, maskEmail } from '../../account/account-face.ts';
import {
  downloadFile,
  downloadFiles,
  getInstruction,
} from '../../instructions/instructions-face.ts';
import { recordDeliveryEvents } from '../delivery/delivery-repository.ts';
import { addressOf } from '../delivery/hand-over-letter.ts';
import type { LinkWithRecipient } from '../delivery/link-repository.ts';
import type { ProtocolParts } from '../protocol-parts.ts';

/** The letter, for anyone who has opened its link. */
export async function readDelivery(
  { database, vault, instructions }: ProtocolParts,
  link: LinkWithRecipient,
): Promise<DeliveryView> {
  const owner = await findPerson(database, link.user_id);
  if (!owner) return fail('delivery_session_missing');
  const instruction = await getInstruction(instructions, link.user_id, link.instruction_id);
  const address = addressOf(await vault.keyOf(link.user_id), link);
  return {
    id: link.id,
    owner_name: owner.full_name ?? owner.email,
    recipient_name: link.contact_name ?? instruction.recipient_name,
    recipient_email_hint: address ? maskEmail(address) : '',
    language: link.contact_language ?? owner.language,
    title: instruction.title,
    content: instruction.content,
    written_at: instruction.updated_at,
    files: instruction.files,
    expires_at: new Date(link.expires_at).toISOString(),
  };
}

export async function downloadDelivered(
  parts: ProtocolParts,
  link: LinkWithRecipient,
  fileId: string,
): Promise<Download> {
  const { user_id, instruction_id } = link;
  const file = await downloadFile(parts.instructions, user_id, fileId, instruction_id);
  await recordDownload(parts, link);
  return file;
}

export async function downloadAllDelivered(
  parts: ProtocolParts,
  link: LinkWithRecipient,
): Promise<Download> {
  const zip = await downloadFiles(parts.instructions, link.user_id, link.instruction_id);
  await recordDownload(parts, link);
  return zip;
}

function recordDownload({ database, clock }: ProtocolParts, { id }: LinkWithRecipient) {
  return recordDeliveryEvents(database, [
    { delivery_id: id, kind: 'downloaded', created_at: clock.now() },
  ]);
}

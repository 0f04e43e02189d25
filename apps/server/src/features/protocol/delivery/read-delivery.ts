import type { DeliveryView } from '@zavet/contract/protocol/protocol-schemas';
import { fail } from '../../../platform/failure.ts';
import type { Download } from '../../../platform/http/route.ts';
import { findPerson, maskEmail } from '../../account/public.ts';
import { downloadFile, downloadFiles, getInstruction } from '../../instructions/public.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { recordDeliveryEvents } from './delivery-repository.ts';
import { requireOpenLink } from './delivery-session.ts';
import type { LinkWithRecipient } from './link-repository.ts';
import { addressOf } from './open-recipient.ts';

/** The letter, for anyone who has opened its link. */
export async function readDelivery(
  deps: ProtocolDeps,
  link: LinkWithRecipient,
): Promise<DeliveryView> {
  const { database, vault, instructions } = deps;
  const owner = await findPerson(database, link.user_id);
  if (!owner) return fail('delivery_session_missing');
  const instruction = await getInstruction(instructions, link.user_id, link.instruction_id);
  await requireOpenLink(deps, link.link_id);
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
  deps: ProtocolDeps,
  link: LinkWithRecipient,
  fileId: string,
): Promise<Download> {
  const { user_id, instruction_id } = link;
  const file = await downloadFile(deps.instructions, user_id, fileId, instruction_id);
  await recordDownload(deps, link);
  return file;
}

export async function downloadAllDelivered(
  deps: ProtocolDeps,
  link: LinkWithRecipient,
): Promise<Download> {
  const zip = await downloadFiles(deps.instructions, link.user_id, link.instruction_id);
  try {
    await requireOpenLink(deps, link.link_id);
    await recordDownload(deps, link);
  } catch (error) {
    zip.bytes.destroy();
    throw error;
  }
  return zip;
}

function recordDownload({ database, clock }: ProtocolDeps, { id }: LinkWithRecipient) {
  return recordDeliveryEvents(database, [
    { delivery_id: id, kind: 'downloaded', created_at: clock.now() },
  ]);
}

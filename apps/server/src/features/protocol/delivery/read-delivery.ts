import type { DeliveryView } from '@zavet/contract/protocol/delivery-schemas';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Download } from '../../../platform/http/route.ts';
import { findPerson } from '../../identity/account/index.ts';
import { downloadFile, downloadFiles, getInstruction } from '../../vault/instructions/index.ts';
import { findStarter } from '../keepsake/starter-repository.ts';
import { recordDeliveryEvents } from './delivery-repository.ts';
import { type OpenLetter, requireStillOpen } from './delivery-session.ts';
import { deliveryViewOf } from './delivery-view.ts';
import type { LinkWithRecipient } from './link-repository.ts';
import { addressOf } from './open-recipient.ts';

/** The letter, for anyone who has opened its link. */
export async function readDelivery(ctx: Context, opened: OpenLetter): Promise<DeliveryView> {
  const { database, vault } = ctx;
  const { letter, link } = opened;
  const owner = await findPerson(database, letter.user_id);
  if (!owner) return fail('delivery_session_missing');
  const instruction = await getInstruction(ctx, letter.user_id, letter.instruction_id);
  const starter = await findStarter(database, letter.activation_id);
  await requireStillOpen(ctx, opened);
  const address = addressOf(await vault.keyOf(letter.user_id), letter);
  return deliveryViewOf(owner, instruction, {
    id: letter.id,
    contact_name: letter.contact_name,
    contact_language: letter.contact_language,
    address,
    expires_at: new Date(link.expires_at),
    started_by: starter?.name ?? null,
    is_starter: starter !== undefined && starter.id === letter.contact_id,
  });
}

export async function downloadDelivered(
  ctx: Context,
  opened: OpenLetter,
  fileId: string,
): Promise<Download> {
  const { user_id, instruction_id } = opened.letter;
  const file = await downloadFile(ctx, user_id, fileId, instruction_id);
  await recordDownload(ctx, opened.letter);
  return file;
}

export async function downloadAllDelivered(ctx: Context, opened: OpenLetter): Promise<Download> {
  const { user_id, instruction_id } = opened.letter;
  const zip = await downloadFiles(ctx, user_id, instruction_id);
  try {
    await requireStillOpen(ctx, opened);
    await recordDownload(ctx, opened.letter);
  } catch (error) {
    zip.bytes.destroy();
    throw error;
  }
  return zip;
}

function recordDownload({ database, clock }: Context, { id }: LinkWithRecipient) {
  return recordDeliveryEvents(database, [
    { delivery_id: id, kind: 'downloaded', created_at: clock.now() },
  ]);
}

import type { Locale } from '@zavet/contract/locales';
import type { DeliveryView, RecipientLetter } from '@zavet/contract/protocol/delivery-endpoints';
import type { InstructionView } from '@zavet/contract/vault/instruction-schemas';
import type { Context } from '../../../context.ts';
import { toIsoTimestamp } from '../../../platform/database/timestamps.ts';
import { fail } from '../../../platform/failure.ts';
import type { Download } from '../../../platform/http/route.ts';
import { findPerson, maskEmail, type Person } from '../../identity/account/index.ts';
import { downloadFile, getInstruction } from '../../vault/instructions/index.ts';
import { recordDeliveryEvents } from '../letters/delivery-repository.ts';
import { addressOf, isForSamePerson, titleOf } from '../letters/recipient.ts';
import { findStarter, listSentLetters } from '../letters/recipient-repository.ts';
import { type OpenLetter, requireStillReadable } from './recipient-session.ts';

export async function readLetter(ctx: Context, opened: OpenLetter): Promise<DeliveryView> {
  const { database, vault } = ctx;
  const { letter, link } = opened;
  const owner = await findPerson(database, letter.user_id);
  if (!owner) return fail('delivery_session_missing');
  const instruction = await getInstruction(ctx, letter.user_id, letter.instruction_id);
  const starter = await findStarter(database, letter.activation_id);
  await requireStillReadable(ctx, opened);
  const { id, contact_name, contact_language } = letter;
  return letterViewOf(owner, instruction, {
    ...{ id, contact_name, contact_language },
    address: addressOf(await vault.keyOf(letter.user_id), letter),
    expires_at: new Date(link.expires_at),
    started_by: starter?.name ?? null,
    is_starter: starter !== undefined && starter.id === letter.contact_id,
  });
}

export async function downloadLetterFile(
  ctx: Context,
  opened: OpenLetter,
  fileId: string,
): Promise<Download> {
  const { id, user_id, instruction_id } = opened.letter;
  const file = await downloadFile(ctx, user_id, fileId, instruction_id);
  await recordDeliveryEvents(ctx.database, [
    { delivery_id: id, kind: 'downloaded', created_at: ctx.clock.now() },
  ]);
  return file;
}

interface Letter extends Pick<DeliveryView, 'id' | 'expires_at' | 'started_by' | 'is_starter'> {
  /** Null for a further recipient. */
  contact_name: string | null;
  contact_language: Locale | null;
  address: string | undefined;
}

/** The view of a letter on the recipient's page and in the owner's preview. */
export function letterViewOf(
  owner: Pick<Person, 'full_name' | 'email' | 'language'>,
  instruction: InstructionView,
  letter: Letter,
): DeliveryView {
  const { contact_name, contact_language, address, ...view } = letter;
  return {
    ...view,
    owner_name: owner.full_name ?? owner.email,
    recipient_name: contact_name ?? instruction.recipient_name,
    recipient_email_hint: address ? maskEmail(address) : '',
    language: contact_language ?? owner.language,
    title: instruction.title,
    content: instruction.content,
    written_at: instruction.updated_at,
    files: [...instruction.files, ...lostFilesOf(instruction)],
  };
}

/** The lost files of an instruction, of which only the names are shown. */
export function lostFilesOf({ removed_files }: Pick<InstructionView, 'removed_files'>) {
  return removed_files
    .filter(({ reason }) => reason === 'lost')
    .map(({ file_name }) => ({ id: null, file_name, size_bytes: 0, mime_type: '' }));
}

/** All letters to the person of an open link, oldest first. */
export async function listLettersOfReader(
  { database, vault }: Context,
  { link }: OpenLetter,
): Promise<RecipientLetter[]> {
  const rows = await listSentLetters(database, link.activation_id, link.contact_id);
  const key = await vault.keyOf(link.user_id);
  return rows
    .filter((row) => isForSamePerson(key, link, { ...row, contact_id: row.reader_id }))
    .map((row) => ({
      id: row.id,
      title: titleOf(key, row),
      file_count: row.file_count,
      file_bytes: row.file_bytes,
      opened_at: row.opened_at && toIsoTimestamp(row.opened_at),
    }));
}

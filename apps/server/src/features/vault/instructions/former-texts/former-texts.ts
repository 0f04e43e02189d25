import type { FormerText } from '@zavet/contract/vault/bin-endpoints';
import type { InstructionView } from '@zavet/contract/vault/instruction-schemas';
import type { Context } from '../../../../context.ts';
import type { OwnerKey } from '../../../../platform/encryption/owner-key.ts';
import { SealBroken } from '../../../../platform/encryption/sealed-text.ts';
import { fail } from '../../../../platform/failure.ts';
import type { Owner } from '../../../../platform/http/route.ts';
import { getInstruction } from '../read-instructions.ts';
import { openHeading } from '../sealed-instruction.ts';
import { replaceInstruction } from '../write-instruction.ts';
import {
  type FormerTextRow,
  findFormerText,
  listFormerTextRows,
} from './former-text-repository.ts';

interface TextPath {
  id: string;
  text_id: string;
}

export async function listFormerTexts(
  { database, vault }: Context,
  userId: string,
  instructionId: string,
): Promise<FormerText[]> {
  const found = await listFormerTextRows(database, userId, instructionId);
  if (!found) return fail('not_found');
  const key = vault.open(userId, found);
  return found.rows.map((row) => openListedFormerText(key, row));
}

export async function getFormerText(
  { database, vault }: Context,
  userId: string,
  path: TextPath,
): Promise<FormerText & { content: string }> {
  const row = await findFormerText(database, userId, path);
  return row ? openFormerText(vault.open(userId, row), row) : fail('not_found');
}

/**
 * Saves a former title and text and changes nothing else. The replaced ones are kept even if
 * they are new, so that a restoration can be undone.
 */
export async function restoreFormerText(
  ctx: Context,
  owner: Owner,
  path: TextPath,
  version: number,
): Promise<InstructionView> {
  const { title, content } = await getFormerText(ctx, owner.user_id, path);
  const current = await getInstruction(ctx, owner.user_id, path.id);
  const { category, priority, trusted_contact_ids } = current;
  const input = {
    ...{ title, content, category, priority, trusted_contact_ids, version },
    recipient_name: current.recipient_name ?? '',
    recipient_email: current.recipient_email ?? '',
  };
  return replaceInstruction(ctx, owner, path.id, input, {
    keepFormerAfterMinutes: 0,
  });
}

/** A damaged text is listed without its title. */
export function openListedFormerText(key: OwnerKey, row: FormerTextRow): FormerText {
  try {
    return openTitle(key, row);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    const { id, saved_at } = row;
    return { id, title: '', preview: '', saved_at: new Date(saved_at), is_unreadable: true };
  }
}

export function openFormerText(
  key: OwnerKey,
  row: FormerTextRow & { content: string },
): FormerText & { content: string } {
  const content = key.open(row.instruction_id, 'content', row.content, row.seal_id);
  return { ...openTitle(key, row), content };
}

function openTitle(key: OwnerKey, row: FormerTextRow): FormerText {
  const { id, instruction_id, heading, seal_id, saved_at } = row;
  const { title, preview } = openHeading(key, { id: instruction_id, heading, seal_id });
  return { id, title, preview, saved_at: new Date(saved_at), is_unreadable: false };
}

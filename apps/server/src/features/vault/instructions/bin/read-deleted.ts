import type { FormerText } from '@zavet/contract/vault/bin-endpoints';
import type { BinnedInstruction } from '@zavet/contract/vault/instruction-schemas';
import type { Context } from '../../../../context.ts';
import { SealBroken } from '../../../../platform/encryption/sealed-text.ts';
import { listAllFormerTexts } from '../former-texts/former-text-repository.ts';
import { openFormerText, openListedFormerText } from '../former-texts/former-texts.ts';
import { openListedBinnedInstruction, openWholeBinnedInstruction } from './bin.ts';
import {
  type BinnedObject,
  findBinnedInstruction,
  listBinnedFiles,
  listBinnedIds,
} from './bin-repository.ts';

/** A deleted instruction with the objects of its files. */
interface DeletedInstruction {
  view: BinnedInstruction & { content: string };
  objects: BinnedObject[];
}

interface ExportedFormerText extends FormerText {
  instruction_id: string;
  content: string;
}

/** The bin and former texts of an owner; damaged ones without their texts. */
export async function readDeleted(
  { database, vault }: Context,
  userId: string,
): Promise<{ bin: DeletedInstruction[]; former_texts: ExportedFormerText[] }> {
  const bin: DeletedInstruction[] = [];
  for (const id of await listBinnedIds(database, userId)) {
    const row = await findBinnedInstruction(database, userId, id);
    if (!row) continue;
    const key = vault.open(userId, row);
    const view = openOr(
      () => openWholeBinnedInstruction(key, row),
      () => ({ ...openListedBinnedInstruction(key, row), content: '', is_unreadable: true }),
    );
    bin.push({ view, objects: await listBinnedFiles(database, userId, id) });
  }
  const rows = await listAllFormerTexts(database, userId);
  if (rows.length === 0) return { bin, former_texts: [] };
  const key = await vault.keyOf(userId);
  const former_texts = rows.map((row) => ({
    ...openOr(
      () => openFormerText(key, row),
      () => ({ ...openListedFormerText(key, row), content: '', is_unreadable: true }),
    ),
    instruction_id: row.instruction_id,
  }));
  return { bin, former_texts };
}

function openOr<T>(open: () => T, openDamaged: () => T): T {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    return openDamaged();
  }
}

import { limits } from '@zavet/contract/limits';
import { retention } from '@zavet/contract/service-terms';
import type { BinPage } from '@zavet/contract/vault/bin-endpoints';
import { bytesPerMb, toMb } from '@zavet/contract/vault/file-rules';
import type { BinnedInstruction } from '@zavet/contract/vault/instruction-schemas';
import type { Context } from '../../../../context.ts';
import type { OwnerKey } from '../../../../platform/encryption/owner-key.ts';
import { SealBroken, sealOverhead } from '../../../../platform/encryption/sealed-text.ts';
import { fail } from '../../../../platform/failure.ts';
import type { Caller, Owner } from '../../../../platform/http/route.ts';
import { lockUser, recordSecurityEvent } from '../../../identity/account/index.ts';
import { removeObjectsJob } from '../clean-up-files.ts';
import { lockInstructions } from '../instruction-repository.ts';
import { openHeading } from '../sealed-instruction.ts';
import {
  type BinnedRow,
  deleteAllBinnedInstructions,
  deleteBinnedInstructions,
  findBinnedInstruction,
  lockBinnedInstructions,
  moveToBin,
  readBinPage,
  restoreFromBin,
  trimBin,
} from './bin-repository.ts';

const dayMs = 24 * 60 * 60 * 1000;
export const binRetentionMs = retention.binDays * dayMs;

/** Moves instructions of the outbox to the bin: all of them or none. */
export async function deleteInstructions(
  { database, clock, jobs }: Context,
  { user_id }: Owner,
  ids: readonly string[],
  caller: Caller,
): Promise<number> {
  return database.transaction(async () => {
    if (!(await lockUser(database, user_id))) fail('session_missing');
    const found = await lockInstructions(database, user_id, ids);
    if (found.length < ids.length) fail('not_found');
    if (found.some(({ status }) => status !== 'outbox')) fail('not_in_outbox');
    const now = clock.now();
    const count = await moveToBin(database, user_id, ids, now);
    if (count < ids.length) fail('instruction_closed');
    await trimBin(
      database,
      user_id,
      { instructions: limits.binnedInstructions, textBytes: limits.textsMb * bytesPerMb },
      sealOverhead,
    );
    await recordSecurityEvent(database, user_id, 'instruction_deleted', caller, now, count);
    await jobs.enqueue(removeObjectsJob, {});
    return count;
  });
}

/** Moves instructions of the bin back to the outbox: all of them or none. */
export async function restoreInstructions(
  { database, clock }: Context,
  { user_id }: Owner,
  ids: readonly string[],
  caller: Caller,
): Promise<number> {
  return database.transaction(async () => {
    if (!(await lockUser(database, user_id))) fail('session_missing');
    const { binned, instructions, text_bytes } = await lockBinnedInstructions(
      database,
      user_id,
      ids,
      sealOverhead,
    );
    if (binned < ids.length) fail('not_found');
    if (instructions > limits.instructions) {
      fail('instruction_limit_reached', { facts: { limit: limits.instructions } });
    }
    if (text_bytes > limits.textsMb * bytesPerMb) {
      fail('text_limit_reached', { facts: { limit_mb: limits.textsMb } });
    }
    const count = await restoreFromBin(database, user_id, ids);
    await recordSecurityEvent(
      database,
      user_id,
      'instruction_restored',
      caller,
      clock.now(),
      count,
    );
    return count;
  });
}

/** Deletes instructions of the bin with their files: all of them or none. */
export function deletePermanently(
  ctx: Context,
  owner: Owner,
  ids: readonly string[],
  caller: Caller,
): Promise<number> {
  return removeFromBin(ctx, owner, caller, async () => {
    const count = await deleteBinnedInstructions(ctx.database, owner.user_id, ids);
    return count < ids.length ? fail('not_found') : count;
  });
}

export function emptyBin(ctx: Context, owner: Owner, caller: Caller): Promise<number> {
  return removeFromBin(ctx, owner, caller, () =>
    deleteAllBinnedInstructions(ctx.database, owner.user_id),
  );
}

async function removeFromBin(
  { database, clock, jobs }: Context,
  { user_id }: Owner,
  caller: Caller,
  remove: () => Promise<number>,
): Promise<number> {
  return database.transaction(async () => {
    if (!(await lockUser(database, user_id))) fail('session_missing');
    const count = await remove();
    if (count === 0) return count;
    const now = clock.now();
    await recordSecurityEvent(database, user_id, 'instruction_removed', caller, now, count);
    await jobs.enqueue(removeObjectsJob, {});
    return count;
  });
}

export async function listBin(
  { database, vault, log }: Context,
  userId: string,
  { page }: { page: number },
): Promise<BinPage> {
  const limit = limits.instructionsOnPage;
  const found = await readBinPage(database, userId, { offset: (page - 1) * limit, limit });
  const { rows, total, file_bytes } = found;
  const key = rows.length > 0 ? vault.open(userId, found) : undefined;
  const instructions = key ? rows.map((row) => openListedBinnedInstruction(key, row)) : [];
  const damaged = instructions.filter(({ is_unreadable }) => is_unreadable).map(({ id }) => id);
  if (damaged.length > 0) {
    log.error(
      { code: 'instructions_damaged', instruction_ids: damaged },
      'instructions cannot be opened with the key of their owner',
    );
  }
  return { instructions, total, files_mb: toMb(file_bytes) };
}

export async function getBinnedInstruction(
  { database, vault }: Context,
  userId: string,
  id: string,
): Promise<BinnedInstruction & { content: string }> {
  const row = await findBinnedInstruction(database, userId, id);
  if (!row) return fail('not_found');
  return openWholeBinnedInstruction(vault.open(userId, row), row);
}

export function openWholeBinnedInstruction(
  key: OwnerKey,
  row: BinnedRow & { content: string },
): BinnedInstruction & { content: string } {
  const content = key.open(row.id, 'content', row.content, row.seal_id);
  return { ...openBinnedInstruction(key, row), content };
}

/** A damaged instruction is listed without its texts. */
export function openListedBinnedInstruction(key: OwnerKey, row: BinnedRow): BinnedInstruction {
  try {
    return openBinnedInstruction(key, row);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    const texts = { title: '', preview: '', recipient_name: null, recipient_email: null };
    return { ...readableColumns(row), ...texts, files: [], is_unreadable: true };
  }
}

function openBinnedInstruction(key: OwnerKey, row: BinnedRow): BinnedInstruction {
  return {
    ...readableColumns(row),
    ...openHeading(key, row),
    files: row.files.map(({ id, file_name, size_bytes }) => ({
      id,
      file_name: key.open(id, 'file_name', file_name),
      size_bytes,
    })),
    is_unreadable: false,
  };
}

function readableColumns({ id, category, priority, trusted_contact_ids, deleted_at }: BinnedRow) {
  const deletedAt = new Date(deleted_at);
  return {
    ...{ id, category, priority, trusted_contact_ids },
    deleted_at: deletedAt,
    kept_until: new Date(deletedAt.getTime() + binRetentionMs),
  };
}

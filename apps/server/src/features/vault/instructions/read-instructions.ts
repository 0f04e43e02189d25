import type {
  InstructionList,
  InstructionListQuery,
} from '@zavet/contract/vault/instruction-endpoints';
import type {
  InstructionSummary,
  InstructionView,
} from '@zavet/contract/vault/instruction-schemas';
import type { Context } from '../../../context.ts';
import type { WrappedOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import { fail } from '../../../platform/failure.ts';
import {
  type FileRow,
  type LeavingFile,
  listLeavingFiles,
  listStoredFiles,
} from './file-repository.ts';
import { findInstruction, type Grace, listInstructionIds } from './instruction-repository.ts';
import { formatCursor, parseListQuery } from './list-query.ts';
import { readPage } from './list-repository.ts';
import {
  type InstructionRow,
  openInstruction,
  openListed,
  type SummaryRow,
} from './sealed-instruction.ts';

export async function getInstruction(
  ctx: Context,
  userId: string,
  id: string,
): Promise<InstructionView> {
  const found = await findInstruction(ctx.database, userId, id);
  if (!found) return fail('not_found');
  const instruction = openInstruction(ctx.vault.open(userId, found), found);
  return withFilesLeaving(instruction, await listFilesLeaving(ctx, userId, found));
}

/** A page of an owner's instructions, with the counts of all of them if requested. */
export async function listInstructions(
  ctx: Context,
  userId: string,
  query: InstructionListQuery,
): Promise<InstructionList> {
  const { limit } = query;
  const values = parseListQuery(userId, query, ctx.clock.now());
  // Reads one extra row to detect whether another page follows.
  const found = await readPage(
    ctx.database,
    query.sort,
    { ...values, limit: limit + 1 },
    { withCounts: query.counts !== undefined },
  );
  const rows = found.rows.slice(0, limit);
  const last = found.rows.length > limit ? rows.at(-1) : undefined;
  return {
    instructions: await openPage(ctx, userId, found, rows),
    next_cursor: last ? formatCursor(query.sort, last) : null,
    total: found.total,
    counts: found.counts,
  };
}

/** Decrypts the rows of a page. A damaged instruction is listed without its texts. */
export async function openPage(
  ctx: Context,
  userId: string,
  owner: Grace & WrappedOwnerKey,
  rows: readonly SummaryRow[],
): Promise<InstructionSummary[]> {
  if (rows.length === 0) return [];
  const key = ctx.vault.open(userId, owner);
  const leaving = await listFilesLeaving(ctx, userId, owner);
  const opened = rows.map((row) => withFilesLeaving(openListed(key, row), leaving));
  const damaged = opened.filter(({ is_unreadable }) => is_unreadable).map(({ id }) => id);
  if (damaged.length > 0) {
    ctx.log.error(
      { code: 'instructions_damaged', instruction_ids: damaged },
      'instructions cannot be opened with the key of their owner',
    );
  }
  return opened;
}

/** A complete instruction with the objects of its files. */
export interface OwnInstruction {
  view: InstructionView;
  objects: FileRow[];
}

/** All instructions of an owner, newest first; damaged ones without their texts. */
export async function readAllInstructions(ctx: Context, userId: string): Promise<OwnInstruction[]> {
  const all: OwnInstruction[] = [];
  for (const id of await listInstructionIds(ctx.database, userId)) {
    const instruction = await readOwnInstruction(ctx, userId, id);
    if (instruction) all.push(instruction);
  }
  return all;
}

/** Undefined when the instruction was deleted. */
export async function readOwnInstruction(
  ctx: Context,
  userId: string,
  id: string,
): Promise<OwnInstruction | undefined> {
  const row = await findInstruction(ctx.database, userId, id);
  if (!row) return undefined;
  const view = await openWhole(ctx, userId, row);
  return { view, objects: await listStoredFiles(ctx.database, userId, id) };
}

async function openWhole(
  ctx: Context,
  userId: string,
  row: InstructionRow & Grace & WrappedOwnerKey,
): Promise<InstructionView> {
  const key = ctx.vault.open(userId, row);
  try {
    return withFilesLeaving(openInstruction(key, row), await listFilesLeaving(ctx, userId, row));
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    return { ...openListed(key, row), content: '', is_unreadable: true };
  }
}

/** Files that are about to be removed. The query is skipped without a grace period. */
async function listFilesLeaving(
  { database }: Context,
  userId: string,
  { grace_until }: Grace,
): Promise<LeavingFile[]> {
  return grace_until === null ? [] : listLeavingFiles(database, userId);
}

function withFilesLeaving<Instruction extends InstructionSummary>(
  instruction: Instruction,
  leaving: readonly LeavingFile[],
): Instruction {
  const own = leaving.filter(({ instruction_id }) => instruction_id === instruction.id);
  const [first] = own;
  if (!first || instruction.is_unreadable) return instruction;
  const files_to_remove = { on: first.leaves_on, file_ids: own.map(({ id }) => id) };
  return { ...instruction, files_to_remove };
}

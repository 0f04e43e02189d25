import type {
  InstructionSummary,
  InstructionView,
} from '@zavet/contract/instructions/instruction-schemas';
import { fail } from '../../platform/failure.ts';
import type { InstructionParts } from './instruction-parts.ts';
import {
  findInstruction,
  listFullInstructionRows,
  listInstructionRows,
} from './instruction-repository.ts';
import { openInstruction, openSummary } from './open-instruction.ts';
import { holdsWords, searchTexts } from './search-rules.ts';

export async function listInstructions(
  { database, vault }: InstructionParts,
  userId: string,
): Promise<InstructionSummary[]> {
  const rows = await listInstructionRows(database, userId);
  const [first] = rows;
  if (!first) return [];
  const key = vault.open(userId, first.key);
  return rows.map(({ instruction }) => openSummary(key, instruction));
}

export async function getInstruction(
  { database, vault }: InstructionParts,
  userId: string,
  id: string,
): Promise<InstructionView> {
  const found = await findInstruction(database, userId, { id });
  if (!found) return fail('not_found');
  return openInstruction(vault.open(userId, found.key), found.instruction);
}

/** Content is sealed, so it is opened and looked through here, not in the database. */
export async function searchInstructions(
  { database, vault }: InstructionParts,
  userId: string,
  query: string,
): Promise<string[]> {
  const rows = await listFullInstructionRows(database, userId);
  const [first] = rows;
  if (!first) return [];
  const key = vault.open(userId, first.key);
  return rows
    .map(({ instruction }) => openInstruction(key, instruction))
    .filter((instruction) => holdsWords(searchTexts(instruction), query))
    .map(({ id }) => id);
}

import type {
  changedInstructionInput,
  InstructionView,
  newInstructionInput,
} from '@zavet/contract/instructions/instruction-schemas';
import { limits } from '@zavet/contract/limits';
import type { z } from 'zod';
import { textBytesOf } from '../../platform/encryption/sealed-text.ts';
import { fail } from '../../platform/failure.ts';
import type { Caller, Owner } from '../../platform/http/route.ts';
import { newId } from '../../platform/new-id.ts';
import { lockUser, recordSecurityEvent } from '../account/public.ts';
import { findOwnContactIds } from '../contacts/public.ts';
import { insertAssignments, replaceAssignments } from './assignment-repository.ts';
import { keepExpected } from './expect-files.ts';
import type { InstructionDeps } from './instruction-deps.ts';
import {
  findDraftFacts,
  findTextSizes,
  insertInstruction,
  lockInstruction,
  updateInstructionRow,
} from './instruction-repository.ts';
import { isClosed, isRoomForText } from './instruction-rules.ts';
import { openExpectedFile, sealInstruction, viewOfNew } from './open-instruction.ts';
import { getInstruction } from './read-instructions.ts';

/** Writes a new instruction. The same draft sent again answers with what it became. */
export async function createInstruction(
  deps: InstructionDeps,
  owner: Owner,
  input: z.output<typeof newInstructionInput>,
  caller: Caller,
): Promise<InstructionView> {
  const { database, clock, vault } = deps;
  const { draft_id, expected_files = [], ...instruction } = input;
  const written = await database.transaction(async () => {
    await lockOwner(deps, owner.user_id);
    const contactIds = instruction.trusted_contact_ids;
    const facts = await findDraftFacts(database, owner.user_id, draft_id, contactIds);
    if (facts.written_id) return facts.written_id;
    if (facts.instruction_count >= limits.instructions) {
      fail('instruction_limit_reached', { facts: { limit: limits.instructions } });
    }
    const sealedTexts = { characters: facts.sealed_characters, texts: facts.instruction_count };
    assertRoom({ others: textBytesOf(sealedTexts), former: 0 }, instruction.content);
    if (facts.own_contact_count < contactIds.length) failForUnknownContact();
    const id = newId();
    const now = clock.now();
    const key = await vault.keyOf(owner.user_id);
    await insertInstruction(database, {
      id,
      user_id: owner.user_id,
      draft_id,
      ...sealInstruction(key, id, instruction),
      reviewed_at: now,
      created_at: now,
      updated_at: now,
    });
    await insertAssignments(database, owner.user_id, id, contactIds);
    const place = { user_id: owner.user_id, instruction_id: id };
    const expected = await keepExpected(deps, key, place, expected_files);
    await recordSecurityEvent(database, owner.user_id, 'instruction_created', caller, now);
    return viewOfNew(
      id,
      instruction,
      expected.map((row) => openExpectedFile(key, row)),
      now,
    );
  });
  return typeof written === 'string' ? getInstruction(deps, owner.user_id, written) : written;
}

/** Saves a changed instruction over the version that was opened, and over no newer one. */
export async function updateInstruction(
  deps: InstructionDeps,
  owner: Owner,
  id: string,
  input: z.output<typeof changedInstructionInput>,
): Promise<InstructionView> {
  const { database, clock, vault } = deps;
  const { version, expected_files = [], ...instruction } = input;
  const userId = owner.user_id;
  await database.transaction(async () => {
    await lockOwner(deps, userId);
    const current = await lockInstruction(database, userId, id);
    if (!current) return fail('not_found');
    if (isClosed(current)) return fail('instruction_closed');
    if (current.version !== version) {
      return fail('version_conflict', { facts: { version: current.version } });
    }
    await assertRoomForChange(deps, userId, id, instruction.content);
    await assertOwnContacts(deps, userId, instruction.trusted_contact_ids);
    const key = await vault.keyOf(userId);
    const sealed = sealInstruction(key, id, instruction);
    const isSaved = await updateInstructionRow(database, userId, id, version, sealed, clock.now());
    if (!isSaved) throw new Error('A locked instruction was changed by somebody else.');
    await replaceAssignments(database, userId, id, instruction.trusted_contact_ids);
    await keepExpected(deps, key, { user_id: userId, instruction_id: id }, expected_files);
  });
  return getInstruction(deps, userId, id);
}

/** The owner first, as everywhere: contacts are removed under the same lock. */
async function lockOwner({ database }: InstructionDeps, userId: string): Promise<void> {
  if (!(await lockUser(database, userId))) fail('session_missing');
}

async function assertRoomForChange(
  { database }: InstructionDeps,
  userId: string,
  id: string,
  content: string,
): Promise<void> {
  const sizes = await findTextSizes(database, userId, id);
  const others = { characters: sizes.other_characters, texts: sizes.other_count };
  const former = { characters: sizes.own_characters, texts: 1 };
  assertRoom({ others: textBytesOf(others), former: textBytesOf(former) }, content);
}

/** All texts of an owner are read by a search, so there is a bound to all of them together. */
function assertRoom(bytes: { others: number; former: number }, content: string): void {
  if (isRoomForText({ ...bytes, next: Buffer.byteLength(content) })) return;
  fail('text_limit_reached', { facts: { limit_mb: limits.textsMb } });
}

async function assertOwnContacts(
  { database }: InstructionDeps,
  userId: string,
  ids: readonly string[],
): Promise<void> {
  const own = await findOwnContactIds(database, userId, ids);
  if (own.length < ids.length) failForUnknownContact();
}

function failForUnknownContact(): never {
  return fail('invalid_input', { fields: { trusted_contact_ids: 'contact_unknown' } });
}

import type { Endpoint } from '@zavet/contract/endpoint';
import { limits } from '@zavet/contract/limits';
import { bytesPerMb } from '@zavet/contract/vault/file-rules';
import { instructionEndpoints } from '@zavet/contract/vault/instruction-endpoints';
import type {
  changedInstructionInput,
  InstructionInput,
  InstructionView,
  newInstructionInput,
} from '@zavet/contract/vault/instruction-schemas';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { sealOverhead } from '../../../platform/encryption/sealed-text.ts';
import { fail } from '../../../platform/failure.ts';
import {
  type AccountLimit,
  accountLimitsOf,
  failAtLimit,
} from '../../../platform/http/call-limits.ts';
import { countValues, limitKey } from '../../../platform/http/rate-limiter.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import { addExpectedFiles } from './expected-files.ts';
import {
  insertInstruction,
  lockInstruction,
  markReviewed,
  type Refusal,
  updateInstructionRow,
} from './instruction-repository.ts';
import { getInstruction } from './read-instructions.ts';
import {
  headingOf,
  openExpectedFile,
  sealInstruction,
  viewAfterWrite,
} from './sealed-instruction.ts';

/** Idempotent by `draft_id`: a repeated call returns the instruction that already exists. */
export function createInstruction(
  ctx: Context,
  owner: Owner,
  input: z.output<typeof newInstructionInput>,
  { address, user_agent }: Caller,
): Promise<InstructionView> {
  const { draft_id, expected_files = [], ...instruction } = input;
  const id = newId();
  const now = ctx.clock.now();
  return writeWithKey(ctx, owner, expected_files.length > 0, async (key) => {
    const heading = headingOf(instruction);
    const limit = callLimits.createInstruction;
    const { outcome, written_id, window_started_at } = await insertInstruction(ctx.database, {
      ...commonValues(owner, limit, key, id, instruction, now),
      ...sealInstruction(key, id, instruction, heading),
      draft_id,
      event_id: newId(),
      ip_address: address,
      user_agent,
      most_instructions: limits.instructions,
    });
    if (outcome === 'repeated') return getInstruction(ctx, owner.user_id, written_id);
    if (outcome === 'too_many') {
      return fail('instruction_limit_reached', { facts: { limit: limits.instructions } });
    }
    if (outcome !== 'written') return failFor(outcome, { limit, window_started_at, now });
    const target = { user_id: owner.user_id, instruction_id: id };
    const rows = await addExpectedFiles(ctx, key, target, expected_files);
    const expected = rows.map((row) => openExpectedFile(key, row));
    return viewAfterWrite(id, instruction, heading, { version: 1, created_at: now }, expected, now);
  });
}

/** A text that is replaced sooner is not kept as a former one. */
const keepFormerAfterMinutes = 10;

/** Replaces the version that was opened; fails with `version_conflict` when a newer one exists. */
export function updateInstruction(
  ctx: Context,
  owner: Owner,
  id: string,
  input: z.output<typeof changedInstructionInput>,
): Promise<InstructionView> {
  return replaceInstruction(ctx, owner, id, input, { keepFormerAfterMinutes });
}

interface ReplaceOptions {
  keepFormerAfterMinutes: number;
}

/** Like `updateInstruction`, with a given minimum age of the replaced texts that are kept. */
export async function replaceInstruction(
  ctx: Context,
  owner: Owner,
  id: string,
  input: z.output<typeof changedInstructionInput>,
  { keepFormerAfterMinutes: former_after_minutes }: ReplaceOptions,
): Promise<InstructionView> {
  const { version, expected_files = [], ...instruction } = input;
  const now = ctx.clock.now();
  return writeWithKey(ctx, owner, expected_files.length > 0, async (key) => {
    const heading = headingOf(instruction);
    const limit = callLimits.updateInstruction;
    const changed = await updateInstructionRow(ctx.database, {
      ...commonValues(owner, limit, key, id, instruction, now),
      ...sealInstruction(key, id, instruction, heading),
      version,
      former_id: newId(),
      former_after_minutes,
      most_former_texts: limits.formerTexts,
    });
    const { outcome, found_version, written_at, has_files, window_started_at } = changed;
    if (outcome === 'not_found') return fail('not_found');
    if (outcome === 'closed') return fail('instruction_closed');
    if (outcome === 'version_conflict') {
      return fail('version_conflict', { facts: { version: found_version } });
    }
    if (outcome !== 'written') return failFor(outcome, { limit, window_started_at, now });
    const target = { user_id: owner.user_id, instruction_id: id };
    const added = await addExpectedFiles(ctx, key, target, expected_files);
    if (has_files || added.length > 0) return getInstruction(ctx, owner.user_id, id);
    const written = { version: version + 1, created_at: new Date(written_at) };
    return viewAfterWrite(id, instruction, heading, written, [], now);
  });
}

/** Records that the owner confirmed the instruction without changing it. */
export function reviewInstruction(
  { database, clock }: Context,
  owner: Owner,
  id: string,
): Promise<Date> {
  return database.transaction(async () => {
    const current = await lockInstruction(database, owner.user_id, id);
    if (!current) return fail('not_found');
    const now = clock.now();
    const isReviewed = await markReviewed(database, owner.user_id, id, now);
    return isReviewed ? now : fail('instruction_closed');
  });
}

/** Calls are counted by the SQL functions, which support one limit per endpoint. */
const callLimits = {
  createInstruction: onlyLimitOf(instructionEndpoints.createInstruction),
  updateInstruction: onlyLimitOf(instructionEndpoints.updateInstruction),
};

function onlyLimitOf(endpoint: Endpoint): AccountLimit {
  const [limit, ...others] = accountLimitsOf(endpoint);
  if (!limit || others.length > 0) throw new Error(`${endpoint.id} must have one limit`);
  return limit;
}

class KeyChanged extends Error {}

/**
 * A write is one statement; it needs a transaction only when it also adds expected files. The
 * statement refuses a key that was replaced in the meantime; then the texts are sealed again.
 */
async function writeWithKey<T>(
  { database, vault }: Context,
  { user_id }: Owner,
  needsTransaction: boolean,
  write: (key: OwnerKey) => Promise<T>,
): Promise<T> {
  const attempt = (key: OwnerKey) =>
    needsTransaction ? database.transaction(() => write(key)) : write(key);
  try {
    return await attempt(await vault.recentKeyOf(user_id));
  } catch (error) {
    if (!(error instanceof KeyChanged)) throw error;
    return attempt(await vault.keyOf(user_id));
  }
}

function commonValues(
  { user_id, session_id }: Owner,
  limit: AccountLimit,
  key: OwnerKey,
  id: string,
  { content, trusted_contact_ids }: InstructionInput,
  now: Date,
) {
  const { endedBefore, latestStart, max } = countValues(limit, now);
  return {
    session_id,
    limit_key: limitKey(`${limit.name}${user_id}`),
    most_calls: max,
    ended_before: endedBefore,
    latest_start: latestStart,
    user_id,
    key_id: key.id,
    id,
    contact_ids: trusted_contact_ids,
    now: now.toISOString(),
    text_bytes: Buffer.byteLength(content),
    // A search reads all texts of an owner, so their total is limited.
    most_text_bytes: limits.textsMb * bytesPerMb,
    seal_frame: sealOverhead.frameCharacters,
    seal_tag: sealOverhead.tagBytes,
  };
}

interface RefusedCall {
  limit: AccountLimit;
  window_started_at: string;
  now: Date;
}

function failFor(outcome: Refusal, { limit, window_started_at, now }: RefusedCall): never {
  switch (outcome) {
    case 'session_missing':
      return fail('session_missing');
    case 'too_often':
      return failAtLimit(limit, new Date(window_started_at), now);
    case 'too_long':
      return fail('text_limit_reached', { facts: { limit_mb: limits.textsMb } });
    case 'contact_unknown':
      return fail('invalid_input', { fields: { trusted_contact_ids: 'contact_unknown' } });
    case 'key_changed':
      throw new KeyChanged();
  }
}

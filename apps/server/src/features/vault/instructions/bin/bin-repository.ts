import type {
  InstructionCategory,
  InstructionPriority,
} from '@zavet/contract/vault/instruction-values';
import { sql } from 'drizzle-orm';
import type { RemovalCounts } from '../../../../platform/database/batches.ts';
import type { Database } from '../../../../platform/database/database.ts';
import type { WrappedOwnerKey } from '../../../../platform/encryption/owner-key.ts';
import { users } from '../../../identity/account/index.ts';
import { ownerKeys, wrappedKeySql } from '../../../identity/owner-keys/index.ts';
import {
  formerTexts,
  instructionContacts,
  instructionFiles,
  instructions,
  instructionUsage,
} from '../instruction-tables.ts';
import type { SealedHeading } from '../sealed-instruction.ts';
import { binnedContacts, binnedInstructions } from './bin-tables.ts';

/** The columns that move between an instruction and the bin. */
const movedColumns = sql`id, user_id, heading, has_recipient, category, priority, content, text_digest,
  text_saved_at, seal_id, version, reviewed_at, created_at, updated_at`;

const uuidArray = (ids: readonly string[]) => sql`${sql.param([...ids])}::uuid[]`;

const countOf = async (counted: Promise<{ count: number }[]>) => (await counted)[0]?.count ?? 0;

/**
 * Moves open instructions to the bin in one statement, with contacts, stored files and former
 * texts: a concurrent activation finds each of them unchanged or not at all. Cancels their uploads.
 */
export function moveToBin(
  database: Database,
  userId: string,
  ids: readonly string[],
  now: Date,
): Promise<number> {
  return countOf(
    database.rows<{ count: number }>(sql`
      with binned as (
        insert into ${binnedInstructions} (${movedColumns}, deleted_at)
        select ${movedColumns}, ${now.toISOString()}::timestamptz from ${instructions}
        where user_id = ${userId} and id = any(${uuidArray(ids)})
          and status = 'outbox' and queued_at is null
        returning id
      ), contacts as (
        insert into ${binnedContacts} (instruction_id, contact_id, user_id)
        select instruction_id, contact_id, user_id from ${instructionContacts}
        where instruction_id in (select id from binned)
      ), files as (
        update ${instructionFiles} set instruction_id = null, binned_id = instruction_id
        where instruction_id in (select id from binned) and state = 'stored'
      ), texts as (
        update ${formerTexts} set instruction_id = null, binned_id = instruction_id
        where instruction_id in (select id from binned)
      ), deleted as (
        delete from ${instructions} where id in (select id from binned) returning id
      )
      select count(*)::int as count from deleted`),
  );
}

/** Replaces the draft id, because the same draft may have been sent again after the deletion. */
export function restoreFromBin(
  database: Database,
  userId: string,
  ids: readonly string[],
): Promise<number> {
  return countOf(
    database.rows<{ count: number }>(sql`
      with restored as (
        insert into ${instructions} (${movedColumns}, draft_id)
        select ${movedColumns}, id from ${binnedInstructions}
        where user_id = ${userId} and id = any(${uuidArray(ids)})
        returning id
      ), contacts as (
        insert into ${instructionContacts} (instruction_id, contact_id, user_id)
        select instruction_id, contact_id, user_id from ${binnedContacts}
        where instruction_id in (select id from restored)
      ), files as (
        update ${instructionFiles} set instruction_id = binned_id, binned_id = null
        where binned_id in (select id from restored)
      ), texts as (
        update ${formerTexts} set instruction_id = binned_id, binned_id = null
        where binned_id in (select id from restored)
      ), emptied as (
        delete from ${binnedInstructions} where id in (select id from restored) returning id
      )
      select count(*)::int as count from emptied`),
  );
}

interface SealMeasures {
  frameCharacters: number;
  tagBytes: number;
}

interface RestorationTotals {
  /** Number of the given ids that are in the bin. */
  binned: number;
  /** Totals of the account if the given instructions are restored. */
  instructions: number;
  text_bytes: number;
}

/** Locks instructions of the bin until the transaction ends; the owner must be locked. */
export async function lockBinnedInstructions(
  database: Database,
  userId: string,
  ids: readonly string[],
  { frameCharacters, tagBytes }: SealMeasures,
): Promise<RestorationTotals> {
  const [row] = await database.rows<RestorationTotals>(sql`
    with chosen as materialized (
      select octet_length(content) as characters from ${binnedInstructions}
      where user_id = ${userId} and id = any(${uuidArray(ids)})
      order by id for update
    ), later as (
      select coalesce(sum(instructions), 0)::bigint as instructions,
        coalesce(sum(characters), 0)::bigint as characters
      from (
        select instructions, characters from ${instructionUsage} where user_id = ${userId}
        union all
        select count(*), sum(characters) from chosen
      ) texts
    )
    select (select count(*)::int from chosen) as binned, instructions::int as instructions,
      text_bytes_of(characters, instructions, ${frameCharacters}::int, ${tagBytes}::int)::float8
        as text_bytes
    from later`);
  if (!row) throw new Error('Locking instructions of the bin returned no row.');
  return row;
}

/**
 * Returns the number of deleted instructions. Triggers release the quota and remove the objects.
 */
export function deleteBinnedInstructions(
  database: Database,
  userId: string,
  ids: readonly string[],
): Promise<number> {
  return countOf(
    database.rows<{ count: number }>(sql`
      with deleted as (
        delete from ${binnedInstructions}
        where user_id = ${userId} and id = any(${uuidArray(ids)}) returning id
      )
      select count(*)::int as count from deleted`),
  );
}

export function deleteAllBinnedInstructions(database: Database, userId: string): Promise<number> {
  return countOf(
    database.rows<{ count: number }>(sql`
      with deleted as (
        delete from ${binnedInstructions} where user_id = ${userId} returning id
      )
      select count(*)::int as count from deleted`),
  );
}

/**
 * Purges the oldest entries while the bin exceeds the given number of instructions or bytes of
 * texts.
 */
export async function trimBin(
  database: Database,
  userId: string,
  max: { instructions: number; textBytes: number },
  { frameCharacters, tagBytes }: SealMeasures,
): Promise<void> {
  await database.rows(sql`
    delete from ${binnedInstructions} where id in (
      select id from (
        select id, count(*) over newest as place,
          text_bytes_of(sum(octet_length(content)) over newest, count(*) over newest,
            ${frameCharacters}::int, ${tagBytes}::int) as bytes
        from ${binnedInstructions} where user_id = ${userId}
        window newest as (order by deleted_at desc, id)
      ) sized
      where place > ${max.instructions} or bytes > ${max.textBytes})`);
}

/**
 * Deletes instructions that expired in the bin, and returns their number. Locks their owners first;
 * skips owners that are already locked, instead of waiting.
 */
export async function deleteExpiredBinnedInstructions(
  database: Database,
  before: Date,
  limit: number,
): Promise<RemovalCounts> {
  const due = sql`deleted_at < ${before.toISOString()}::timestamptz`;
  const binned_instructions = await countOf(
    database.rows<{ count: number }>(sql`
      with due as materialized (
        select id, user_id from ${binnedInstructions} where ${due} order by deleted_at limit ${limit}
      ), owners as materialized (
        select ${users.id} from ${users} where ${users.id} in (select user_id from due)
        order by ${users.id} for update skip locked
      ), deleted as (
        delete from ${binnedInstructions}
        where id in (select due.id from due inner join owners on owners.id = due.user_id) and ${due}
        returning id
      )
      select count(*)::int as count from deleted`),
  );
  return { binned_instructions };
}

export interface BinnedRow extends SealedHeading {
  category: InstructionCategory;
  priority: InstructionPriority;
  trusted_contact_ids: string[];
  files: { id: string; file_name: string; size_bytes: number }[];
  deleted_at: string;
}

const rowId = sql`binned_instructions.id`;

const binnedColumns = sql`
  binned_instructions.id, binned_instructions.heading, binned_instructions.seal_id,
  binned_instructions.category, binned_instructions.priority, binned_instructions.deleted_at,
  array(select contact_id::text from ${binnedContacts} where instruction_id = ${rowId})
    as trusted_contact_ids,
  (select coalesce(json_agg(file), '[]') from (
    select id, file_name, size_bytes from ${instructionFiles} where binned_id = ${rowId}
    order by created_at, id
  ) file) as files`;

const newestFirst = sql`order by binned_instructions.deleted_at desc, binned_instructions.id`;

interface BinPageRows extends WrappedOwnerKey {
  rows: BinnedRow[];
  total: number;
  file_bytes: number;
}

export async function readBinPage(
  database: Database,
  userId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<BinPageRows> {
  const [page] = await database.rows<BinPageRows>(sql`
    select
      (select coalesce(json_agg(listed order by place), '[]') from (
        select ${binnedColumns}, row_number() over (${newestFirst}) as place
        from ${binnedInstructions} where binned_instructions.user_id = ${userId}
        ${newestFirst} limit ${limit}::int offset ${offset}::int
      ) listed) as rows,
      (select count(*)::int from ${binnedInstructions}
        where binned_instructions.user_id = ${userId}) as total,
      (select coalesce(sum(size_bytes), 0)::float8 from ${instructionFiles}
        where instruction_files.user_id = ${userId} and binned_id is not null) as file_bytes,
      ${wrappedKeySql}
    from (select 1) always
    left join ${ownerKeys} on ${ownerKeys.user_id} = ${userId}`);
  if (!page) throw new Error('A page of the bin returned no row.');
  return page;
}

export async function findBinnedInstruction(
  database: Database,
  userId: string,
  id: string,
): Promise<(BinnedRow & { content: string } & WrappedOwnerKey) | undefined> {
  const [row] = await database.rows<BinnedRow & { content: string } & WrappedOwnerKey>(sql`
    select ${binnedColumns}, binned_instructions.content, ${wrappedKeySql}
    from ${binnedInstructions}
    inner join ${ownerKeys} on ${ownerKeys.user_id} = binned_instructions.user_id
    where binned_instructions.id = ${id} and binned_instructions.user_id = ${userId}`);
  return row;
}

/** Lists the ids of instructions in the bin, the latest deletion first. */
export async function listBinnedIds(database: Database, userId: string): Promise<string[]> {
  const rows = await database.rows<{ id: string }>(sql`
    select id from ${binnedInstructions} where user_id = ${userId} ${newestFirst}`);
  return rows.map(({ id }) => id);
}

export interface BinnedObject {
  id: string;
  object_key: string;
  size_bytes: number;
  mime_type: string;
  created_at: string;
}

export function listBinnedFiles(
  database: Database,
  userId: string,
  binnedId: string,
): Promise<BinnedObject[]> {
  return database.rows<BinnedObject>(sql`
    select id, object_key, size_bytes, mime_type, created_at from ${instructionFiles}
    where user_id = ${userId} and binned_id = ${binnedId} order by created_at, id`);
}

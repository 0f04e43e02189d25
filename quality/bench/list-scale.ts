import { endpoints } from '@zavet/contract/endpoints';
import { limits } from '@zavet/contract/limits';
import type { InstructionList } from '@zavet/contract/vault/instruction-endpoints';
import { type PostgresStandIn, startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { call, type Target } from './call.ts';
import { medians } from './measure.ts';
import { newOwners, signInAgain } from './owners.ts';
import { type BenchServer, onDatabase, startServer } from './server.ts';
import {
  addConcurrentInstructions,
  addConcurrentOwners,
  addContacts,
  createWithFiles,
  vacuum,
} from './vault.ts';

const pageLength = limits.instructionsOnPage;
const maxInstructions = limits.instructions;
const rounds = 600;
const sorts = ['newest', 'priority'] as const;

/**
 * Compares the time of one page of an owner with the maximum number of instructions with that of an
 * owner whose instructions fit on one page.
 */
export async function listScale(): Promise<string[]> {
  const postgres = await startPostgresStandIn();
  const databaseUrl = await postgres.newDatabase('zavet');
  const server = await startServer(databaseUrl);
  try {
    const [few, many] = await fill(server, databaseUrl);
    const lines: string[] = [];
    for (const sort of sorts) {
      const found = await medians(rounds, { few: timer(few, sort), many: timer(many, sort) });
      const ratio = (found.many / found.few).toFixed(2);
      lines.push(
        `page of ${pageLength} of ${maxInstructions} instructions : of ${pageLength}, by ${sort}  ${ratio} (at most 3)`,
        `(medians of ${rounds}, ${found.many.toFixed(1)} ms : ${found.few.toFixed(1)} ms)`,
      );
    }
    return lines;
  } finally {
    await server.stop();
    await postgres.stop();
  }
}

/** Two owners with the same page of instructions; one of them also has many older instructions. */
async function fill(server: BenchServer, databaseUrl: string): Promise<[Target, Target]> {
  const owners = await newOwners(server, 2);
  const [few, many] = owners.map(({ cookie }) => ({ url: server.url, cookie }));
  const [, writer] = owners;
  if (!few || !many || !writer) throw new Error('There are too few owners.');
  for (const target of [few, many]) {
    const contacts = await addContacts(target);
    for (let count = 0; count < pageLength; count++) await createWithFiles(target, contacts);
  }
  await addOlder(databaseUrl, writer.user_id, maxInstructions - pageLength);
  await vacuum(databaseUrl);
  await assertLengths(few, many);
  return [few, many];
}

/**
 * Inserts copies of an instruction and its files that are older than the page: counted, but never
 * decrypted.
 */
async function addOlder(databaseUrl: string, userId: string, count: number): Promise<void> {
  await onDatabase(databaseUrl, async (query) => {
    await query('set session_replication_role = replica');
    await query(
      `with sample as (select * from instructions where user_id = $1 limit 1),
      older as (
        insert into instructions (id, user_id, draft_id, heading, has_recipient, category,
          priority, content, text_digest, text_saved_at, seal_id, reviewed_at, created_at, updated_at)
        select gen_random_uuid(), user_id, gen_random_uuid(), heading, has_recipient, category,
          case n % 2 when 0 then 'low' else priority end, content, text_digest, text_saved_at, seal_id,
          created_at, created_at - n * interval '1 hour', created_at - n * interval '1 hour'
        from sample, generate_series(1, $2::int) n
        returning id, user_id
      ), assigned as (
        insert into instruction_contacts (instruction_id, contact_id, user_id)
        select older.id, contact.id, user_id
        from older inner join trusted_contacts contact using (user_id)
      )
      insert into instruction_files (id, user_id, instruction_id, object_key, file_name,
        name_digest, size_bytes, mime_type, state, created_at)
      select gen_random_uuid(), older.user_id, older.id, 'files/' || gen_random_uuid(),
        file.file_name, md5(random()::text), file.size_bytes, file.mime_type, file.state, now()
      from older
      inner join instruction_files file on file.instruction_id = (select id from sample)`,
      [userId, count],
    );
    await query(
      'update instruction_usage set instructions = instructions + $2 where user_id = $1',
      [userId, count],
    );
  });
}

async function assertLengths(...targets: Target[]): Promise<void> {
  const totals: number[] = [];
  for (const target of targets) {
    const list = (await call(target, endpoints.listInstructions)).json<InstructionList>();
    if (list.instructions.length !== pageLength) throw new Error('A page is not full.');
    if (list.instructions.some(({ is_unreadable }) => is_unreadable))
      throw new Error('A page holds copies.');
    totals.push(list.total);
  }
  if (totals.join() !== `${pageLength},${maxInstructions}`)
    throw new Error(`The lists hold ${totals}.`);
}

function timer(target: Target, sort: (typeof sorts)[number]): () => Promise<number> {
  return async () => {
    const startedAt = performance.now();
    await call(target, endpoints.listInstructions, { query: { sort } });
    return performance.now() - startedAt;
  };
}

const ownerCounts = { small: 10, large: 10_000 };
const instructionsEach = 100;
const databaseRounds = 400;

/** The time of a list in a database with a thousand times as much data of other owners. */
export async function vaultScale(): Promise<string[]> {
  // Only for faster filling: the measured calls write nothing.
  const postgres = await startPostgresStandIn({ max_wal_size: '8GB', synchronous_commit: 'off' });
  const running: BenchServer[] = [];
  try {
    const small = await fillDatabase(postgres, 'small', ownerCounts.small, running);
    const large = await fillDatabase(postgres, 'large', ownerCounts.large, running);
    const found = await medians(databaseRounds, {
      small: listTimer(small),
      large: listTimer(large),
    });
    const totals = [ownerCounts.large, ownerCounts.small].map((count) => count * instructionsEach);
    return [
      `list at ${totals[0]} instructions : at ${totals[1]}  ${(found.large / found.small).toFixed(2)} (at most 1.3)`,
      `(medians of ${databaseRounds}; at ${totals[1]} it took ${found.small.toFixed(1)} ms)`,
    ];
  } finally {
    for (const server of running) await server.stop();
    await postgres.stop();
  }
}

/**
 * A server on a database whose owners all have the same number of instructions. Ten owners write
 * through the server, the others are inserted. Writes are interleaved, so that rows of one owner
 * are not adjacent.
 */
async function fillDatabase(
  postgres: PostgresStandIn,
  name: string,
  count: number,
  running: BenchServer[],
): Promise<Target[]> {
  const databaseUrl = await postgres.newDatabase(name);
  const server = await startServer(databaseUrl);
  running.push(server);
  const measured = await newOwners(server, ownerCounts.small);
  const writers = await Promise.all(
    measured.map(async ({ cookie }) => {
      const target = { url: server.url, cookie };
      return { target, contacts: await addContacts(target) };
    }),
  );
  await addConcurrentOwners(databaseUrl, count - measured.length);
  for (let written = 0; written < instructionsEach; written++) {
    await Promise.all(writers.map(({ target, contacts }) => createWithFiles(target, contacts)));
    await addConcurrentInstructions(databaseUrl);
  }
  await vacuum(databaseUrl);
  const fresh = await Promise.all(measured.map((owner) => signInAgain(server, owner)));
  return fresh.map(({ cookie }) => ({ url: server.url, cookie }));
}

/** Returns a function that times one list request, for one owner after another. */
function listTimer(targets: readonly Target[]): () => Promise<number> {
  let next = 0;
  return async () => {
    const target = targets[next++ % targets.length] as Target;
    const startedAt = performance.now();
    await call(target, endpoints.listInstructions);
    return performance.now() - startedAt;
  };
}

import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { limits } from '@zavet/contract/limits';
import type { InstructionCounts } from '@zavet/contract/vault/instruction-endpoints';
import { earliestReviewBefore } from '@zavet/contract/vault/instruction-rules';
import type {
  InstructionInput,
  InstructionSummary,
} from '@zavet/contract/vault/instruction-schemas';
import { Pool } from 'pg';
import { headingOf } from '../bare/bare-answers.ts';
import { answerJson, listen, writeDurably } from '../bare/http.ts';
import { statements } from './statements.ts';

/**
 * The product's statements and bytes without encryption, validation and framework. It trusts every
 * cookie: never expose it.
 */
const pool = new Pool({ connectionString: process.env.DATABASE_URL ?? '', max: 20 });

listen(answer, () => pool.end());

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const userId = await userOf(request);
  const { method, url = '' } = request;
  const [id = ''] = /[0-9a-f-]{36}/.exec(url) ?? [];
  switch (`${method} ${id ? url.replace(id, '{id}') : url}`) {
    case 'GET /api/instructions':
      return answerJson(response, await listInstructions(pool, userId));
    case 'POST /api/instructions':
      return answerJson(response, await createInstruction(pool, userId, request));
    case 'POST /api/instructions/{id}/files':
      return answerJson(response, await upload(pool, userId, id, request));
    case 'GET /api/files/{id}/content':
      return download(pool, userId, id, response);
    default:
      throw new Error(`no route ${method} ${url}`);
  }
}

/** Writing calls are counted in the statement of the session. */
async function userOf({ headers, method }: IncomingMessage): Promise<string> {
  const [, sessionId] = /zavet_access=([^~]+)/.exec(headers.cookie ?? '') ?? [];
  const now = new Date();
  const hourAgo = new Date(now.getTime() - 3_600_000);
  const [session] =
    method === 'GET'
      ? await send<{ user_id: string }>(pool, 'session', [sessionId, now])
      : await send<{ user_id: string }>(pool, 'countedSession', [
          ...[sessionId, now, 'mirror:', hourAgo, now, 1_000_000],
        ]);
  return session?.user_id ?? '';
}

const folder = join(process.env.DATA_DIR ?? '', 'mirror-objects');
const mimeType = 'application/pdf';

export async function upload(
  pool: Pool,
  userId: string,
  instructionId: string,
  request: IncomingMessage,
) {
  const id = randomUUID();
  const name = decodeURIComponent(String(request.headers['x-file-name']));
  const size = Number(request.headers['content-length']);
  const key = `files/${userId}/${id}`;
  const now = new Date();
  await inTransaction(pool, async (query) => {
    await query('lockUser', [userId]);
    await query('lockInstruction', [instructionId, userId]);
    await query('ownerKey', [userId]);
    await query('findDuplicate', [instructionId, name, size, 'stored']);
    await query('countFiles', [userId]);
    await query('lockUsage', [userId]);
    await query('readStorage', [30, userId]);
    const place = [id, userId, instructionId, key, name, name, size, mimeType];
    await query('insertFile', [...place, 'uploading', now]);
  });
  await writeDurably(request, folder, key);
  await inTransaction(pool, async (query) => {
    await query('lockUser', [userId]);
    await query('lockInstruction', [instructionId, userId]);
    await query('markStored', ['stored', id, 'uploading']);
  });
  return {
    id,
    instruction_id: instructionId,
    file_name: name,
    size_bytes: size,
    file_size_mb: size / (1024 * 1024),
    mime_type: mimeType,
    created_at: now,
  };
}

export async function download(
  pool: Pool,
  userId: string,
  id: string,
  response: ServerResponse,
): Promise<void> {
  const [file] = await send<{ object_key: string; size_bytes: number }>(pool, 'storedFile', [
    id,
    userId,
    'stored',
  ]);
  const { object_key = '', size_bytes = 0 } = file ?? {};
  response.writeHead(200, { 'content-type': mimeType, 'content-length': size_bytes });
  await pipeline(createReadStream(join(folder, object_key)), response);
}

type Row = InstructionSummary & { heading: string };

interface Page {
  rows: Row[];
  total: number;
  counts: InstructionCounts;
}

/** No filter, newest first, first page. */
const unfiltered = Array.from({ length: 7 }, () => null);

export async function listInstructions(pool: Pool, userId: string) {
  const reviewBefore = earliestReviewBefore(new Date());
  const length = limits.instructionsOnPage;
  const values = [reviewBefore, null, userId, ...unfiltered, length + 1];
  const [page] = await send<Page>(pool, 'listInstructions', values);
  const { rows = [], total, counts } = page ?? {};
  return { instructions: rows.slice(0, length).map(viewOf), next_cursor: null, total, counts };
}

export async function createInstruction(pool: Pool, userId: string, request: IncomingMessage) {
  const [, sessionId] = /zavet_access=([^~]+)/.exec(request.headers.cookie ?? '') ?? [];
  const input = (await json(request)) as InstructionInput & { draft_id: string };
  const id = randomUUID();
  const now = new Date();
  const heading = headingOf(input);
  const [key] = await send<{ key_id: string }>(pool, 'ownerKey', [userId]);
  const sealed = [JSON.stringify(heading), false, input.category, input.priority, input.content];
  await send(pool, 'createInstruction', [
    ...[sessionId, '', 1, userId, key?.key_id, id, input.draft_id, ...sealed, randomUUID()],
    ...[input.trusted_contact_ids, now, randomUUID(), request.headers['x-forwarded-for'], null],
    ...[1000, Buffer.byteLength(input.content), 20 * 1024 * 1024, 55, 16, ''],
  ]);
  const moments = { reviewed_at: now, created_at: now, updated_at: now };
  return { ...input, ...heading, id, status: 'outbox', version: 1, ...moments, files: [] };
}

/** The fields of the product's answer. */
function viewOf(row: Row) {
  return {
    id: row.id,
    ...JSON.parse(row.heading),
    category: row.category,
    priority: row.priority,
    trusted_contact_ids: row.trusted_contact_ids,
    status: row.status,
    queued_at: row.queued_at,
    version: row.version,
    reviewed_at: new Date(row.reviewed_at),
    created_at: new Date(row.created_at),
    updated_at: new Date(row.updated_at),
    is_unreadable: false,
    expected_files: [],
    files_leaving: null,
    removed_files: [],
    files: row.files.map((file) => ({
      ...file,
      file_size_mb: file.size_bytes / (1024 * 1024),
      created_at: new Date(file.created_at),
    })),
  };
}

/** Sends a statement of the product, prepared as there. */
export async function send<Row>(
  client: Pick<Pool, 'query'>,
  name: keyof typeof statements,
  values: unknown[],
): Promise<Row[]> {
  const result = await client.query({ name, text: statements[name], values });
  return result.rows as Row[];
}

/** Runs statements on one connection in a transaction. */
export async function inTransaction(
  pool: Pool,
  work: (
    query: (name: keyof typeof statements, values: unknown[]) => Promise<unknown>,
  ) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await work((name, values) => send(client, name, values));
    await client.query('commit');
  } finally {
    client.release();
  }
}

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import type { InstructionCounts } from '@zavet/contract/instructions/instruction-list-schemas';
import type {
  InstructionInput,
  InstructionSummary,
} from '@zavet/contract/instructions/instruction-schemas';
import { earliestReviewBefore } from '@zavet/contract/instructions/review-rules';
import { limits } from '@zavet/contract/limits';
import type { Pool } from 'pg';
import { headingOf } from '../bare/bare-answers.ts';
import { send } from './work.ts';

type Row = InstructionSummary & { heading: string };

interface Page {
  rows: Row[];
  total: number;
  counts: InstructionCounts;
}

/** No filter, the newest first, from the beginning on. */
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
    ...[1000, Buffer.byteLength(input.content), 20 * 1024 * 1024, 55, 16],
  ]);
  const moments = { reviewed_at: now, created_at: now, updated_at: now };
  return { ...input, ...heading, id, status: 'outbox', version: 1, ...moments, files: [] };
}

/** The fields that the product answers with. */
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

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import type {
  FileView,
  InstructionInput,
  InstructionSummary,
} from '@zavet/contract/instructions/instruction-schemas';
import type { Pool } from 'pg';
import { headingOf } from '../bare/bare-answers.ts';
import { send } from './work.ts';

interface Frame {
  assigned: string | null;
  files: FileView[] | null;
}

type Row = InstructionSummary & { heading: string };

export async function listInstructions(pool: Pool, userId: string) {
  const [frame, ...rows] = await send<Frame & Row>(pool, 'listInstructions', [userId]);
  const pairs = frame?.assigned?.match(/.{72}/g) ?? [];
  return {
    instructions: rows.map((row) => viewOf(row, pairs, frame?.files ?? [])),
  };
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
function viewOf(row: Row, pairs: readonly string[], files: readonly FileView[]) {
  return {
    id: row.id,
    ...JSON.parse(row.heading),
    category: row.category,
    priority: row.priority,
    trusted_contact_ids: pairs
      .filter((pair) => pair.startsWith(row.id))
      .map((pair) => pair.slice(36)),
    status: row.status,
    queued_at: row.queued_at,
    version: row.version,
    reviewed_at: row.reviewed_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
    is_unreadable: false,
    expected_files: [],
    files_leaving: null,
    removed_files: [],
    files: files
      .filter((file) => file.instruction_id === row.id)
      .map((file) => ({
        ...file,
        file_size_mb: file.size_bytes / (1024 * 1024),
        created_at: new Date(file.created_at),
      })),
  };
}

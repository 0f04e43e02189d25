import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import type {
  InstructionInput,
  InstructionSummary,
} from '@zavet/contract/instructions/instruction-schemas';
import type { Pool } from 'pg';
import { statements } from './statements.ts';
import { inTransaction, takeLimit } from './work.ts';

export async function listInstructions(pool: Pool, userId: string) {
  const { rows } = await pool.query<InstructionSummary>(statements.listInstructions, [userId]);
  await pool.query(statements.leavingFiles, [userId]);
  return { instructions: rows.map(viewOf) };
}

export async function createInstruction(pool: Pool, userId: string, request: IncomingMessage) {
  const input = (await json(request)) as InstructionInput & { draft_id: string };
  await takeLimit(pool, `create:${userId}`);
  const id = randomUUID();
  const now = new Date();
  const preview = `${input.content.slice(0, 99)}…`;
  const [one, other] = input.trusted_contact_ids;
  await inTransaction(pool, async (query) => {
    await query(statements.lockUser, [userId]);
    await query(statements.draftFacts, [
      userId,
      input.draft_id,
      userId,
      userId,
      one,
      other,
      userId,
    ]);
    await query(statements.ownerKey, [userId]);
    const facts = [id, userId, input.draft_id, input.title, input.category, input.priority];
    const texts = [input.content, preview, input.recipient_name, input.recipient_email];
    await query(statements.insertInstruction, [...facts, ...texts, now, now, now]);
    await query(statements.insertAssignments, [id, one, userId, id, other, userId]);
    const origin = [request.headers['x-forwarded-for'], null];
    const event = [randomUUID(), userId, 'instruction_created', ...origin, now];
    await query(statements.insertEvent, event);
  });
  const moments = { reviewed_at: now, created_at: now, updated_at: now };
  return { ...input, id, preview, status: 'outbox', version: 1, ...moments, files: [] };
}

/** The fields that the product answers with. */
function viewOf(row: InstructionSummary) {
  return {
    id: row.id,
    title: row.title,
    category: row.category,
    priority: row.priority,
    preview: row.preview,
    recipient_name: row.recipient_name || null,
    recipient_email: row.recipient_email || null,
    trusted_contact_ids: row.trusted_contact_ids,
    status: row.status,
    queued_at: row.queued_at,
    version: row.version,
    reviewed_at: row.reviewed_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
    is_unreadable: false,
    expected_files: row.expected_files,
    files_leaving: null,
    removed_files: row.removed_files,
    files: row.files.map((file) => ({
      id: file.id,
      instruction_id: row.id,
      file_name: file.file_name,
      size_bytes: file.size_bytes,
      file_size_mb: file.size_bytes / (1024 * 1024),
      mime_type: file.mime_type,
      created_at: new Date(file.created_at),
    })),
  };
}

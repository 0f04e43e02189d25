import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import type {
  FileView,
  InstructionInput,
  InstructionSummary,
} from '@zavet/contract/instructions/instruction-schemas';
import type { Pool } from 'pg';
import { statements } from './statements.ts';
import { inTransaction } from './transaction.ts';

export async function listInstructions(pool: Pool, userId: string) {
  const { rows } = await pool.query<InstructionSummary>(statements.listInstructions, [userId]);
  return { instructions: rows.map(viewOf) };
}

export async function createInstruction(pool: Pool, userId: string, request: IncomingMessage) {
  const input = (await json(request)) as InstructionInput & { draft_id: string };
  const now = new Date();
  const hourAgo = new Date(now.getTime() - 3_600_000);
  const limitKey = createHash('sha256').update(`create:${userId}`).digest('base64url');
  await pool.query(statements.rateLimit, [limitKey, now, 1, hourAgo, hourAgo, 100_000]);

  const id = randomUUID();
  const [one, other] = input.trusted_contact_ids;
  await inTransaction(pool, async (query) => {
    await query(statements.lockUser, [userId]);
    await query(statements.instructionOfDraft, [userId, input.draft_id]);
    await query(statements.countInstructions, [userId]);
    await query(statements.ownContacts, [userId, one, other]);
    await query(statements.ownerKey, [userId]);
    await query(statements.insertInstruction, [
      id,
      userId,
      input.draft_id,
      input.title,
      input.category,
      input.priority,
      input.content,
      `${input.content.slice(0, 99)}…`,
      input.recipient_name,
      input.recipient_email,
      now,
      now,
      now,
    ]);
    await query(statements.deleteAssignments, [id]);
    await query(statements.insertAssignments, [id, one, userId, id, other, userId]);
    const origin = [request.headers['x-forwarded-for'], null];
    const event = [randomUUID(), userId, 'instruction_created', ...origin, now];
    await query(statements.insertEvent, event);
  });
  const { rows } = await pool.query(statements.instruction, [userId, id]);
  return { ...viewOf(rows[0]), content: rows[0].content };
}

/** The fields that the product answers with. */
function viewOf(row: InstructionSummary) {
  return {
    id: row.id,
    title: row.title,
    category: row.category,
    priority: row.priority,
    preview: row.preview,
    recipient_name: row.recipient_name,
    recipient_email: row.recipient_email,
    trusted_contact_ids: row.trusted_contact_ids,
    status: row.status,
    version: row.version,
    reviewed_at: row.reviewed_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
    files: row.files.map((file) => fileViewOf(row.id, file)),
  };
}

function fileViewOf(instructionId: string, file: FileView) {
  return {
    id: file.id,
    instruction_id: instructionId,
    file_name: file.file_name,
    size_bytes: file.size_bytes,
    file_size_mb: file.size_bytes / (1024 * 1024),
    mime_type: file.mime_type,
    created_at: new Date(file.created_at),
  };
}

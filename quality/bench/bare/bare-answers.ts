import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { previewOf } from '@zavet/contract/vault/instruction-rules';
import type { InstructionInput } from '@zavet/contract/vault/instruction-schemas';
import { Pool } from 'pg';
import { bareStatements, bareTables } from './bare-statements.ts';

export interface BareCall {
  database: BareDatabase;
  /** The user id from the cookie, without verification. */
  user: string;
  sessionEnd: number;
  /** The id in the path. */
  id: string;
  request: IncomingMessage;
}

interface Storage {
  plan: string | null;
  limit_mb: number | null;
  used_bytes: number | null;
}

/** Each call runs one statement and answers with its rows. */
export const answers: Record<string, (call: BareCall) => Promise<unknown>> = {
  'GET /api/session': async (call) => {
    const expires_at = new Date(call.sessionEnd);
    return { session: { expires_at, user: await one(call, 'session') } };
  },
  'GET /api/storage': async (call) => storageOf(await one<Storage>(call, 'storage')),
  'GET /api/dashboard': async (call) => {
    const row = await one<Storage & Record<string, unknown>>(call, 'dashboard');
    const { total, confirmed, pending } = row;
    return {
      first_name: row.first_name,
      last_name: row.last_name,
      trusted_contacts: { total, confirmed, pending, limit: 0 },
      instructions: { total: row.instructions },
      storage: storageOf(row),
      protocol_activated_at: null,
      legacies: [],
    };
  },
  'GET /api/instructions': async (call) => {
    const instructions = await run<object>(call, 'list');
    return { instructions, next_cursor: null, total: instructions.length };
  },
  'GET /api/instructions/{id}': (call) => one(call, 'read', [call.id]),
  'POST /api/instructions': async (call) => {
    const input = await bodyOf<object>(call);
    const id = randomUUID();
    const created_at = new Date();
    await run(call, 'create', [id, ...columnsOf(input), created_at]);
    return written(id, input, { version: 1, created_at }, created_at);
  },
  'PUT /api/instructions/{id}': async (call) => {
    const input = await bodyOf<{ version: number }>(call);
    const now = new Date();
    const values = [call.id, input.version, ...columnsOf(input), now];
    const row = await one<{ version: number; created_at: Date }>(call, 'update', values);
    return written(call.id, input, row, now);
  },
};

export function run<Row>(
  { database, user }: BareCall,
  name: keyof typeof bareStatements,
  values: unknown[] = [],
): Promise<Row[]> {
  return database.query(name, bareStatements[name], [user, ...values]);
}

export async function one<Row>(...call: Parameters<typeof run>): Promise<Row> {
  const [row] = await run<Row>(...call);
  if (!row) throw new Error(`${call[1]} found nothing`);
  return row;
}

async function bodyOf<Fields>({ request }: BareCall) {
  return (await json(request)) as InstructionInput & Fields;
}

function columnsOf({ title, category, priority, content, ...input }: InstructionInput): unknown[] {
  const { recipient_name, recipient_email, trusted_contact_ids } = input;
  const recipient = [recipient_name || null, recipient_email || null];
  return [
    title,
    category,
    priority,
    previewOf(content),
    content,
    ...recipient,
    trusted_contact_ids,
  ];
}

function written(
  id: string,
  input: InstructionInput,
  row: { version: number; created_at: Date },
  now: Date,
) {
  const times = { queued_at: null, reviewed_at: now, updated_at: now };
  const preview = previewOf(input.content);
  return { ...input, id, preview, status: 'outbox', ...row, ...times, files: [] };
}

function storageOf({ plan, limit_mb, used_bytes }: Storage) {
  const limit = limit_mb ?? 30;
  const used = (used_bytes ?? 0) / (1024 * 1024);
  return {
    plan: plan ?? 'free',
    used_mb: used,
    limit_mb: limit,
    remaining_mb: limit - used,
    percent_used: (used / limit) * 100,
  };
}

export interface BareDatabase {
  query<Row>(name: string, text: string, values: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export async function openBareDatabase(connectionString: string): Promise<BareDatabase> {
  const pool = new Pool({ connectionString, max: 10 });
  await pool.query(bareTables);
  return {
    query: async <Row>(name: string, text: string, values: unknown[]) =>
      (await pool.query({ name, text, values })).rows as Row[],
    close: () => pool.end(),
  };
}

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import type { InstructionCounts } from '@zavet/contract/vault/instruction-endpoints';
import { previewOf } from '@zavet/contract/vault/instruction-rules';
import type {
  FileView,
  InstructionInput,
  InstructionView,
} from '@zavet/contract/vault/instruction-schemas';
import { Pool } from 'pg';
import { bareStatements } from './bare-statements.ts';

export interface BareCall {
  database: BareDatabase;
  session: string;
  id: string;
  request: IncomingMessage;
}

interface Row extends Omit<InstructionView, 'files'> {
  heading: string;
  ids: string[];
  files: FileView[] | null;
}

interface Storage {
  plan: string | null;
  limit_mb: number | null;
  used_bytes: number | null;
}

/** Each call is one statement and answers like the product. */
export const answers: Record<string, (call: BareCall) => Promise<unknown>> = {
  'GET /api/session': async (call) => {
    const { expires_at, ...user } = await one<{ expires_at: Date }>(call, 'session');
    return { session: { expires_at, user } };
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
  'GET /api/instructions': async ({ database, session }) => {
    const rows = await database.query<Row & { counts: InstructionCounts | null }>(
      'list',
      bareStatements.list,
      [session],
    );
    const counts = rows.find((row) => row.counts)?.counts;
    const instructions = rows.map(({ counts: _, ...row }) => viewOf(row));
    return { instructions, next_cursor: null, total: counts?.total ?? 0, counts };
  },
  'GET /api/instructions/{id}': async (call) => {
    const row = await one<Row>(call, 'read', [call.id]);
    return { ...viewOf(row), content: row.content };
  },
  'POST /api/instructions': async (call) => {
    const input = await bodyOf<{ draft_id: string }>(call);
    const id = randomUUID();
    const now = new Date();
    const values = [id, input.draft_id, ...columnsOf(input), now, input.trusted_contact_ids];
    await run(call, 'create', values);
    return written(id, input, { version: 1, created_at: now }, now);
  },
  'PUT /api/instructions/{id}': async (call) => {
    const input = await bodyOf<{ version: number }>(call);
    const now = new Date();
    const values = [call.id, input.version, ...columnsOf(input), now, input.trusted_contact_ids];
    const row = await one<{ version: number; created_at: Date }>(call, 'update', values);
    return written(call.id, input, row, now);
  },
};

export function run<Row>(
  { database, session }: BareCall,
  name: keyof typeof bareStatements,
  values: unknown[] = [],
): Promise<Row[]> {
  return database.query(name, bareStatements[name], [session, ...values]);
}

export async function one<Row>(...call: Parameters<typeof run>): Promise<Row> {
  const [row] = await run<Row>(...call);
  if (!row) throw new Error(`${call[1]} found nothing`);
  return row;
}

async function bodyOf<Fields>({ request }: BareCall) {
  return (await json(request)) as InstructionInput & Fields;
}

/** Content is not sealed here. */
function columnsOf(input: InstructionInput): unknown[] {
  const { category, priority, content } = input;
  return [JSON.stringify(headingOf(input)), category, priority, content];
}

export function headingOf({ title, content, recipient_name, recipient_email }: InstructionInput) {
  return {
    title,
    preview: previewOf(content),
    recipient_name: recipient_name || null,
    recipient_email: recipient_email || null,
  };
}

function written(
  id: string,
  input: InstructionInput,
  row: { version: number; created_at: Date },
  now: Date,
) {
  const times = { queued_at: null, reviewed_at: now, updated_at: now };
  const lists = { files: [], expected_files: [], files_leaving: null, removed_files: [] };
  const heading = headingOf(input);
  return {
    ...input,
    id,
    ...heading,
    status: 'outbox',
    ...row,
    ...times,
    ...lists,
    is_unreadable: false,
  };
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

function viewOf({ ids, files, heading, ...row }: Row) {
  return {
    ...row,
    ...JSON.parse(heading),
    trusted_contact_ids: ids,
    files: (files ?? []).map((file) => ({
      ...file,
      instruction_id: row.id,
      file_size_mb: file.size_bytes / (1024 * 1024),
      created_at: new Date(file.created_at),
    })),
    expected_files: [],
    files_leaving: null,
    removed_files: [],
    is_unreadable: false,
  };
}

export interface BareDatabase {
  query<Row>(name: string, text: string, values: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export function openBareDatabase(connectionString: string): BareDatabase {
  const pool = new Pool({ connectionString, max: 10 });
  return {
    query: async <Row>(name: string, text: string, values: unknown[]) =>
      (await pool.query({ name, text, values })).rows as Row[],
    close: () => pool.end(),
  };
}

import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import { instructions, instructionUsage } from './instruction-tables.ts';

/** What both ways of writing an instruction need. */
interface Written {
  session_id: string;
  limit_key: string;
  most_calls: number;
  user_id: string;
  /** The key it was sealed with; refused when it is not the owner's any more. */
  key_id: string;
  id: string;
  heading: string;
  has_recipient: boolean;
  category: string;
  priority: string;
  content: string;
  seal_id: string;
  contact_ids: readonly string[];
  now: string;
  text_bytes: number;
  most_text_bytes: number;
  seal_frame: number;
  seal_tag: number;
}

/** Why a text was not written. */
export type Refusal =
  | 'session_missing'
  | 'too_often'
  | 'too_long'
  | 'contact_unknown'
  | 'key_changed';

export interface NewInstruction extends Written {
  draft_id: string;
  event_id: string;
  ip_address: string | null;
  user_agent: string | null;
  most_instructions: number;
}

interface Created {
  outcome: 'written' | 'repeated' | 'too_many' | Refusal;
  written_id: string;
}

const createInstruction = prepared<NewInstruction>(
  (the) => sql`select outcome, written_id from create_instruction(
    ${the.session_id}, ${the.limit_key}, ${the.most_calls}, ${the.user_id}, ${the.key_id}, ${the.id}, ${the.draft_id}, ${the.heading},
    ${the.has_recipient}, ${the.category}, ${the.priority}, ${the.content}, ${the.seal_id},
    ${the.contact_ids}, ${the.now}, ${the.event_id}, ${the.ip_address}, ${the.user_agent},
    ${the.most_instructions}, ${the.text_bytes}, ${the.most_text_bytes}, ${the.seal_frame},
    ${the.seal_tag})`,
);

/** Writes an instruction with whom it is for and the entry in the log of its owner, or nothing. */
export async function insertInstruction(
  database: Database,
  instruction: NewInstruction,
): Promise<Created> {
  const [created] = await database.rows<Created>(createInstruction(instruction));
  if (!created) throw new Error('Writing an instruction answered nothing.');
  return created;
}

export interface ChangedInstruction extends Written {
  version: number;
}

interface Changed {
  outcome: 'written' | 'not_found' | 'closed' | 'version_conflict' | Refusal;
  found_version: number;
  written_at: string;
  has_files: boolean;
}

const changeInstruction = prepared<ChangedInstruction>(
  (the) => sql`select outcome, found_version, written_at, has_files from change_instruction(
    ${the.session_id}, ${the.limit_key}, ${the.most_calls}, ${the.user_id}, ${the.key_id}, ${the.id}, ${the.version}, ${the.heading},
    ${the.has_recipient}, ${the.category}, ${the.priority}, ${the.content}, ${the.seal_id},
    ${the.contact_ids}, ${the.now}, ${the.text_bytes}, ${the.most_text_bytes},
    ${the.seal_frame}, ${the.seal_tag})`,
);

/** Writes a new version over the one that was opened, and over no other. */
export async function updateInstructionRow(
  database: Database,
  instruction: ChangedInstruction,
): Promise<Changed> {
  const [changed] = await database.rows<Changed>(changeInstruction(instruction));
  if (!changed) throw new Error('Changing an instruction answered nothing.');
  return changed;
}

/** Counts what every owner has written from the rows: for a database that was filled past its triggers. */
export async function countInstructionsAnew(database: Database): Promise<void> {
  await database.rows(sql`
    insert into ${instructionUsage} (user_id, instructions, characters)
    select user_id, count(*), sum(octet_length(content)) from ${instructions} group by user_id
    on conflict (user_id) do update
    set instructions = excluded.instructions, characters = excluded.characters`);
}

import { sql } from 'drizzle-orm';
import type { Stack } from '../stack.ts';
import { unless } from '../verdict.ts';
import type { PersonAtWork } from './person-at-work.ts';

/** What was answered with success, and has to be so ever after. */
export interface Acknowledged {
  accounts: string[];
  /** The owner of each. */
  instructions: Map<string, string>;
  removed: Set<string>;
  files: Map<string, { instruction_id: string; content: string; person: PersonAtWork }>;
}

export function notesOf(): Acknowledged {
  return { accounts: [], instructions: new Map(), removed: new Set(), files: new Map() };
}

/** Everything that was acknowledged and is not so; empty when all is well. */
export async function lostOf(stack: Stack, notes: Acknowledged): Promise<string[]> {
  const { database } = stack;
  const column = async (rows: Promise<{ id: string }[]>) => (await rows).map(({ id }) => id);
  const accounts = new Set(await column(database.rows(sql`select email as id from users`)));
  const owners = [...new Set(notes.instructions.values())];
  const kept = await column(
    database.rows(sql`select id from instructions where user_id in ${owners}`),
  );
  const isKept = new Set(kept);
  const lostAccounts = notes.accounts.filter((email) => !accounts.has(email)).length;
  const lost = [...notes.instructions.keys()].filter((id) => !isKept.has(id)).length;
  const revived = [...notes.removed].filter((id) => isKept.has(id)).length;
  const more = kept.filter((id) => !notes.instructions.has(id)).length - revived;
  return [
    ...unless(lostAccounts === 0, `${lostAccounts} accounts are lost`),
    ...unless(lost === 0, `${lost} instructions are lost`),
    ...unless(revived === 0, `${revived} deleted instructions are there again`),
    ...unless(more === 0, `${more} instructions were written twice`),
    ...(await lostFiles(notes)),
  ];
}

async function lostFiles({ files }: Acknowledged): Promise<string[]> {
  const wrong: string[] = [];
  for (const [id, { content, person }] of files) {
    const found = await person
      .insist((browser) => browser.downloadFile({ params: { id } }))
      .catch(() => undefined);
    const isSame = found !== undefined && (await found.text()) === content;
    if (!isSame) wrong.push(id);
  }
  return unless(wrong.length === 0, `${wrong.length} files are lost or altered`);
}

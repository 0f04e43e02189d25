import { vi } from 'vitest';
import type { Database } from '../src/platform/database/database.ts';

/**
 * How many statements an act sends. Portions of counted calls are told to other servers beside it,
 * now and then, and are none of them.
 */
export async function sentStatements(
  database: Database,
  act: () => Promise<unknown>,
): Promise<number> {
  const rows = vi.spyOn(database, 'rows');
  try {
    await act();
    return rows.mock.calls.filter(([sent]) => !('text' in sent && tellsCalls(sent.text))).length;
  } finally {
    rows.mockRestore();
  }
}

function tellsCalls(text: string): boolean {
  return /^\s*insert into "rate_limits"/.test(text);
}

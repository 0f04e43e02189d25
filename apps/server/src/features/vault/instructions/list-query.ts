import type { InstructionListQuery } from '@zavet/contract/vault/instruction-endpoints';
import { reviewCutoff } from '@zavet/contract/vault/instruction-rules';
import type { InstructionOrder } from '@zavet/contract/vault/instruction-values';
import { fail } from '../../../platform/failure.ts';

/** The values of a prepared list statement. */
export interface ListValues {
  userId: string;
  category: string | null;
  contact: string | null;
  priority: string | null;
  state: string | null;
  status: string | null;
  /** An instruction reviewed before this time is due for a review. */
  reviewBefore: string;
  /** The position where the last page ended; null for the first page. */
  afterRank: number | null;
  afterAt: string | null;
  afterId: string | null;
  /** Rows that are skipped before the page. */
  skip: number;
}

export function parseListQuery(
  userId: string,
  { limit, ...query }: InstructionListQuery,
  now: Date,
): ListValues {
  const position = query.cursor === undefined ? undefined : parseCursor(query.sort, query.cursor);
  if (query.cursor !== undefined && !position) {
    return fail('invalid_input', { fields: { cursor: 'invalid' } });
  }
  return {
    userId,
    category: query.category ?? null,
    contact: query.contact ?? null,
    priority: query.priority ?? null,
    state: query.state ?? null,
    status: query.status ?? null,
    reviewBefore: reviewCutoff(now).toISOString(),
    afterRank: position?.rank ?? null,
    afterAt: position?.at ?? null,
    afterId: position?.id ?? null,
    skip: position || !query.page ? 0 : (query.page - 1) * limit,
  };
}

/** The unique position of an instruction in an order. */
export interface Position {
  /** Precedes the time: the priority when sorted by it, otherwise 0. */
  rank: number;
  /** Microseconds since 1970, the precision of the database, in digits. */
  at: string;
  id: string;
}

const cursorFormat = /^(newest|oldest|changed|priority) (\d) (\d{1,16}) ([0-9a-f-]{36})$/;
const uuidFormat = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A cursor stays valid when rows are added or deleted. */
export function formatCursor(sort: InstructionOrder, { rank, at, id }: Position): string {
  return Buffer.from(`${sort} ${rank} ${at} ${id}`).toString('base64url');
}

/** Undefined when invalid or made for another order. */
export function parseCursor(sort: InstructionOrder, cursor: string): Position | undefined {
  const found = cursorFormat.exec(Buffer.from(cursor, 'base64url').toString());
  if (!found) return undefined;
  const [, cursorSort, rank = '', at = '', id = ''] = found;
  return cursorSort === sort && uuidFormat.test(id) ? { rank: Number(rank), at, id } : undefined;
}

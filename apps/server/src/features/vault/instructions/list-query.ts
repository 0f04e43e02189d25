import type { InstructionListQuery } from '@zavet/contract/vault/instruction-endpoints';
import { earliestReviewBefore } from '@zavet/contract/vault/instruction-rules';
import type { InstructionOrder } from '@zavet/contract/vault/instruction-values';
import { fail } from '../../../platform/failure.ts';

const written = /^(newest|oldest|changed|priority) (\d) (\d{1,16}) ([0-9a-f-]{36})$/;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What is asked for, as a prepared statement takes it. */
export interface ListValues {
  userId: string;
  category: string | null;
  contact: string | null;
  priority: string | null;
  state: string | null;
  status: string | null;
  /** What was last looked at before then is due for a review. */
  reviewBefore: string;
  /** Where the last page ended; null for the first one. */
  afterRank: number | null;
  afterAt: string | null;
  afterId: string | null;
}

type Asked = Omit<InstructionListQuery, 'limit'>;

export function parseListQuery(userId: string, asked: Asked, now: Date): ListValues {
  const place = asked.cursor === undefined ? undefined : parseCursor(asked.sort, asked.cursor);
  if (asked.cursor !== undefined && !place)
    return fail('invalid_input', { fields: { cursor: 'invalid' } });
  return {
    userId,
    category: asked.category ?? null,
    contact: asked.contact ?? null,
    priority: asked.priority ?? null,
    state: asked.state ?? null,
    status: asked.status ?? null,
    reviewBefore: earliestReviewBefore(now).toISOString(),
    afterRank: place?.rank ?? null,
    afterAt: place?.at ?? null,
    afterId: place?.id ?? null,
  };
}

/** Where an instruction stands in an order; two never stand in the same place. */
export interface Place {
  /** What comes before the time: the priority where it is sorted by, otherwise 0. */
  rank: number;
  /** Microseconds since 1970, as many as the database keeps, in digits. */
  at: string;
  id: string;
}

/** Says where a page ended. It holds however many rows come and go meanwhile. */
export function formatCursor(sort: InstructionOrder, { rank, at, id }: Place): string {
  return Buffer.from(`${sort} ${rank} ${at} ${id}`).toString('base64url');
}

/** Undefined for what is no cursor, or one of another order. */
export function parseCursor(sort: InstructionOrder, cursor: string): Place | undefined {
  const found = written.exec(Buffer.from(cursor, 'base64url').toString());
  if (!found) return undefined;
  const [, ofSort, rank = '', at = '', id = ''] = found;
  return ofSort === sort && uuid.test(id) ? { rank: Number(rank), at, id } : undefined;
}

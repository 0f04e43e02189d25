import type { InstructionOrder } from '@zavet/contract/instructions/instruction-values';

/** Where an instruction stands in an order; two never stand in the same place. */
export interface Place {
  /** What comes before the time: the priority where it is sorted by, otherwise 0. */
  rank: number;
  /** Microseconds since 1970, as many as the database keeps, in digits. */
  at: string;
  id: string;
}

const written = /^(newest|oldest|changed|priority) (\d) (\d{1,16}) ([0-9a-f-]{36})$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Says where a page ended. It holds however many rows come and go meanwhile. */
export function cursorOf(sort: InstructionOrder, { rank, at, id }: Place): string {
  return Buffer.from(`${sort} ${rank} ${at} ${id}`).toString('base64url');
}

/** Undefined for what is no cursor, or one of another order. */
export function placeAt(sort: InstructionOrder, cursor: string): Place | undefined {
  const found = written.exec(Buffer.from(cursor, 'base64url').toString());
  if (!found) return undefined;
  const [, ofSort, rank = '', at = '', id = ''] = found;
  return ofSort === sort && uuid.test(id) ? { rank: Number(rank), at, id } : undefined;
}

import type { InstructionListQuery } from '@zavet/contract/instructions/instruction-list-schemas';
import { earliestReviewBefore } from '@zavet/contract/instructions/review-rules';
import { fail } from '../../../../platform/failure.ts';
import { placeAt } from './list-cursor.ts';

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

export function listValuesOf(userId: string, asked: Asked, now: Date): ListValues {
  const place = asked.cursor === undefined ? undefined : placeAt(asked.sort, asked.cursor);
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

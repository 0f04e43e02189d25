import type { SupportRow } from '@zavet/contract/desk/support-endpoints';
import type { Context } from '../../../context.ts';
import { listAnswered, listOpen } from './desk-repository.ts';
import { openListed } from './open-request.ts';
import type { SupportRequest } from './support-repository.ts';

const pageLength = 50;
const lists = { open: listOpen, answered: listAnswered };

/** Requests for operators: the most urgent first, or those that were answered last. */
export async function listRequestsForDesk(
  ctx: Context,
  state: keyof typeof lists,
  after: string | undefined,
): Promise<{ requests: SupportRow[]; next: string | null }> {
  const { database, vault } = ctx;
  const found = await lists[state](database, { after, limit: pageLength + 1 });
  const page = found.slice(0, pageLength);
  const isMore = found.length > pageLength;
  return {
    requests: page.map(({ request, key }) => {
      const { subject } = openListed(ctx, vault.open(request.user_id, key), request);
      return deskRowOf(ctx, request, subject);
    }),
    next: isMore ? (page.at(-1)?.request.id ?? null) : null,
  };
}

export function deskRowOf(
  { clock }: Pick<Context, 'clock'>,
  { id, reference, category, tier, status, ...request }: SupportRequest,
  subject: string,
): SupportRow {
  return {
    ...{ id, reference, category, tier, status, subject },
    created_at: request.created_at,
    answer_by: request.answer_by,
    answered_at: request.answered_at,
    is_overdue: status !== 'answered' && request.answer_by < clock.now(),
    is_answer_refused: request.answer_refused_at !== null,
  };
}

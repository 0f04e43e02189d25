import type {
  SupportRow,
  SupportThread,
  SupportView,
} from '@zavet/contract/desk/support-endpoints';
import { supportTerms, supportTierOf } from '@zavet/contract/desk/support-values';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { findPerson } from '../../identity/account/index.ts';
import { readStorage } from '../../vault/storage/index.ts';
import { listMessages } from './message-repository.ts';
import { openMessages, openRequestView, openTextsOrEmpty } from './sealed-texts.ts';
import {
  findSupportRequest,
  listAnsweredRequests,
  listOpenRequests,
  listSupportRequests,
  type SupportRequest,
} from './support-repository.ts';

const defaultLimit = 20;

/** The answer time promised by the owner's plan, and the owner's requests. */
export async function readSupport(
  ctx: Context,
  userId: string,
  limit = defaultLimit,
): Promise<SupportView> {
  const { database, vault } = ctx;
  const { plan } = await readStorage(database, userId);
  const tier = supportTierOf(plan);
  const rows = await listSupportRequests(database, userId, limit);
  const ids = rows.map(({ request }) => request.id);
  const messages = Map.groupBy(await listMessages(database, ids), (one) => one.request_id);
  return {
    support_email: ctx.mailer.site.supportEmail,
    tier,
    answer_hours: supportTerms.answerHours[tier],
    requests: rows.map(({ request, key: wrapped }) => {
      const key = vault.open(userId, wrapped);
      return openRequestView(ctx, key, request, messages.get(request.id) ?? []);
    }),
  };
}

const pageSize = 50;
const listByState = { open: listOpenRequests, answered: listAnsweredRequests };

/** Open requests by promised time, or answered ones, latest first. */
export async function listSupportRequestsForDesk(
  ctx: Context,
  state: keyof typeof listByState,
  after: string | undefined,
): Promise<{ requests: SupportRow[]; next: string | null }> {
  const { database, vault } = ctx;
  const found = await listByState[state](database, { after, limit: pageSize + 1 });
  const page = found.slice(0, pageSize);
  const hasMore = found.length > pageSize;
  return {
    requests: page.map(({ request, key }) => {
      const { subject } = openTextsOrEmpty(ctx, vault.open(request.user_id, key), request);
      return toDeskRow(ctx, request, subject);
    }),
    next: hasMore ? (page.at(-1)?.request.id ?? null) : null,
  };
}

function toDeskRow({ clock }: Context, request: SupportRequest, subject: string): SupportRow {
  const { id, reference, category, tier, status } = request;
  const { created_at, answer_by, answered_at } = request;
  return {
    id,
    reference,
    category,
    tier,
    status,
    subject,
    created_at,
    answer_by,
    answered_at,
    is_overdue: status !== 'answered' && answer_by < clock.now(),
    is_answer_refused: request.answer_refused_at !== null,
  };
}

/** A request with all messages, for operators. */
export async function readThread(ctx: Context, id: string): Promise<SupportThread> {
  const { database, vault } = ctx;
  const found = await findSupportRequest(database, id);
  const author = found && (await findPerson(database, found.request.user_id));
  if (!found || !author) return fail('not_found');
  const { request } = found;
  const key = vault.open(request.user_id, found.key);
  const texts = openTextsOrEmpty(ctx, key, request);
  return {
    ...toDeskRow(ctx, request, texts.subject),
    name: texts.name,
    user_email: request.user_email,
    account_email: author.email,
    message: texts.message,
    messages: openMessages(ctx, key, await listMessages(database, [id])),
  };
}

import type {
  SupportInput,
  SupportReplyInput,
  SupportRequestView,
} from '@zavet/contract/desk/support-endpoints';
import { supportTierOf } from '@zavet/contract/desk/support-values';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { newId, randomCharacters } from '../../../platform/ids.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUser, recordSecurityEvent } from '../../identity/account/index.ts';
import { readStorage } from '../../vault/storage/index.ts';
import { supportReply } from './message-mails.ts';
import { insertSupportMessage, listMessages } from './message-repository.ts';
import { openRequestView, sealMessage, sealRequestTexts, toRequestView } from './sealed-texts.ts';
import { supportReceived, supportRequest } from './support-mails.ts';
import {
  findRequestByDraft,
  insertSupportRequest,
  lockSupportRequest,
  type SupportRequest,
  updateSupportRequest,
} from './support-repository.ts';
import {
  answerBy,
  formatReference,
  isThreadFull,
  referenceAlphabet,
  referenceLength,
} from './support-rules.ts';

/** Saves one request per draft. The current plan determines the promised time. */
export function sendSupportRequest(
  ctx: Context,
  { user_id }: Owner,
  input: SupportInput,
  caller: Caller,
): Promise<SupportRequestView> {
  const { database, clock, vault } = ctx;
  return database.transaction(async () => {
    if (!(await lockUser(database, user_id))) fail('session_missing');
    const key = await vault.keyOf(user_id);
    const draft_id = input.draft_id ?? newId();
    const existing = await findRequestByDraft(database, user_id, draft_id);
    if (existing) {
      return openRequestView(ctx, key, existing, await listMessages(database, [existing.id]));
    }
    const { plan } = await readStorage(database, user_id);
    const tier = supportTierOf(plan);
    const id = newId();
    const now = clock.now();
    const request = await insertWithReference(ctx, {
      id,
      user_id,
      category: input.category,
      user_email: input.userEmail,
      draft_id,
      ...sealRequestTexts(key, id, input),
      status: 'queued',
      tier,
      answer_by: answerBy(input.category, tier, now),
      created_at: now,
      answered_at: null,
      answer_refused_at: null,
    });
    await recordSecurityEvent(database, user_id, 'support_requested', caller, now);
    for (const mail of [supportRequest, supportReceived])
      await enqueueMail(ctx, mail, { request_id: id }, { mailId: id });
    return toRequestView(request, input, []);
  });
}

async function insertWithReference(
  { database }: Context,
  values: Omit<SupportRequest, 'reference'>,
): Promise<SupportRequest> {
  for (;;) {
    const reference = formatReference(randomCharacters(referenceAlphabet, referenceLength));
    const request = { ...values, reference };
    if (await insertSupportRequest(database, request)) return request;
  }
}

/** Adds a message of the owner, once per draft. */
export function replyToSupport(
  ctx: Context,
  { user_id }: Owner,
  requestId: string,
  { draft_id = newId(), message }: SupportReplyInput,
  caller: Caller,
): Promise<SupportRequestView> {
  const { database, clock, vault } = ctx;
  return database.transaction(async () => {
    if (!(await lockUser(database, user_id))) fail('session_missing');
    const request = await lockSupportRequest(database, requestId);
    if (request?.user_id !== user_id) return fail('not_found');
    const key = await vault.keyOf(user_id);
    const earlier = await listMessages(database, [requestId]);
    if (earlier.some((one) => one.draft_id === draft_id)) {
      return openRequestView(ctx, key, request, earlier);
    }
    if (isThreadFull(earlier, 'owner')) fail('support_thread_full');
    const id = newId();
    const created_at = clock.now();
    const reply = {
      id,
      request_id: requestId,
      draft_id,
      created_at,
      author: 'owner',
      text: sealMessage(key, id, message),
      mail_state: 'queued',
    } as const;
    await insertSupportMessage(database, reply);
    const updated = await reopen(ctx, request, created_at);
    await recordSecurityEvent(database, user_id, 'support_requested', caller, created_at);
    await enqueueMail(ctx, supportReply, { message_id: id }, { mailId: id });
    return openRequestView(ctx, key, updated, [...earlier, reply]);
  });
}

/** After an answer, the current plan determines a new promised time; before, the first applies. */
async function reopen(
  { database }: Context,
  request: SupportRequest,
  now: Date,
): Promise<SupportRequest> {
  if (request.status !== 'answered') return request;
  const { plan } = await readStorage(database, request.user_id);
  const tier = supportTierOf(plan);
  const changes = {
    status: 'reopened',
    tier,
    answer_by: answerBy(request.category, tier, now),
    answered_at: null,
    answer_refused_at: null,
  } as const;
  await updateSupportRequest(database, request.id, changes);
  return { ...request, ...changes };
}

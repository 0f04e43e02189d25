import type { SupportAnswer } from '@zavet/contract/desk/support-endpoints';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUser } from '../../identity/account/index.ts';
import { appendAudit } from '../../identity/audit/index.ts';
import { operatorActor } from '../../identity/operators/index.ts';
import { supportAnswered } from './message-mails.ts';
import { insertSupportMessage, listMessages } from './message-repository.ts';
import { sealMessage } from './sealed-texts.ts';
import {
  findSupportRequest,
  lockSupportRequest,
  updateSupportRequest,
} from './support-repository.ts';
import { isThreadFull } from './support-rules.ts';

/** Accepts one answer per draft, and only if the operator has seen all messages. */
export async function answerSupportRequest(
  ctx: Context,
  operator: Owner,
  requestId: string,
  { draft_id = newId(), text, seen_messages }: SupportAnswer,
): Promise<void> {
  const { database, clock, vault } = ctx;
  const found = await findSupportRequest(database, requestId);
  if (!found) return fail('not_found');
  const { user_id } = found.request;
  await database.transaction(async () => {
    await lockUser(database, user_id);
    if (!(await lockSupportRequest(database, requestId))) return fail('not_found');
    const earlier = await listMessages(database, [requestId]);
    if (earlier.some((one) => one.draft_id === draft_id)) return;
    if (earlier.length !== seen_messages) fail('support_thread_changed');
    if (isThreadFull(earlier, 'support')) fail('support_thread_full');
    const id = newId();
    const now = clock.now();
    const key = await vault.keyOf(user_id);
    await insertSupportMessage(database, {
      id,
      request_id: requestId,
      draft_id,
      created_at: now,
      author: 'support',
      text: sealMessage(key, id, text),
      mail_state: 'queued',
    });
    await updateSupportRequest(database, requestId, {
      status: 'answered',
      answered_at: now,
      answer_refused_at: null,
    });
    await appendAudit(ctx, {
      actor: operatorActor(operator),
      act: 'support_answered',
      owner_id: user_id,
      subject_id: requestId,
    });
    await enqueueMail(ctx, supportAnswered, { message_id: id }, { mailId: id });
  });
}

/** Records an answer given outside of the desk. Repeated calls change nothing. */
export async function settleSupportRequest(
  ctx: Context,
  operator: Owner,
  id: string,
): Promise<void> {
  const { database, clock } = ctx;
  const found = await findSupportRequest(database, id);
  if (!found) return fail('not_found');
  const { user_id } = found.request;
  return database.transaction(async () => {
    await lockUser(database, user_id);
    const request = await lockSupportRequest(database, id);
    if (!request) return fail('not_found');
    if (request.status === 'answered' && !request.answer_refused_at) return;
    await updateSupportRequest(database, id, {
      status: 'answered',
      answered_at: request.answered_at ?? clock.now(),
      answer_refused_at: null,
    });
    await appendAudit(ctx, {
      actor: operatorActor(operator),
      act: 'support_settled',
      owner_id: user_id,
      subject_id: id,
    });
  });
}

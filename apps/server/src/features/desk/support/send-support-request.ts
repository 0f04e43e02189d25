import type { SupportInput, SupportRequestView } from '@zavet/contract/desk/support-endpoints';
import { supportTierOf } from '@zavet/contract/desk/support-values';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { newId, randomCharacters } from '../../../platform/ids.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUser, recordSecurityEvent } from '../../identity/account/index.ts';
import { readStorage } from '../../vault/storage/index.ts';
import { supportReceived, supportRequest } from './emails/support-mails.ts';
import { listMessages } from './message-repository.ts';
import { openMessages } from './open-messages.ts';
import { openTexts, requestViewOf, sealTexts } from './open-request.ts';
import { findByDraft, insertSupportRequest, type SupportRequest } from './support-repository.ts';
import { answerBy, referenceAlphabet, referenceLength, referenceOf } from './support-rules.ts';

/** Keeps a request with the promise of this moment's plan, and orders its two mails; once per draft. */
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
    const sent = await findByDraft(database, user_id, draft_id);
    if (sent) {
      const messages = openMessages(ctx, key, await listMessages(database, [sent.id]));
      return requestViewOf(sent, openTexts(key, sent), messages);
    }
    const { plan } = await readStorage(database, user_id);
    const tier = supportTierOf(plan);
    const id = newId();
    const now = clock.now();
    const request = await insertUnderNewReference(ctx, {
      id,
      user_id,
      category: input.category,
      user_email: input.userEmail,
      draft_id,
      ...sealTexts(key, id, input),
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
    return requestViewOf(request, input, []);
  });
}

async function insertUnderNewReference(
  { database }: Context,
  facts: Omit<SupportRequest, 'reference'>,
): Promise<SupportRequest> {
  for (;;) {
    const reference = referenceOf(randomCharacters(referenceAlphabet, referenceLength));
    const request = { ...facts, reference };
    if (await insertSupportRequest(database, request)) return request;
  }
}

import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { declareMail, mailText } from '../../../platform/mail/mail.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { findPerson } from '../../identity/account/index.ts';
import { appendAudit } from '../../identity/audit/index.ts';
import { operatorActor } from '../../identity/operators/index.ts';

interface TestMailIds {
  user_id: string;
  enqueued_at: string;
}

export const deskTestMail = declareMail({
  name: 'desk_test',
  to: 'an operator',
  when: 'the operator asks for a test mail',
  retry: 'usual',
  find: async ({ database }: Context, { user_id, enqueued_at }: TestMailIds) => {
    const person = await findPerson(database, user_id);
    return person && { to: person.email, language: person.language, facts: { enqueued_at } };
  },
  text: (words, { enqueued_at }) =>
    mailText(words, 'desk.test', (say) => [say('text', { moment: words.moment(enqueued_at) })], {
      reason: 'desk.reason',
    }),
});

/** Sends a test mail to the operator through the regular mail queue. */
export async function sendTestMail(ctx: Context, owner: Owner): Promise<void> {
  const { user_id } = owner;
  await ctx.database.transaction(async () => {
    await enqueueMail(ctx, deskTestMail, { user_id, enqueued_at: ctx.clock.now().toISOString() });
    await appendAudit(ctx, { actor: operatorActor(owner), act: 'test_mail_sent' });
  });
}

/** Retries a permanently failed job. */
export function retryJob(ctx: Context, owner: Owner, id: string): Promise<void> {
  return ctx.database.transaction(async () => {
    if (!(await ctx.jobs.retryFailed(id))) fail('not_found');
    await appendAudit(ctx, { actor: operatorActor(owner), act: 'job_retried', subject_id: id });
  });
}

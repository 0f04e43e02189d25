import { rulesAt } from '@zavet/contract/protocol/release-rules';
import type { Context } from '../../../context.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUsers } from '../../identity/account/index.ts';
import { findActivation, lockActivation } from '../activation/activation-repository.ts';
import { isDoubted } from '../doubts/doubt-repository.ts';
import { agreementUnanswered } from '../emails/agreement-mails.ts';
import { findRules } from '../rules/rules-repository.ts';
import { countOthers, markAloneNotified } from './agreement-repository.ts';
import { agreementStep, noAgreement } from './agreement-rules.ts';

/** The 14 days are over without an answer: the contact who asked may continue alone. Once, under locks. */
export async function notifyUnanswered(ctx: Context, id: string): Promise<void> {
  const { database, clock, jobs } = ctx;
  await database.transaction(async () => {
    const found = await findActivation(database, id);
    if (!found) return;
    const { deceased_user_id, initiator_user_id } = found;
    await lockUsers(database, [
      deceased_user_id,
      ...(initiator_user_id ? [initiator_user_id] : []),
    ]);
    const activation = await lockActivation(database, id);
    if (activation?.status !== 'agreement_pending' || !activation.trusted_contact_id) return;
    const is_doubted = await isDoubted(database, activation);
    const now = clock.now();
    const pair = { owner_id: deceased_user_id, contact_id: activation.trusted_contact_id };
    const rules = rulesAt(await findRules(database, deceased_user_id), now);
    const asked = { ...noAgreement, asked_at: activation.agreement_asked_at, is_doubted };
    const way = agreementStep(rules, await countOthers(database, pair), asked, now);
    if (way === 'ask' || !(await markAloneNotified(database, id, now))) return;
    if (way === 'alone') await enqueueMail({ jobs }, agreementUnanswered, { activation_id: id });
  });
}

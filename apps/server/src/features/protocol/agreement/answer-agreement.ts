import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { orderMail } from '../../../platform/mail/order-mail.ts';
import { lockUsers } from '../../account/public.ts';
import {
  type Activation,
  findActivation,
  lockActivation,
  moveActivation,
} from '../activation/activation-repository.ts';
import { nextActivationStatus } from '../activation/activation-status-rules.ts';
import { auditRelease } from '../activation/audit-release.ts';
import { agreementDoubted, agreementGiven } from '../emails/agreement-mails.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { findSecond, noteDoubt } from './agreement-repository.ts';

/**
 * Another confirmed contact agrees, or doubts. A doubt ends nothing, since nobody may keep the others
 * from starting for ever: who asked is told, and may go on alone when the time is over.
 */
export function answerAgreement(
  deps: ProtocolDeps,
  { user_id }: Owner,
  id: string,
  agrees: boolean,
): Promise<void> {
  const { database, clock, jobs } = deps;
  return database.transaction(async () => {
    const found = await findActivation(database, id);
    const caller = found && (await secondIn(deps, found, user_id));
    if (!found || !caller) return fail('not_found');
    await lockUsers(database, [found.deceased_user_id, user_id]);
    const activation = await lockActivation(database, id);
    const answering = activation && (await secondIn(deps, activation, user_id));
    if (!activation || !answering) return fail('not_found');
    if (answering.is_stopped) fail('contact_stopped');
    if (activation.status !== 'agreement_pending') fail('agreement_not_needed');
    if (agrees) return second(deps, activation, answering.contact_id);
    if (!(await noteDoubt(database, id, clock.now()))) return;
    await orderMail({ jobs }, agreementDoubted, {
      activation_id: id,
      contact_id: answering.contact_id,
    });
  });
}

function secondIn(
  { database }: ProtocolDeps,
  { deceased_user_id, trusted_contact_id }: Activation,
  userId: string,
) {
  if (!trusted_contact_id) return undefined;
  return findSecond(database, {
    owner_id: deceased_user_id,
    contact_id: trusted_contact_id,
    user_id: userId,
  });
}

/** Writes an agreement down; owner and activation must be locked. */
export async function second(
  deps: ProtocolDeps,
  activation: Activation,
  contactId: string,
): Promise<void> {
  const { database, clock, jobs, log } = deps;
  const next = nextActivationStatus(activation.status, 'seconded');
  if (next !== 'agreed') throw new Error('Somebody agreed to what nobody asks for.');
  const now = clock.now();
  const seconded = { seconded_by: contactId, seconded_at: now };
  await moveActivation(database, activation, next, now, seconded);
  await auditRelease(deps, 'activation_agreed', activation, {
    actor: { kind: 'contact' },
    facts: { contact_id: contactId },
  });
  await orderMail({ jobs }, agreementGiven, { activation_id: activation.id });
  log.info({ code: 'agreement_given', activation_id: activation.id }, 'a second contact agreed');
}

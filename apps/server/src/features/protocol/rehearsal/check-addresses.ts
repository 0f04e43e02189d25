import { normalizeEmail } from '@zavet/contract/identity/email-address';
import type { ParticipantState } from '@zavet/contract/protocol/rehearsal-values';
import { type Context, perContext } from '../../../context.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { createDomainCheck, type DomainVerdict } from '../../../platform/mail/domain-check.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUser } from '../../identity/account/index.ts';
import { endIfComplete } from './end-rehearsal.ts';
import { rehearsalRecipientMail } from './participant-mails.ts';
import {
  findParticipant,
  findRehearsal,
  listParticipants,
  updateParticipant,
} from './rehearsal-repository.ts';
import { openAddress } from './rehearsal-view.ts';

export const checkAddressesJob = jobName<{ rehearsal_id: string }>('check-rehearsal-addresses');

/** The captured mailbox accepts every address, so no name server is queried. */
const domainCheck = perContext(
  ({ tuning, capturedMails }) =>
    tuning.checkDomain ?? (capturedMails ? async () => 'takes' as const : createDomainCheck()),
);

const maxConcurrentDomains = 5;

const stateAfter: Record<DomainVerdict, ParticipantState> = {
  takes: 'checked',
  refuses: 'failed',
  unknown: 'unknown',
};

/** Checks the mail domains of further recipients, each domain once. Safe to run twice. */
export async function checkAddresses(
  ctx: Context,
  rehearsalId: string,
  signal?: AbortSignal,
): Promise<void> {
  const { database, vault } = ctx;
  const rehearsal = await findRehearsal(database, rehearsalId);
  if (!rehearsal || rehearsal.ended_at) return;
  const key = await vault.keyOf(rehearsal.user_id);
  const pending = (await listParticipants(database, [rehearsalId]))
    .map(({ participant }) => participant)
    .filter(({ kind, state }) => kind === 'recipient' && state === 'asked')
    .map((one) => ({ id: one.id, domain: domainOf(openAddress(key, one)) }));
  const domains = [...Map.groupBy(pending, ({ domain }) => domain)];
  for (let at = 0; at < domains.length && !signal?.aborted; at += maxConcurrentDomains) {
    await Promise.all(
      domains.slice(at, at + maxConcurrentDomains).map(async ([domain, participants]) => {
        const verdict = domain === undefined ? 'refuses' : await domainCheck(ctx)(domain);
        for (const { id } of participants) await recordVerdict(ctx, id, stateAfter[verdict]);
      }),
    );
  }
}

/** The domain of an address; undefined if the address is no longer considered valid. */
function domainOf(email: string): string | undefined {
  const address = normalizeEmail(email);
  return address?.slice(address.lastIndexOf('@') + 1);
}

function recordVerdict(
  ctx: Context,
  participant_id: string,
  state: ParticipantState,
): Promise<void> {
  const { database } = ctx;
  return database.transaction(async () => {
    const seen = await findParticipant(database, { id: participant_id });
    if (!seen || !(await lockUser(database, seen.participant.user_id))) return;
    const found = await findParticipant(database, { id: participant_id });
    if (found?.participant.state !== 'asked' || found.rehearsal.ended_at) return;
    await updateParticipant(database, found.participant, { state });
    if (found.rehearsal.mails_recipients && state !== 'failed') {
      await enqueueMail(
        ctx,
        rehearsalRecipientMail,
        { participant_id },
        { mailId: participant_id },
      );
    }
    await endIfComplete(ctx, found.participant.user_id);
  });
}

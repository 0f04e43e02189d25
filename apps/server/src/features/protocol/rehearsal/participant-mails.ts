import { moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../context.ts';
import {
  button,
  declareMail,
  type FoundMail,
  type MailHeldBack,
  mailText,
} from '../../../platform/mail/mail.ts';
import { claimMailAllowance } from '../../../platform/mail/mail-allowance.ts';
import { linkWithSecret } from '../../../platform/mail/mailed-link.ts';
import { dayName } from '../../../platform/mail/templates/mail-words.ts';
import {
  findPerson,
  hasPin,
  lockUser,
  type NamedOwner,
  namedOwner,
  ownerInSentence,
  ownerInSubject,
} from '../../identity/account/index.ts';
import { findNamedOwner, ownersProtocol } from '../../people/contacts/index.ts';
import { endIfComplete } from './end-rehearsal.ts';
import {
  findParticipant,
  type ParticipantDetails,
  type ParticipantUpdate,
  updateParticipant,
} from './rehearsal-repository.ts';
import { stateAfterRefusal } from './rehearsal-rules.ts';
import { openAddress } from './rehearsal-view.ts';

/** Limit per address, across all owners, because these mails are unsolicited. */
const weeklyLimit = { max: 2, seconds: 7 * 24 * 3_600 };

export const rehearsalRecipientMail = declareMail({
  name: 'rehearsal_recipient',
  to: 'a further recipient',
  when: 'a rehearsal with this option; at most two a week to one address',
  retry: 'week',
  unconfirmedLimit: 'delay',
  find: async (
    ctx: Context,
    { participant_id }: ParticipantIds,
  ): Promise<FoundMail<NamedOwner> | MailHeldBack | undefined> => {
    const { database, clock, vault } = ctx;
    const found = await findParticipant(database, { id: participant_id });
    if (!found || found.participant.state === 'failed' || found.participant.accepted_at)
      return undefined;
    const { participant, rehearsal } = found;
    if (rehearsal.ended_at || rehearsal.ends_at <= clock.now()) return undefined;
    const owner = await findPerson(database, participant.user_id);
    if (!owner || (await ownersProtocol(ctx).isUnderWay(participant.user_id))) return undefined;
    const to = openAddress(await vault.keyOf(participant.user_id), participant);
    if (to === '') return undefined;
    const wait_seconds = await claimMailAllowance(ctx, 'rehearsal_recipient', to, weeklyLimit);
    if (wait_seconds > 0) return { wait_seconds };
    return { to, language: owner.language, reply_to: owner.email, facts: namedOwner(owner) };
  },
  text: (words, facts) =>
    mailText(
      words,
      'rehearsal.recipient',
      (say) => [say('body', { person: ownerInSentence(facts) }), say('nothing'), say('keep')],
      { reason: 'rehearsal.recipient.reason', values: { name: ownerInSubject(facts) } },
    ),
  settle: (ctx, ids, _, end) =>
    end === 'accepted' ? recordAccepted(ctx, ids) : recordBounced(ctx, ids),
  onBounced: recordBounced,
});

export const rehearsalRequestMail = declareMail({
  name: 'rehearsal_asked',
  to: 'a confirmed contact',
  when: 'a rehearsal starts; marked as a test, with a link to answer',
  retry: 'week',
  find: async (ctx: Context, { participant_id }: ParticipantIds) => {
    const { database, clock, linkTokens, vault } = ctx;
    const found = await findParticipant(database, { id: participant_id });
    if (found?.contact?.status !== 'confirmed') return undefined;
    const { participant, rehearsal, contact } = found;
    if (
      participant.state !== 'asked' ||
      participant.accepted_at ||
      rehearsal.ends_at <= clock.now()
    ) {
      return undefined;
    }
    const { user_id } = participant;
    // A changed address may belong to another person.
    if (contact.email !== openAddress(await vault.keyOf(user_id), participant)) return undefined;
    if (rehearsal.ended_at || (await ownersProtocol(ctx).isUnderWay(user_id))) return undefined;
    const owner = await findNamedOwner(ctx, { id: contact.id, user_id });
    if (!owner) return undefined;
    const facts = {
      ...owner,
      token: linkTokens.tokenOf(participant_id),
      until: moscowDay(rehearsal.ends_at),
      asks_for_pin: await hasPin(database, user_id),
    };
    const { email: to, preferred_language: language } = contact;
    return { to, language, reply_to: owner.owner_email, facts };
  },
  text: (words, facts, { publicUrl }) =>
    mailText(
      words,
      'rehearsal.asked',
      (say) => [
        say('body', { person: ownerInSentence(facts) }),
        say('nothing'),
        say('ask', { day: dayName(words, facts.until) }),
        button(
          say('action'),
          linkWithSecret(publicUrl, '/rehearsal-answer', { token: facts.token }),
        ),
        ...(facts.asks_for_pin ? [say('pin')] : []),
        say('questions'),
      ],
      { reason: 'contacts.reason', values: { name: ownerInSubject(facts) } },
    ),
  settle: (ctx, ids, _, end) =>
    end === 'accepted' ? recordAccepted(ctx, ids) : recordBounced(ctx, ids),
  onBounced: recordBounced,
});

interface ParticipantIds {
  participant_id: string;
}

/** An accepted mail also confirms an address that could not be checked. */
function recordAccepted(ctx: Context, { participant_id }: ParticipantIds): Promise<void> {
  return updateLockedParticipant(ctx, participant_id, ({ participant, rehearsal }) => {
    if (rehearsal.ended_at || participant.accepted_at) return undefined;
    const isConfirmed = participant.kind === 'recipient' && participant.state === 'unknown';
    return { accepted_at: ctx.clock.now(), ...(isConfirmed && { state: 'checked' }) };
  });
}

/** Records that a mail was refused or bounced, also after the end of the rehearsal. */
export function recordBounced(ctx: Context, { participant_id }: ParticipantIds): Promise<void> {
  return updateLockedParticipant(ctx, participant_id, ({ participant }) => {
    const state = stateAfterRefusal(participant);
    return state === participant.state ? undefined : { state };
  });
}

function updateLockedParticipant(
  ctx: Context,
  participantId: string,
  decide: (found: ParticipantDetails) => ParticipantUpdate | undefined,
): Promise<void> {
  const { database } = ctx;
  return database.transaction(async () => {
    const seen = await findParticipant(database, { id: participantId });
    if (!seen || !(await lockUser(database, seen.participant.user_id))) return;
    const found = await findParticipant(database, { id: participantId });
    const changes = found && decide(found);
    if (!changes) return;
    await updateParticipant(database, found.participant, changes);
    await endIfComplete(ctx, found.participant.user_id);
  });
}

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
  findPart,
  type PartChanges,
  type PartDetails,
  updatePart,
} from './rehearsal-repository.ts';
import { stateAfterRefusal } from './rehearsal-rules.ts';
import { openAddress } from './rehearsal-view.ts';

/** Unsolicited mail, so limited per address across all owners. */
const perWeek = { max: 2, seconds: 7 * 24 * 3_600 };

export const rehearsalRecipientMail = declareMail({
  name: 'rehearsal_recipient',
  to: 'a further recipient',
  when: 'a rehearsal with this option; at most two a week to one address',
  retry: 'week',
  unconfirmedLimit: 'delay',
  find: async (
    ctx: Context,
    { part_id }: PartIds,
  ): Promise<FoundMail<NamedOwner> | MailHeldBack | undefined> => {
    const { database, clock, vault } = ctx;
    const found = await findPart(database, { id: part_id });
    if (!found || found.part.state === 'failed' || found.part.accepted_at) return undefined;
    const { part, rehearsal } = found;
    if (rehearsal.ended_at || rehearsal.ends_at <= clock.now()) return undefined;
    const owner = await findPerson(database, part.user_id);
    if (!owner || (await ownersProtocol(ctx).isUnderWay(part.user_id))) return undefined;
    const to = openAddress(await vault.keyOf(part.user_id), part);
    if (to === '') return undefined;
    const wait_seconds = await claimMailAllowance(ctx, 'rehearsal_recipient', to, perWeek);
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
  when: 'a rehearsal begins; marked as a test, the link answers',
  retry: 'week',
  find: async (ctx: Context, { part_id }: PartIds) => {
    const { database, clock, linkTokens, vault } = ctx;
    const found = await findPart(database, { id: part_id });
    if (found?.contact?.status !== 'confirmed') return undefined;
    const { part, rehearsal, contact } = found;
    if (part.state !== 'asked' || part.accepted_at || rehearsal.ends_at <= clock.now()) {
      return undefined;
    }
    const { user_id } = part;
    // A changed address may belong to another person.
    if (contact.email !== openAddress(await vault.keyOf(user_id), part)) return undefined;
    if (rehearsal.ended_at || (await ownersProtocol(ctx).isUnderWay(user_id))) return undefined;
    const owner = await findNamedOwner(ctx, { id: contact.id, user_id });
    if (!owner) return undefined;
    const facts = {
      ...owner,
      token: linkTokens.tokenOf(part_id),
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

interface PartIds {
  part_id: string;
}

/** An accepted mail also confirms an address that could not be checked. */
function recordAccepted(ctx: Context, { part_id }: PartIds): Promise<void> {
  return updateLockedPart(ctx, part_id, ({ part, rehearsal }) => {
    if (rehearsal.ended_at || part.accepted_at) return undefined;
    const isConfirmed = part.kind === 'recipient' && part.state === 'unknown';
    return { accepted_at: ctx.clock.now(), ...(isConfirmed && { state: 'checked' }) };
  });
}

/** Also for reports after the end. */
export function recordBounced(ctx: Context, { part_id }: PartIds): Promise<void> {
  return updateLockedPart(ctx, part_id, ({ part }) => {
    const state = stateAfterRefusal(part);
    return state === part.state ? undefined : { state };
  });
}

function updateLockedPart(
  ctx: Context,
  partId: string,
  decide: (found: PartDetails) => PartChanges | undefined,
): Promise<void> {
  const { database } = ctx;
  return database.transaction(async () => {
    const seen = await findPart(database, { id: partId });
    if (!seen || !(await lockUser(database, seen.part.user_id))) return;
    const found = await findPart(database, { id: partId });
    const changes = found && decide(found);
    if (!changes) return;
    await updatePart(database, found.part, changes);
    await endIfComplete(ctx, found.part.user_id);
  });
}

import type { DoubtEnding } from '@zavet/contract/protocol/protocol-values';
import type { Context } from '../../../context.ts';
import { declareMail, mailText } from '../../../platform/mail/mail.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import { findActivation } from '../activation/activation-repository.ts';
import { listOpenDoubts } from '../activation/doubt-repository.ts';
import { findHold, isDoubtable } from '../activation/doubt-rules.ts';
import { type ActivationPeople, findContactPerson } from '../people-repository.ts';
import {
  type ActivationIds,
  contactName,
  contactText,
  findForContact,
  type OtherContactIds,
  starterText,
} from './contact-mail.ts';
import { findForOwner, type OwnerIds, starterLine, vetoBlocks } from './owner-mail.ts';

interface DoubtIds extends ActivationIds {
  doubter_id: string;
}

interface Doubt {
  /** Null if that contact is gone. */
  starter_name: string | null;
  doubter_name: string | null;
  decided_by: string;
}

/** Undefined once no doubt holds back the start. */
async function findDoubt(
  ctx: Context,
  ids: DoubtIds,
  { contact }: ActivationPeople,
): Promise<Doubt | undefined> {
  const decided_by = await decisionDayOf(ctx, ids);
  if (!decided_by) return undefined;
  const doubter = await findContactPerson(ctx.database, ids.doubter_id);
  const doubter_name = doubter?.contact.name ?? null;
  return { starter_name: contact?.name ?? null, doubter_name, decided_by };
}

/** Due date of the operators' decision; null if no doubt holds back the start. */
export async function decisionDayOf(
  { database }: Context,
  { activation_id }: ActivationIds,
): Promise<string | null> {
  const activation = await findActivation(database, activation_id);
  if (!activation) return null;
  const open = await listOpenDoubts(database, activation.deceased_user_id);
  return findHold(activation, open)?.decided_by.toISOString() ?? null;
}

export const startDoubted = declareMail({
  name: 'start_doubted',
  to: 'the contact who began',
  when: 'another contact raised a doubt',
  retry: 'persistent',
  find: (ctx: Context, ids: DoubtIds) =>
    findForContact(ctx, ids, (people) => findDoubt(ctx, ids, people)),
  text: (words, facts, site) =>
    starterText(words, site, facts, 'protocol.start_doubted', (say) => [
      say('body', { name: contactName(words, facts.doubter_name) }),
      say('held', { day: words.day(facts.decided_by) }),
      say('talk'),
    ]),
});

export const startDoubtedForOthers = declareMail({
  name: 'start_doubted_for_others',
  to: 'the other confirmed contacts',
  when: 'a contact raised a doubt',
  retry: 'persistent',
  find: (ctx: Context, ids: DoubtIds & OtherContactIds) =>
    findForContact(ctx, ids, (people) => findDoubt(ctx, ids, people)),
  text: (words, facts, site) =>
    contactText(words, site, facts, 'protocol.start_doubted_for_others', (say) => [
      say('body', {
        starter: contactName(words, facts.starter_name),
        name: contactName(words, facts.doubter_name),
      }),
      say('held', { day: words.day(facts.decided_by) }),
      say('nothing'),
    ]),
});

export const startDoubtedForOwner = declareMail({
  name: 'start_doubted_for_owner',
  to: 'the owner (all addresses)',
  when: 'a contact raised a doubt',
  retry: 'persistent',
  find: (ctx: Context, ids: DoubtIds & OwnerIds) =>
    findForOwner(ctx, ids, (people) => findDoubt(ctx, ids, people)),
  text: (words, facts, site) =>
    mailText(words, 'protocol.start_doubted_for_owner', (say) => [
      say('body', { name: contactName(words, facts.doubter_name) }),
      ...starterLine(words, facts),
      say('held', { day: words.day(facts.decided_by) }),
      ...vetoBlocks(words, site, facts.stop_token, say('here')),
    ]),
});

interface EndedIds extends ActivationIds {
  ending: Extract<DoubtEnding, 'withdrawn' | 'dismissed'>;
}

interface Ended {
  ending: EndedIds['ending'];
  next: 'released' | 'payable' | 'asked';
  release_at: string | null;
}

/** Undefined if the start has ended or is held back again. */
async function findEnded(
  ctx: Context,
  ids: EndedIds,
  { status, release_at }: ActivationPeople,
): Promise<Ended | undefined> {
  if (!isDoubtable(status) || (await decisionDayOf(ctx, ids))) return undefined;
  const { ending } = ids;
  if (status === 'waiting') return { ending, next: 'released', release_at };
  return { ending, next: status === 'agreement_pending' ? 'asked' : 'payable', release_at };
}

const textKeys = {
  withdrawn: 'protocol.doubt_withdrawn',
  dismissed: 'protocol.doubt_dismissed',
} as const;

export const doubtEnded = declareMail({
  name: 'doubt_ended',
  to: 'all confirmed contacts',
  when: 'a doubt was withdrawn or dismissed',
  retry: 'persistent',
  find: (ctx: Context, ids: EndedIds & Partial<OtherContactIds>) =>
    findForContact(ctx, ids, async (people) => {
      const ended = await findEnded(ctx, ids, people);
      return ended && { ...ended, is_other: ids.contact_id !== undefined };
    }),
  text: (words, facts, site) =>
    contactText(words, site, facts, textKeys[facts.ending], (say) => [
      say('body'),
      ...nextStep(words, facts, facts.is_other),
    ]),
});

export const doubtEndedForOwner = declareMail({
  name: 'doubt_ended_for_owner',
  to: 'the owner (all addresses)',
  when: 'a doubt was withdrawn or dismissed',
  retry: 'persistent',
  find: (ctx: Context, ids: EndedIds & OwnerIds) =>
    findForOwner(ctx, ids, (people) => findEnded(ctx, ids, people)),
  text: (words, facts, site) =>
    mailText(words, 'protocol.doubt_ended_for_owner', (say) => [
      say(facts.ending),
      ...starterLine(words, facts),
      ...nextStep(words, facts, true),
      ...vetoBlocks(words, site, facts.stop_token, say('here')),
    ]),
});

function nextStep(
  { t, moment }: MailWords,
  { next, release_at }: Ended,
  isOther: boolean,
): string[] {
  if (next === 'released') {
    return release_at ? [t('protocol.doubt_next.released', { moment: moment(release_at) })] : [];
  }
  // Only the starter pays; the others may agree.
  return [t(`protocol.doubt_next.${isOther && next === 'payable' ? 'other' : next}`)];
}

export const doubtUpheld = declareMail({
  name: 'doubt_upheld',
  to: 'the contact who began',
  when: 'an operator upheld a doubt',
  retry: 'persistent',
  find: (ctx: Context, ids: ActivationIds) => findForContact(ctx, ids, () => ({})),
  text: (words, facts, site) =>
    starterText(words, site, facts, 'protocol.doubt_upheld', (say) => [
      say('body'),
      say('money'),
      say('again'),
    ]),
});

export const doubtUpheldForOthers = declareMail({
  name: 'doubt_upheld_for_others',
  to: 'the other confirmed contacts',
  when: 'an operator upheld a doubt',
  retry: 'persistent',
  find: (ctx: Context, ids: OtherContactIds) => findForContact(ctx, ids, () => ({})),
  text: (words, facts, site) =>
    contactText(words, site, facts, 'protocol.doubt_upheld_for_others', (say) => [
      say('body'),
      say('still'),
    ]),
});

export const doubtMails = [
  startDoubted,
  startDoubtedForOthers,
  startDoubtedForOwner,
  doubtEnded,
  doubtEndedForOwner,
  doubtUpheld,
  doubtUpheldForOthers,
];

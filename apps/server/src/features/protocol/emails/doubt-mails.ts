import type { DoubtEnding } from '@zavet/contract/protocol/protocol-values';
import { declareMail, type FoundMail } from '../../../platform/mail/mail.ts';
import { mailText } from '../../../platform/mail/mail-text.ts';
import { type Activation, findActivation } from '../activation/activation-repository.ts';
import { listHolding } from '../doubts/doubt-repository.ts';
import { decidedBy, isDoubtable } from '../doubts/doubt-rules.ts';
import {
  type ActivationPeople,
  findContactPerson,
  findPeopleOfActivation,
} from '../people-repository.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import {
  type ActivationIds,
  addressed,
  legacies,
  type Starter,
  starterOf,
  toOwner,
  whoBegan,
  whose,
} from './activation-mails.ts';
import { contactName, contactReason, findForOthers, type OtherContactIds } from './contact-mail.ts';
import { type Writer, writerOf } from './letter-words.ts';
import { stopTokenOf, type ToOwner, waysToStop } from './owner-mail.ts';

interface DoubtIds extends ActivationIds {
  doubter_id: string;
}

interface Doubt {
  /** Null where that contact is gone. */
  doubter_name: string | null;
  decided_by: string;
}

/** The doubt that a mail is about; undefined once none holds the start back any more. */
async function findDoubt(
  { database }: ProtocolDeps,
  { activation_id, doubter_id }: DoubtIds,
): Promise<Doubt | undefined> {
  const activation = await findActivation(database, activation_id);
  if (!activation || !isDoubtable(activation.status)) return undefined;
  const decided_by = await decisionDayOf({ database }, activation);
  if (!decided_by) return undefined;
  const doubter = await findContactPerson(database, doubter_id);
  return { doubter_name: doubter?.contact.name ?? null, decided_by };
}

/** By when operators decide about the doubts that hold a start back; null where none does. */
export async function decisionDayOf(
  { database }: Pick<ProtocolDeps, 'database'>,
  { deceased_user_id, trusted_contact_id, created_at }: Activation,
): Promise<string | null> {
  const ids = { owner_id: deceased_user_id, contact_id: trusted_contact_id };
  return decidedBy(await listHolding(database, ids), created_at)?.toISOString() ?? null;
}

export const startDoubted = declareMail({
  name: 'start_doubted',
  to: 'the contact who began',
  when: 'another contact doubts the start',
  retry: 'persistent',
  find: async (
    deps: ProtocolDeps,
    ids: DoubtIds,
  ): Promise<FoundMail<Writer & Doubt> | undefined> => {
    const people = await findPeopleOfActivation(deps.database, ids.activation_id);
    const doubt = await findDoubt(deps, ids);
    if (!people?.owner || !people.initiator || !doubt) return undefined;
    return addressed(people.initiator, { ...writerOf(people.owner), ...doubt });
  },
  text: (words, facts, place) =>
    mailText(words, 'protocol.start_doubted', (say) => [
      say('body', { name: contactName(words, facts.doubter_name) }),
      ...whose(words, facts),
      say('held', { day: words.day(facts.decided_by) }),
      say('talk'),
      legacies(words, place),
    ]),
});

export const startDoubtedForOthers = declareMail({
  name: 'start_doubted_for_others',
  to: 'the other confirmed contacts',
  when: 'one of the contacts doubts a start',
  retry: 'persistent',
  find: async (deps: ProtocolDeps, ids: DoubtIds & OtherContactIds) => {
    const found = await findForOthers(deps, ids, () => true);
    const doubt = await findDoubt(deps, ids);
    return found && doubt && { ...found, facts: { ...found.facts, ...doubt } };
  },
  text: (words, facts, place) =>
    mailText(
      words,
      'protocol.start_doubted_for_others',
      (say) => [
        say('body', {
          starter: contactName(words, facts.starter_name),
          name: contactName(words, facts.doubter_name),
        }),
        ...whose(words, facts),
        say('held', { day: words.day(facts.decided_by) }),
        say('nothing'),
        legacies(words, place),
      ],
      contactReason,
    ),
});

export const startDoubtedForOwner = declareMail({
  name: 'start_doubted_for_owner',
  to: 'the owner, at every address',
  when: 'a contact doubts the start of another',
  retry: 'persistent',
  find: async (
    deps: ProtocolDeps,
    ids: DoubtIds & ToOwner,
  ): Promise<FoundMail<Starter & Doubt & { stop_token: string | null }> | undefined> => {
    const people = await findPeopleOfActivation(deps.database, ids.activation_id);
    const doubt = await findDoubt(deps, ids);
    if (!people?.owner || !doubt) return undefined;
    return toOwner(deps, people.owner_id, people.owner, ids, {
      ...starterOf(people),
      ...doubt,
      stop_token: await stopTokenOf(deps, ids.activation_id, ids),
    });
  },
  text: (words, facts, place) =>
    mailText(words, 'protocol.start_doubted_for_owner', (say) => [
      say('body', { name: contactName(words, facts.doubter_name) }),
      ...whoBegan(words, facts),
      say('held', { day: words.day(facts.decided_by) }),
      ...waysToStop(words, place, facts.stop_token, say('here')),
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

/** Undefined where the start has ended, or is held back again. */
async function findEnded(
  { database }: ProtocolDeps,
  { activation_id, ending }: EndedIds,
  { release_at }: ActivationPeople,
): Promise<Ended | undefined> {
  const activation = await findActivation(database, activation_id);
  if (!activation || !isDoubtable(activation.status)) return undefined;
  if (await decisionDayOf({ database }, activation)) return undefined;
  const { status } = activation;
  if (status === 'waiting') return { ending, next: 'released', release_at };
  return { ending, next: status === 'agreement_pending' ? 'asked' : 'payable', release_at };
}

const headOf = {
  withdrawn: 'protocol.doubt_withdrawn',
  dismissed: 'protocol.doubt_dismissed',
} as const;

export const doubtEnded = declareMail({
  name: 'doubt_ended',
  to: 'the contact who began, and the other confirmed contacts',
  when: 'a doubt was withdrawn or dismissed, and the start goes on',
  retry: 'persistent',
  find: async (
    deps: ProtocolDeps,
    ids: EndedIds & { contact_id?: string },
  ): Promise<FoundMail<Writer & Ended & { is_other: boolean }> | undefined> => {
    const { activation_id, contact_id } = ids;
    const people = await findPeopleOfActivation(deps.database, activation_id);
    const ended = people && (await findEnded(deps, ids, people));
    if (!people?.owner || !ended) return undefined;
    const facts = { ...writerOf(people.owner), ...ended, is_other: contact_id !== undefined };
    if (!contact_id) return people.initiator ? addressed(people.initiator, facts) : undefined;
    const other = await findForOthers(deps, { activation_id, contact_id }, () => true);
    return other && { ...other, facts };
  },
  text: (words, facts, place) =>
    mailText(
      words,
      headOf[facts.ending],
      (say) => [
        say('body'),
        ...whose(words, facts),
        ...nextStep(words, facts, facts.is_other),
        legacies(words, place),
      ],
      contactReason,
    ),
});

export const doubtEndedForOwner = declareMail({
  name: 'doubt_ended_for_owner',
  to: 'the owner, at every address',
  when: 'a doubt was withdrawn or dismissed, and the start goes on',
  retry: 'persistent',
  find: async (
    deps: ProtocolDeps,
    ids: EndedIds & ToOwner,
  ): Promise<FoundMail<Starter & Ended & { stop_token: string | null }> | undefined> => {
    const people = await findPeopleOfActivation(deps.database, ids.activation_id);
    const ended = people && (await findEnded(deps, ids, people));
    if (!people?.owner || !ended) return undefined;
    return toOwner(deps, people.owner_id, people.owner, ids, {
      ...starterOf(people),
      ...ended,
      stop_token: await stopTokenOf(deps, ids.activation_id, ids),
    });
  },
  text: (words, facts, place) =>
    mailText(words, 'protocol.doubt_ended_for_owner', (say) => [
      say(facts.ending),
      ...whoBegan(words, facts),
      ...nextStep(words, facts, true),
      ...waysToStop(words, place, facts.stop_token, say('here')),
    ]),
});

function nextStep(
  { t, moment }: Parameters<typeof whose>[0],
  { next, release_at }: Ended,
  isOther: boolean,
): string[] {
  if (next === 'released') {
    return release_at ? [t('protocol.doubt_next.released', { moment: moment(release_at) })] : [];
  }
  return [t(isOther ? 'protocol.doubt_next.other' : `protocol.doubt_next.${next}`)];
}

export const doubtUpheld = declareMail({
  name: 'doubt_upheld',
  to: 'the contact who began',
  when: 'an operator upholds the doubt of another contact',
  retry: 'persistent',
  find: async (
    { database }: ProtocolDeps,
    { activation_id }: ActivationIds,
  ): Promise<FoundMail<Writer> | undefined> => {
    const people = await findPeopleOfActivation(database, activation_id);
    if (!people?.owner || !people.initiator) return undefined;
    return addressed(people.initiator, writerOf(people.owner));
  },
  text: (words, facts, place) =>
    mailText(words, 'protocol.doubt_upheld', (say) => [
      say('body'),
      ...whose(words, facts),
      say('money'),
      say('again'),
      legacies(words, place),
    ]),
});

export const doubtUpheldForOthers = declareMail({
  name: 'doubt_upheld_for_others',
  to: 'the other confirmed contacts',
  when: 'an operator upholds the doubt of one of the contacts',
  retry: 'persistent',
  find: (deps: ProtocolDeps, ids: OtherContactIds) => findForOthers(deps, ids, () => true),
  text: (words, facts, place) =>
    mailText(
      words,
      'protocol.doubt_upheld_for_others',
      (say) => [say('body'), ...whose(words, facts), say('still'), legacies(words, place)],
      contactReason,
    ),
});

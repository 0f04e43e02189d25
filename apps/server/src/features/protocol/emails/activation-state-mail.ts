import type { Context } from '../../../context.ts';
import { declareMail } from '../../../platform/mail/mail.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import { findActivation } from '../activation/activation-repository.ts';
import { listOpenDoubts } from '../activation/doubt-repository.ts';
import { findHold, isDoubtable } from '../activation/doubt-rules.ts';
import { type ActivationPeople, findContactPerson } from '../people-repository.ts';
import { type ActivationIds, contactName, contactText, findForContact } from './contact-mail.ts';

/** The next step of an activation after a doubt. */
export interface Continuation {
  next: 'released' | 'payable' | 'asked';
  release_at: string | null;
}

export interface Doubt {
  doubter_name: string | null;
  decided_by: string;
}

interface StateIds extends ActivationIds {
  contact_id?: string;
  state: 'waiting' | 'postponed' | 'doubted' | 'withdrawn' | 'dismissed';
  doubter_id?: string;
}

interface StateFacts extends Partial<Doubt>, Partial<Continuation> {
  state: StateIds['state'];
  is_other: boolean;
  /** Null if that contact was deleted. */
  starter_name: string | null;
}

export const activationState = declareMail({
  name: 'activation_state',
  to: 'all confirmed contacts',
  when: 'the waiting period starts or is postponed; a doubt is raised, withdrawn or dismissed',
  retry: 'persistent',
  find: (ctx: Context, ids: StateIds) =>
    findForContact(ctx, ids, async (people): Promise<StateFacts | undefined> => {
      const { state, contact_id } = ids;
      const found = await findState(ctx, ids, people);
      const starter_name = people.contact?.name ?? null;
      return found && { state, is_other: contact_id !== undefined, starter_name, ...found };
    }),
  text: (words, facts, site) => {
    const release = facts.release_at ?? null;
    return contactText(
      words,
      site,
      facts,
      `protocol.state.${facts.state}`,
      (say) => {
        const starter = contactName(words, facts.starter_name);
        const doubter = contactName(words, facts.doubter_name ?? null);
        const hasRoles = facts.state === 'waiting' || facts.state === 'doubted';
        const isOther = hasRoles && facts.is_other;
        return [
          [
            say(isOther ? 'body_other' : 'body', { starter, doubter }),
            ...nextSentences(words, facts),
          ],
          ...(hasRoles ? [say(isOther ? 'other' : 'starter')] : []),
        ];
      },
      release === null ? {} : { day: words.day(release) },
    );
  },
});

async function findState(
  ctx: Context,
  ids: StateIds,
  people: ActivationPeople,
): Promise<Partial<StateFacts> | undefined> {
  switch (ids.state) {
    case 'waiting':
    case 'postponed': {
      const { status, release_at } = people;
      return status === 'waiting' && release_at ? { next: 'released', release_at } : undefined;
    }
    case 'doubted':
      return findDoubt(ctx, ids);
    case 'withdrawn':
    case 'dismissed':
      return findContinuation(ctx, ids, people);
  }
}

function nextSentences(words: MailWords, { decided_by, next, release_at, is_other }: StateFacts) {
  if (decided_by) return [words.t('protocol.held', { day: words.day(decided_by) })];
  return next ? continuationOf(words, { next, release_at: release_at ?? null }, is_other) : [];
}

/** Facts about a doubt for a mail; undefined once no doubt holds back the activation. */
export async function findDoubt(
  ctx: Context,
  ids: ActivationIds & { doubter_id?: string | undefined },
): Promise<Doubt | undefined> {
  const decided_by = await decisionDayOf(ctx, ids);
  if (!decided_by) return undefined;
  const doubter = ids.doubter_id && (await findContactPerson(ctx.database, ids.doubter_id));
  return { doubter_name: doubter ? doubter.contact.name : null, decided_by };
}

/** Due date of the operators' decision; null if no doubt holds back the activation. */
export async function decisionDayOf(
  { database }: Context,
  { activation_id }: ActivationIds,
): Promise<string | null> {
  const activation = await findActivation(database, activation_id);
  if (!activation) return null;
  const open = await listOpenDoubts(database, activation.deceased_user_id);
  return findHold(activation, open)?.decided_by.toISOString() ?? null;
}

/**
 * The next step after a doubt; undefined if the activation was released, ended or is held back
 * again.
 */
export async function findContinuation(
  ctx: Context,
  ids: ActivationIds,
  { status, release_at }: ActivationPeople,
): Promise<Continuation | undefined> {
  if (!isDoubtable(status) || (await decisionDayOf(ctx, ids))) return undefined;
  if (status === 'waiting') return { next: 'released', release_at };
  return { next: status === 'agreement_pending' ? 'asked' : 'payable', release_at };
}

export function continuationOf(
  { t, moment }: MailWords,
  { next, release_at }: Continuation,
  isOther: boolean,
): string[] {
  if (next === 'released') {
    return release_at ? [t('protocol.next.released', { moment: moment(release_at) })] : [];
  }
  // Other contacts get another sentence about the payment, because only the initiator can pay.
  return [t(`protocol.next.${isOther && next === 'payable' ? 'other' : next}`)];
}

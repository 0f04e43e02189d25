import type { Context } from '../../../context.ts';
import { declareMail, mailText } from '../../../platform/mail/mail.ts';
import { findActivation } from '../activation/activation-repository.ts';
import type { Warning } from '../activation/waiting-rules.ts';
import { decisionDayOf } from './activation-state-mail.ts';
import {
  findForOwner,
  noteOwnerUnreached,
  type OwnerIds,
  starterInSubject,
  starterLine,
  vetoBlocks,
} from './owner-mail.ts';

interface WaitingFacts {
  started_at: string;
  release_at: string;
  warning: 'first' | Warning | 'postponed';
  /** Due date of a decision about a doubt; null if none holds back the letters. */
  decided_by: string | null;
}

export const activationWaits = declareMail({
  name: 'activation_waits',
  to: 'the owner (all addresses)',
  when: 'waiting period: immediately, daily, on the last day, and when downtime postpones the release',
  retry: 'persistent',
  find: (ctx: Context, ids: OwnerIds & { warning: WaitingFacts['warning'] }) =>
    findForOwner(ctx, ids, async ({ status, started_at, release_at }) => {
      if (status !== 'waiting' || !release_at) return undefined;
      const decided_by = await decisionDayOf(ctx, ids);
      return { started_at, release_at, warning: ids.warning, decided_by } satisfies WaitingFacts;
    }),
  onBounced: async (ctx, ids, bounce) => {
    const owner = await findActivation(ctx.database, ids.activation_id);
    if (owner) await noteOwnerUnreached(ctx, owner.deceased_user_id, ids, bounce);
  },
  text: (words, facts, site) => {
    const { t, moment } = words;
    return mailText(
      words,
      `protocol.waits.${facts.warning}`,
      () => [
        [
          ...(facts.warning === 'postponed' ? [t('protocol.waits.postponed.why')] : []),
          t('protocol.waits.body', { started: moment(facts.started_at) }),
          t('protocol.waits.effect', { moment: moment(facts.release_at) }),
        ],
        ...starterLine(words, facts),
        ...(facts.decided_by
          ? [[t('protocol.waits.doubt'), t('protocol.held', { day: words.day(facts.decided_by) })]]
          : []),
        ...vetoBlocks(words, site, facts.veto_token),
      ],
      { values: { day: words.day(facts.release_at), name: starterInSubject(words, facts) } },
    );
  },
});

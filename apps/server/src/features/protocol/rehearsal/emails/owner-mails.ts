import { moscowDay } from '@zavet/contract/days';
import {
  countFailures,
  type RehearsalFigures,
  rehearsalFigures,
} from '@zavet/contract/rehearsal/rehearsal-figures';
import type { Context } from '../../../../context.ts';
import { linkTo } from '../../../../platform/mail/link-to.ts';
import { declareMail, type FoundMail } from '../../../../platform/mail/mail.ts';
import { button, mailText } from '../../../../platform/mail/mail-text.ts';
import { dayName } from '../../../../platform/mail/templates/figures.ts';
import { findPerson } from '../../../identity/account/index.ts';
import { ownersProtocol } from '../../../people/contacts/index.ts';
import { findRehearsal, listParts } from '../rehearsal-repository.ts';
import { findReminderFacts } from '../reminder-repository.ts';

interface ResultFacts extends RehearsalFigures {
  started_on: string;
}

/** To the owner: figures only, the names stand on the screen. */
export const rehearsalResult = declareMail({
  name: 'rehearsal_result',
  to: 'the owner',
  when: 'a rehearsal ended',
  retry: 'week',
  find: async (
    ctx: Context,
    { rehearsal_id }: { rehearsal_id: string },
  ): Promise<FoundMail<ResultFacts> | undefined> => {
    const { database } = ctx;
    const rehearsal = await findRehearsal(database, rehearsal_id);
    const owner = rehearsal && (await findPerson(database, rehearsal.user_id));
    if (!owner || (await ownersProtocol(ctx).isUnderWay(rehearsal.user_id))) return undefined;
    const parts = (await listParts(database, [rehearsal_id])).map(({ part }) => part);
    const facts = { ...rehearsalFigures(parts), started_on: moscowDay(rehearsal.started_at) };
    return { to: owner.email, language: owner.language, facts };
  },
  text: (words, facts, { publicUrl }) => {
    const { contacts, answered, refused, silent, without_pin, recipients_failed } = facts;
    const isGood = countFailures(facts, false) === 0;
    return mailText(
      words,
      isGood ? 'rehearsal.result_good' : 'rehearsal.result',
      (say) => [
        say('body', { day: dayName(words, facts.started_on), answered, total: contacts }),
        ...(isGood
          ? [say('rest')]
          : [
              {
                items: [
                  ...(silent > 0 ? [words.t('rehearsal.silent', { count: silent })] : []),
                  ...(refused > 0 ? [words.t('rehearsal.refused', { count: refused })] : []),
                  ...(without_pin > 0
                    ? [words.t('rehearsal.without_pin', { count: without_pin })]
                    : []),
                  ...(recipients_failed > 0
                    ? [words.t('rehearsal.failed', { count: recipients_failed })]
                    : []),
                ],
              },
              say('rest'),
            ]),
        button(words.t('rehearsal.open'), linkTo(publicUrl, '/readiness/rehearsal')),
      ],
      { values: { answered, total: contacts } },
    );
  },
});

interface ReminderMailFacts {
  /** The day of the last one; none where there never was one. */
  last_on: string | null;
}

/** To the owner, once a year. */
export const rehearsalReminder = declareMail({
  name: 'rehearsal_reminder',
  to: 'the owner',
  when: 'a year without a rehearsal; once a year',
  retry: 'week',
  isBulk: true,
  find: async (
    ctx: Context,
    { user_id }: { user_id: string },
  ): Promise<FoundMail<ReminderMailFacts> | undefined> => {
    const { database } = ctx;
    const owner = await findPerson(database, user_id);
    const facts = await findReminderFacts(database, user_id);
    if (!owner || !facts?.last_reminder) return undefined;
    // Held since it was ordered.
    if (facts.last_start && facts.last_start >= facts.last_reminder) return undefined;
    if (await ownersProtocol(ctx).isUnderWay(user_id)) return undefined;
    const last_on = facts.last_start ? moscowDay(facts.last_start) : null;
    return { to: owner.email, language: owner.language, facts: { last_on } };
  },
  text: (words, { last_on }, { publicUrl }) =>
    mailText(words, 'rehearsal.reminder', (say) => [
      last_on ? say('body', { day: dayName(words, last_on) }) : say('body_never'),
      say('what'),
      say('free'),
      button(words.t('rehearsal.open'), linkTo(publicUrl, '/readiness/rehearsal')),
    ]),
});

import type { CorrectableField, SuspensionReason } from '@zavet/contract/desk/desk-values';
import type { Context } from '../../../context.ts';
import {
  button,
  declareMail,
  type FoundMail,
  type MailBlock,
  type MailText,
  mailText,
  type SiteInfo,
} from '../../../platform/mail/mail.ts';
import { linkTo } from '../../../platform/mail/mailed-link.ts';
import { dayName, type MailWords } from '../../../platform/mail/templates/mail-words.ts';
import { findPerson } from '../../identity/account/index.ts';
import { megabytes } from '../../identity/legal/index.ts';
import { addressOfOwner, type OwnerAddress } from '../../protocol/index.ts';

type AccountChange =
  | {
      kind: 'suspended';
      reason: SuspensionReason;
      /** Time of the earliest deletion; null if this reason never leads to a deletion. */
      deletable_from: string | null;
    }
  | { kind: 'suspension_lifted' }
  | { kind: 'custom_plan'; storage_mb: number; valid_until: string }
  /** Names of fields without values, because other people may read the second mailbox. */
  | { kind: 'corrected'; fields: CorrectableField[] }
  /** After a reported death. */
  | { kind: 'renewals_ended' };

interface ChangeIds {
  user_id: string;
  address: OwnerAddress;
  /** ISO 8601. */
  at: string;
  change: AccountChange;
}

export const accountChangedBySupport = declareMail({
  name: 'account_changed_by_support',
  to: 'the owner (all addresses)',
  when: 'an operator suspended the account or lifted the suspension, granted a plan, ended the renewals or corrected the profile',
  retry: 'persistent',
  find: async (ctx: Context, ids: ChangeIds): Promise<FoundMail<ChangeIds> | undefined> => {
    const owner = await findPerson(ctx.database, ids.user_id);
    // Undefined if the address was removed meanwhile.
    const to = await addressOfOwner(ctx, ids.user_id, ids);
    return owner && to ? { to, language: owner.language, facts: ids } : undefined;
  },
  text: textOf,
});

function textOf(words: MailWords, { address, at, change }: ChangeIds, site: SiteInfo): MailText {
  const values = { moment: words.moment(at), email: site.supportEmail };
  const options = address === 'first' ? {} : ({ reason: 'protocol.rules.second_reason' } as const);
  const open = (label: string, path: string): MailBlock =>
    button(label, linkTo(site.publicUrl, path));
  switch (change.kind) {
    case 'suspended': {
      const { reason, deletable_from } = change;
      return mailText(
        words,
        'account.suspended',
        (say) => [
          say('body', values),
          say(reason),
          say('meaning'),
          ...(deletable_from ? [say('deletion', { moment: words.moment(deletable_from) })] : []),
          say('appeal', values),
        ],
        options,
      );
    }
    case 'suspension_lifted':
      return mailText(
        words,
        'account.suspension_lifted',
        (say) => [say('body', values), open(say('action'), '/login')],
        options,
      );
    case 'custom_plan':
      return mailText(
        words,
        'account.custom_plan',
        (say) => [
          say('body', {
            storage: megabytes(words, change.storage_mb),
            day: dayName(words, change.valid_until),
          }),
          open(words.t('plans.open_plan'), '/settings?tab=plan'),
        ],
        options,
      );
    case 'corrected':
      return mailText(
        words,
        'account.corrected',
        (say) => [
          say('body', values),
          { items: change.fields.map((field) => say(field)) },
          say('not_you', values),
          open(say('action'), '/settings?tab=profile'),
        ],
        options,
      );
    case 'renewals_ended':
      return mailText(
        words,
        'account.renewals_ended',
        (say) => [
          say('body', values),
          say('not_so', values),
          open(words.t('plans.open_plan'), '/settings?tab=plan'),
        ],
        options,
      );
  }
}

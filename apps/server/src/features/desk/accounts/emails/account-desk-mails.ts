import type { CorrectableField } from '@zavet/contract/desk/desk-values';
import type { Context } from '../../../../context.ts';
import { button, declareMail, mailText, type SiteInfo } from '../../../../platform/mail/mail.ts';
import { linkTo } from '../../../../platform/mail/mailed-link.ts';
import {
  accountDeletedForViolation,
  accountSuspended,
  customPlanGranted,
  suspensionLifted,
} from './suspension-mails.ts';
import { findAddress, reasonFor, type ToAddress } from './to-address.ts';

/** Says which fields, never what stands in them: a second mailbox may be read by others. */
export const basicInfoCorrected = declareMail({
  name: 'basic_info_corrected',
  to: 'the owner (all addresses)',
  when: 'an operator corrected a name or the date of birth',
  retry: 'persistent',
  find: (ctx: Context, ids: ToAddress & { fields: CorrectableField[] }) => findAddress(ctx, ids),
  text: (words, { address, at, fields }, site) =>
    mailText(
      words,
      'account.basic_info_corrected',
      (say) => [
        say('body', { moment: words.moment(at) }),
        { items: fields.map((field) => say(field)) },
        say('was_you'),
        say('not_you', { email: site.supportEmail }),
        button(say('action'), linkTo(site.publicUrl, '/settings?tab=profile')),
      ],
      reasonFor(address),
    ),
});

export const renewalsEnded = declareMail({
  name: 'renewals_ended',
  to: 'the owner (all addresses)',
  when: 'an operator ended the renewals after a reported death',
  retry: 'persistent',
  find: (ctx: Context, ids: ToAddress) => findAddress(ctx, ids),
  text: (words, { address, at }, site) =>
    mailText(
      words,
      'account.renewals_ended',
      (say) => [
        say('body', { moment: words.moment(at) }),
        say('meaning'),
        say('not_so', { email: site.supportEmail }),
        button(say('action'), planPage(site)),
      ],
      reasonFor(address),
    ),
});

export const accountDeskMails = [
  basicInfoCorrected,
  renewalsEnded,
  accountSuspended,
  suspensionLifted,
  accountDeletedForViolation,
  customPlanGranted,
];

function planPage({ publicUrl }: SiteInfo): string {
  return linkTo(publicUrl, '/settings?tab=plan');
}

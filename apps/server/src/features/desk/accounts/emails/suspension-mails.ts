import type { SuspensionReason } from '@zavet/contract/desk/desk-values';
import type { Context } from '../../../../context.ts';
import { button, declareMail, mailText } from '../../../../platform/mail/mail.ts';
import { linkTo } from '../../../../platform/mail/mailed-link.ts';
import { dayName } from '../../../../platform/mail/templates/mail-words.ts';
import { findDeletedOwner, settleDeletionNotice } from '../../../identity/account/index.ts';
import { megabytes } from '../../../identity/legal/index.ts';
import { findAddress, reasonFor, type ToAddress } from './to-address.ts';

interface SuspensionFacts {
  reason: SuspensionReason;
  /** Null: the account is not deleted for this reason. */
  deletable_from: string | null;
}

export const accountSuspended = declareMail({
  name: 'account_suspended',
  to: 'the owner (all addresses)',
  when: 'an operator suspended the account; names reason and appeal',
  retry: 'persistent',
  find: (ctx: Context, ids: ToAddress & SuspensionFacts) => findAddress(ctx, ids),
  text: (words, { address, at, reason, deletable_from }, { supportEmail }) =>
    mailText(
      words,
      'account.account_suspended',
      (say) => [
        say('body', { moment: words.moment(at) }),
        say(reason),
        say('meaning'),
        ...(deletable_from ? [say('deletion', { moment: words.moment(deletable_from) })] : []),
        say('appeal', { email: supportEmail }),
      ],
      reasonFor(address),
    ),
});

export const suspensionLifted = declareMail({
  name: 'suspension_lifted',
  to: 'the owner (all addresses)',
  when: 'the suspension was lifted',
  retry: 'persistent',
  find: (ctx: Context, ids: ToAddress) => findAddress(ctx, ids),
  text: (words, { address, at }, { publicUrl }) =>
    mailText(
      words,
      'account.suspension_lifted',
      (say) => [
        say('body', { moment: words.moment(at) }),
        button(say('action'), linkTo(publicUrl, '/login')),
      ],
      reasonFor(address),
    ),
});

/** The last mail of an account that was deleted for a violation. */
export const accountDeletedForViolation = declareMail({
  name: 'account_deleted_for_violation',
  to: 'the owner (all addresses)',
  when: 'a suspended account was deleted for its violation',
  retry: 'usual',
  find: (ctx: Context, ids: { notice_id: string }) => findDeletedOwner(ctx, ids),
  text: (words, { deleted_at }, { supportEmail }) =>
    mailText(
      words,
      'account.account_deleted_for_violation',
      (say) => [
        say('body', { moment: words.moment(deleted_at) }),
        say('question', { email: supportEmail }),
      ],
      { reason: 'account.reason.deleted' },
    ),
  settle: (ctx, ids, facts) => settleDeletionNotice(ctx, ids, facts),
});

export const customPlanGranted = declareMail({
  name: 'custom_plan_granted',
  to: 'the owner (all addresses)',
  when: 'an operator granted a custom plan',
  retry: 'persistent',
  find: (ctx: Context, ids: ToAddress & { storage_mb: number; valid_until: string }) =>
    findAddress(ctx, ids),
  text: (words, { address, storage_mb, valid_until }, { publicUrl, supportEmail }) =>
    mailText(
      words,
      'account.custom_plan_granted',
      (say) => [
        say('body', { storage: megabytes(words, storage_mb), day: dayName(words, valid_until) }),
        say('meaning'),
        say('question', { email: supportEmail }),
        button(say('action'), linkTo(publicUrl, '/settings?tab=plan')),
      ],
      reasonFor(address),
    ),
});

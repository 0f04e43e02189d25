import type { CorrectableField, SuspensionReason } from '@zavet/contract/desk/desk-values';
import type { Context } from '../../../context.ts';
import { button, declareMail, type FoundMail, mailText } from '../../../platform/mail/mail.ts';
import { linkTo } from '../../../platform/mail/mailed-link.ts';
import { dayName } from '../../../platform/mail/templates/mail-words.ts';
import {
  findDeletedOwner,
  findPerson,
  settleDeletionNotice,
} from '../../identity/account/index.ts';
import { megabytes } from '../../identity/legal/index.ts';
import { addressOfOwner, type OwnerAddress } from '../../protocol/index.ts';

interface AddressIds {
  user_id: string;
  address: OwnerAddress;
  /** ISO 8601. */
  at: string;
}

function reasonFor(address: OwnerAddress) {
  return address === 'first' ? {} : ({ reason: 'protocol.rules.second_reason' } as const);
}

/** Undefined if the address was removed since. */
async function findAddress<Ids extends AddressIds>(
  ctx: Context,
  ids: Ids,
): Promise<FoundMail<Ids> | undefined> {
  const owner = await findPerson(ctx.database, ids.user_id);
  const to = await addressOfOwner(ctx, ids.user_id, ids);
  return owner && to ? { to, language: owner.language, facts: ids } : undefined;
}

interface SuspensionFacts {
  reason: SuspensionReason;
  /** Null if this reason never leads to a deletion. */
  deletable_from: string | null;
}

export const accountSuspended = declareMail({
  name: 'account_suspended',
  to: 'the owner (all addresses)',
  when: 'an operator suspended the account; names reason and appeal',
  retry: 'persistent',
  find: (ctx: Context, ids: AddressIds & SuspensionFacts) => findAddress(ctx, ids),
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
  find: (ctx: Context, ids: AddressIds) => findAddress(ctx, ids),
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
  find: (ctx: Context, ids: AddressIds & { storage_mb: number; valid_until: string }) =>
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

/** Names fields without values: other people may read a second mailbox. */
export const basicInfoCorrected = declareMail({
  name: 'basic_info_corrected',
  to: 'the owner (all addresses)',
  when: 'an operator corrected a name or the date of birth',
  retry: 'persistent',
  find: (ctx: Context, ids: AddressIds & { fields: CorrectableField[] }) => findAddress(ctx, ids),
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
  find: (ctx: Context, ids: AddressIds) => findAddress(ctx, ids),
  text: (words, { address, at }, site) =>
    mailText(
      words,
      'account.renewals_ended',
      (say) => [
        say('body', { moment: words.moment(at) }),
        say('meaning'),
        say('not_so', { email: site.supportEmail }),
        button(say('action'), linkTo(site.publicUrl, '/settings?tab=plan')),
      ],
      reasonFor(address),
    ),
});

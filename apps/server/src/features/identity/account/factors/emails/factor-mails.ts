import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../../../context.ts';
import { declareMail, type FoundMail } from '../../../../../platform/mail/mail.ts';
import { mailText, quietButton } from '../../../../../platform/mail/mail-text.ts';
import { accountLinks } from '../../emails/account-links.ts';
import { findOwner, usableLink } from '../../emails/find-account-mail.ts';
import { validity } from '../../emails/sign-up-mails.ts';

export type FactorChange =
  | 'passkey_added'
  | 'passkey_removed'
  | 'one_time_codes_on'
  | 'one_time_codes_off'
  | 'recovery_codes_made';

/** From this many recovery codes on the owner is asked to make new ones. */
const fewCodes = 2;

interface LinkIds {
  user_id: string;
  link_id: string;
}

interface LinkFacts {
  token: string;
  at: string;
}

export const factorsChanged = declareMail({
  name: 'factors_changed',
  to: 'the owner',
  when: 'second factors were changed; the link disowns it',
  retry: 'usual',
  find: async (ctx: Context, ids: LinkIds & { change: FactorChange }) => {
    const found = await findWithLink(ctx, ids);
    return found && { ...found, facts: { ...found.facts, change: ids.change } };
  },
  text: (words, { change, at, token }, { publicUrl }) => ({
    subject: words.t(`account.factors_changed.${change}.subject`),
    preheader: words.t('account.factors_changed.preheader'),
    reason: words.t('account.reason.account'),
    blocks: [
      words.t(`account.factors_changed.${change}.body`, { moment: words.moment(at) }),
      words.t('account.factors_changed.was_you'),
      words.t('account.factors_changed.not_you'),
      quietButton(
        words.t('account.factors_changed.action'),
        accountLinks.disownFactor(publicUrl, token),
      ),
      validity(words, linkLifetimes.disownFactor),
    ],
  }),
});

export const recoveryCodeUsed = declareMail({
  name: 'recovery_code_used',
  to: 'the owner',
  when: 'sign-in with a recovery code; names how many are left',
  retry: 'usual',
  find: async (ctx: Context, ids: LinkIds & { left: number }) => {
    const found = await findWithLink(ctx, ids);
    return found && { ...found, facts: { ...found.facts, left: ids.left } };
  },
  text: (words, { left, at, token }, { publicUrl }) => {
    const isFew = left <= fewCodes;
    return mailText(
      words,
      isFew ? 'account.recovery_codes_few' : 'account.recovery_code_used',
      (say) => [
        say('body', { moment: words.moment(at) }),
        say('left', { left }),
        words.t(`account.recovery_code_used.${isFew ? 'make_new' : 'next'}`),
        words.t('account.recovery_code_used.not_you'),
        quietButton(
          words.t('account.recovery_code_used.action'),
          accountLinks.disownFactor(publicUrl, token),
        ),
        validity(words, linkLifetimes.disownFactor),
      ],
    );
  },
});

export const secondStepsFailed = declareMail({
  name: 'second_steps_failed',
  to: 'the owner',
  when: 'too many wrong codes after the correct password',
  retry: 'usual',
  find: findOwner,
  text: (words, _, { publicUrl }) =>
    mailText(words, 'account.second_steps_failed', (say) => [
      say('body'),
      say('was_you'),
      say('not_you'),
      quietButton(say('action'), accountLinks.forgotPassword(publicUrl)),
    ]),
});

export const passkeyRefused = declareMail({
  name: 'passkey_refused',
  to: 'the owner',
  when: 'the counter of a passkey went backwards: it may be a copy',
  retry: 'usual',
  find: async (ctx: Context, ids: { user_id: string; at: string }) => {
    const owner = await findOwner(ctx, ids);
    return owner && { ...owner, facts: { at: ids.at } };
  },
  text: (words, { at }, { publicUrl }) =>
    mailText(words, 'account.passkey_refused', (say) => [
      say('body', { moment: words.moment(at) }),
      say('meaning'),
      say('advice'),
      quietButton(say('action'), accountLinks.security(publicUrl)),
    ]),
});

/** To the owner, with what the link says of its moment. */
async function findWithLink(
  ctx: Context,
  { user_id, link_id }: LinkIds,
): Promise<FoundMail<LinkFacts> | undefined> {
  const owner = await findOwner(ctx, { user_id });
  const usable = await usableLink(ctx, link_id);
  if (!owner || !usable) return undefined;
  const { token, link } = usable;
  return { ...owner, facts: { token, at: link.created_at.toISOString() } };
}

import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../../context.ts';
import { button, declareMail, mailText, quietButton } from '../../../../platform/mail/mail.ts';
import {
  accountLinks,
  findOwnerWith,
  findOwnerWithLink,
  linkValidity,
} from '../account-mail-parts.ts';

export const recoverPassword = declareMail({
  name: 'recover_password',
  to: 'the owner',
  when: 'password recovery is requested',
  retry: 'usual',
  unconfirmedLimit: 'drop',
  find: findOwnerWithLink,
  text: (words, { token }, { publicUrl }) =>
    mailText(words, 'account.recover_password', (say) => [
      say('body'),
      button(say('action'), accountLinks.recoverPassword(publicUrl, token)),
      [linkValidity(words, linkLifetimes.recoverPassword), say('effect')],
      say('not_you'),
    ]),
});

export const passwordChanged = declareMail({
  name: 'password_changed',
  to: 'the owner',
  when: 'the password was changed',
  retry: 'usual',
  find: (ctx: Context, { user_id, at }: { user_id: string; at: string }) =>
    findOwnerWith(ctx, user_id, { changed_at: at }),
  text: (words, { changed_at }, { publicUrl }) =>
    mailText(words, 'account.password_changed', (say) => [
      say('body', { moment: words.moment(changed_at) }),
      say('was_you'),
      say('not_you'),
      quietButton(say('action'), accountLinks.forgotPassword(publicUrl)),
    ]),
});

export const pinChanged = declareMail({
  name: 'pin_changed',
  to: 'the owner',
  when: 'the emergency PIN was set, changed or removed',
  retry: 'usual',
  find: (
    ctx: Context,
    { user_id, change, at }: { user_id: string; change: 'set' | 'changed' | 'removed'; at: string },
  ) => findOwnerWith(ctx, user_id, { change, changed_at: at }),
  text: (words, { change, changed_at }, { publicUrl }) => ({
    subject: words.t(`account.pin_changed.${change}.subject`),
    reason: words.t('account.reason.account'),
    blocks: [
      words.t(`account.pin_changed.${change}.body`, { moment: words.moment(changed_at) }),
      words.t('account.pin_changed.was_you'),
      words.t('account.pin_changed.not_you'),
      quietButton(words.t('account.pin_changed.action'), accountLinks.forgotPassword(publicUrl)),
    ],
  }),
});

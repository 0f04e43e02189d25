import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../../context.ts';
import {
  button,
  declareMail,
  type FoundMail,
  mailText,
  quietButton,
} from '../../../../platform/mail/mail.ts';
import type { MailTextKey } from '../../../../platform/mail/templates/mail-words.ts';
import {
  accountLinks,
  findOwner,
  findOwnerWith,
  findUsableLink,
  linkValidity,
} from '../account-mail-parts.ts';
import { type OwnerAddress, ownerAddresses } from '../account-ports.ts';
import { canStopWait } from './factor-rules.ts';
import { findOpenWait, type WaitOutcome } from './lost-device-repository.ts';

export type FactorChange =
  | 'passkey_added'
  | 'passkey_removed'
  | 'one_time_codes_on'
  | 'one_time_codes_off'
  | 'recovery_codes_made';

/** With this many codes left the mail advises to create new ones. */
const fewCodes = 2;

interface LinkIds {
  user_id: string;
  link_id: string;
}

export const factorsChanged = declareMail({
  name: 'factors_changed',
  to: 'the owner',
  when: 'second factors were changed; the link disowns it',
  retry: 'usual',
  find: (ctx: Context, { change, ...ids }: LinkIds & { change: FactorChange }) =>
    findWithLink(ctx, ids, { change }),
  text: (words, { change, at, token }, { publicUrl }) => ({
    subject: words.t(`account.factors_changed.${change}.subject`),
    reason: words.t('account.reason.account'),
    blocks: [
      words.t(`account.factors_changed.${change}.body`, { moment: words.moment(at) }),
      words.t('account.factors_changed.was_you'),
      words.t('account.factors_changed.not_you'),
      quietButton(
        words.t('account.factors_changed.action'),
        accountLinks.disownFactor(publicUrl, token),
      ),
      linkValidity(words, linkLifetimes.disownFactor),
    ],
  }),
});

export const recoveryCodeUsed = declareMail({
  name: 'recovery_code_used',
  to: 'the owner',
  when: 'sign-in with a recovery code; names how many are left',
  retry: 'usual',
  find: (ctx: Context, { left, ...ids }: LinkIds & { left: number }) =>
    findWithLink(ctx, ids, { left }),
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
        linkValidity(words, linkLifetimes.disownFactor),
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
  find: (ctx: Context, { user_id, at }: { user_id: string; at: string }) =>
    findOwnerWith(ctx, user_id, { at }),
  text: (words, { at }, { publicUrl }) =>
    mailText(words, 'account.passkey_refused', (say) => [
      say('body', { moment: words.moment(at) }),
      say('meaning'),
      say('advice'),
      quietButton(say('action'), accountLinks.security(publicUrl)),
    ]),
});

interface ToAddress {
  user_id: string;
  address: OwnerAddress;
}

interface StopFacts {
  address: OwnerAddress;
  /** Null if the address is too new to stop the waiting period. */
  token: string | null;
  ends_at: string;
}

const reasons = {
  first: 'account.reason.account',
  second: 'protocol.rules.second_reason',
} as const satisfies Record<OwnerAddress, MailTextKey>;

export const lostDeviceReported = declareMail({
  name: 'lost_device_reported',
  to: 'the owner (all addresses)',
  when: 'a lost second factor was reported; the link stops the wait',
  retry: 'persistent',
  find: findWithStop,
  text: (words, { address, token, ends_at }, { publicUrl }) =>
    mailText(
      words,
      'account.lost_device_reported',
      (say) => [
        say('body'),
        say('until', { moment: words.moment(ends_at) }),
        say('was_you'),
        ...(token
          ? [say('not_you'), button(say('action'), accountLinks.stopLostDevice(publicUrl, token))]
          : [words.t('account.lost_device_young_address')]),
      ],
      { reason: reasons[address] },
    ),
});

export const lostDeviceReminder = declareMail({
  name: 'lost_device_reminder',
  to: 'the owner (all addresses)',
  when: 'the third and sixth day of the wait; the link stops it',
  retry: 'persistent',
  find: findWithStop,
  text: (words, { address, token, ends_at }, { publicUrl }) =>
    mailText(
      words,
      'account.lost_device_reminder',
      (say) => [
        say('body', { moment: words.moment(ends_at) }),
        say('was_you'),
        ...(token
          ? [say('not_you'), button(say('action'), accountLinks.stopLostDevice(publicUrl, token))]
          : [words.t('account.lost_device_young_address')]),
      ],
      { reason: reasons[address] },
    ),
});

export const lostDeviceEnded = declareMail({
  name: 'lost_device_ended',
  to: 'the owner (all addresses)',
  when: 'the wait ended: factors removed, stopped or unnecessary',
  retry: 'persistent',
  find: async (ctx: Context, ids: ToAddress & { outcome: WaitOutcome; at: string }) => {
    const found = await findAddress(ctx, ids);
    const { address, outcome, at } = ids;
    return found && { ...found, facts: { address, outcome, at } };
  },
  text: (words, { address, outcome, at }, { publicUrl }) => ({
    subject: words.t(`account.lost_device_ended.${outcome}.subject`),
    reason: words.t(reasons[address]),
    blocks: [
      words.t(`account.lost_device_ended.${outcome}.body`, { moment: words.moment(at) }),
      words.t(`account.lost_device_ended.${outcome}.next`),
      quietButton(
        words.t('account.lost_device_ended.action'),
        accountLinks.forgotPassword(publicUrl),
      ),
    ],
  }),
});

async function findWithLink<Facts>(
  ctx: Context,
  { user_id, link_id }: LinkIds,
  facts: Facts,
): Promise<FoundMail<Facts & { token: string; at: string }> | undefined> {
  const usable = await findUsableLink(ctx, link_id);
  if (!usable) return undefined;
  const { token, link } = usable;
  return findOwnerWith(ctx, user_id, { ...facts, token, at: link.created_at.toISOString() });
}

async function findWithStop(
  ctx: Context,
  ids: ToAddress & { link_id: string },
): Promise<FoundMail<StopFacts> | undefined> {
  const found = await findAddress(ctx, ids);
  const usable = await findUsableLink(ctx, ids.link_id);
  const wait = await findOpenWait(ctx.database, ids.user_id);
  if (!found || !usable || !wait) return undefined;
  const { confirmed_at, ...mail } = found;
  const token = canStopWait(confirmed_at, wait) ? usable.token : null;
  return { ...mail, facts: { address: ids.address, token, ends_at: wait.ends_at.toISOString() } };
}

async function findAddress(
  ctx: Context,
  { user_id, address }: ToAddress,
): Promise<(FoundMail<object> & { confirmed_at: Date | null }) | undefined> {
  const addresses = await ownerAddresses(ctx)(user_id);
  const found = addresses.find((each) => each.address === address);
  const owner = found && (await findOwner(ctx, { user_id }));
  if (!owner) return undefined;
  const { email: to, confirmed_at } = found;
  return { ...owner, to, confirmed_at: confirmed_at === null ? null : new Date(confirmed_at) };
}

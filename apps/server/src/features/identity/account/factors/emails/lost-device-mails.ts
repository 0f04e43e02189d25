import type { Context } from '../../../../../context.ts';
import { declareMail, type FoundMail } from '../../../../../platform/mail/mail.ts';
import { button, mailText, quietButton } from '../../../../../platform/mail/mail-text.ts';
import type { MailTextKey } from '../../../../../platform/mail/templates/mail-words.ts';
import type { OwnerAddress } from '../../account-ports.ts';
import { ownerAddresses } from '../../account-ports.ts';
import { accountLinks } from '../../emails/account-links.ts';
import { findOwner, usableLink } from '../../emails/find-account-mail.ts';
import { canStopWait } from '../lost-device/lost-device-rules.ts';
import { findOpenWait, type WaitOutcome } from '../lost-device/wait-repository.ts';

interface ToAddress {
  user_id: string;
  address: OwnerAddress;
}

interface StopFacts {
  address: OwnerAddress;
  /** Null where the address is too young to stop the wait. */
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
    preheader: words.t('account.lost_device_ended.preheader'),
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

async function findWithStop(
  ctx: Context,
  ids: ToAddress & { link_id: string },
): Promise<FoundMail<StopFacts> | undefined> {
  const found = await findAddress(ctx, ids);
  const usable = await usableLink(ctx, ids.link_id);
  const wait = await findOpenWait(ctx.database, ids.user_id);
  if (!found || !usable || !wait) return undefined;
  const { confirmed_at, ...mail } = found;
  const token = canStopWait(confirmed_at, wait) ? usable.token : null;
  return { ...mail, facts: { address: ids.address, token, ends_at: wait.ends_at.toISOString() } };
}

/** Where this address is now; undefined when the owner has none such any more. */
async function findAddress(
  ctx: Context,
  { user_id, address }: ToAddress,
): Promise<(FoundMail<object> & { confirmed_at: Date | null }) | undefined> {
  const owner = await findOwner(ctx, { user_id });
  const addresses = await ownerAddresses(ctx)(user_id);
  const found = addresses.find((each) => each.address === address);
  if (!owner || !found) return undefined;
  const { email: to, confirmed_at } = found;
  return { ...owner, to, confirmed_at: confirmed_at === null ? null : new Date(confirmed_at) };
}

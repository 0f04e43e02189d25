import type { Context } from '../../../../context.ts';
import {
  button,
  declareMail,
  type FoundMail,
  mailText,
  quietButton,
} from '../../../../platform/mail/mail.ts';
import type { MailTextKey } from '../../../../platform/mail/templates/mail-words.ts';
import { accountPages, findOwner, findUsableLink } from '../account-mail-parts.ts';
import { type OwnerAddress, ownerAddresses } from '../account-ports.ts';
import { canCancelWait } from './factor-rules.ts';
import { findOpenLostDeviceWait, type WaitOutcome } from './lost-device-repository.ts';

interface AddressIds {
  user_id: string;
  address: OwnerAddress;
}

type Stage =
  | { stage: 'reported' | 'reminder'; link_id: string }
  | { stage: WaitOutcome; at: string };

interface LostDeviceFacts {
  address: OwnerAddress;
  stage: Stage['stage'];
  /** Time at which the waiting period ends or has ended. */
  at: string;
  /** Null if the address is too new to stop the waiting period, or the period is over. */
  token: string | null;
}

const reasons = {
  first: 'account.reason.account',
  second: 'protocol.rules.second_reason',
} as const satisfies Record<OwnerAddress, MailTextKey>;

export const lostDevice = declareMail({
  name: 'lost_device',
  to: 'the owner (all addresses)',
  when: 'a lost second factor was reported, on the third and sixth day, and at the end of the wait; the link stops it',
  retry: 'persistent',
  find: async (
    ctx: Context,
    ids: AddressIds & Stage,
  ): Promise<FoundMail<LostDeviceFacts> | undefined> => {
    const found = await findAddress(ctx, ids);
    if (!found) return undefined;
    const { confirmed_at, ...mail } = found;
    const { address, stage } = ids;
    if (!('link_id' in ids)) return { ...mail, facts: { address, stage, at: ids.at, token: null } };
    const usable = await findUsableLink(ctx, ids.link_id);
    const wait = await findOpenLostDeviceWait(ctx.database, ids.user_id);
    if (!usable || !wait) return undefined;
    const token = canCancelWait(confirmed_at, wait) ? usable.token : null;
    return { ...mail, facts: { address, stage, at: wait.ends_at.toISOString(), token } };
  },
  text: (words, { address, stage, at, token }, { publicUrl }) => {
    const isOpen = stage === 'reported' || stage === 'reminder';
    return mailText(
      words,
      `account.lost_device.${stage}`,
      (say) => [
        say('body', { moment: words.moment(at) }),
        ...(isOpen && !token ? [words.t('account.lost_device.young_address')] : [say('not_you')]),
        ...(token
          ? [
              button(
                words.t('account.lost_device.action'),
                accountPages.cancelLostDevice(publicUrl, token),
              ),
            ]
          : []),
        ...(isOpen
          ? []
          : [quietButton(words.t('account.new_password'), accountPages.forgotPassword(publicUrl))]),
      ],
      { reason: reasons[address] },
    );
  },
});

async function findAddress(
  ctx: Context,
  { user_id, address }: AddressIds,
): Promise<(FoundMail<object> & { confirmed_at: Date | null }) | undefined> {
  const addresses = await ownerAddresses(ctx)(user_id);
  const found = addresses.find((each) => each.address === address);
  const owner = found && (await findOwner(ctx, { user_id }));
  if (!owner) return undefined;
  const { email: to, confirmed_at } = found;
  return { ...owner, to, confirmed_at: confirmed_at === null ? null : new Date(confirmed_at) };
}

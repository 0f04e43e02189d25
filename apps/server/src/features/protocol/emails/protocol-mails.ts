import { activationState } from './activation-state-mail.ts';
import { activationAnnounced } from './announcement-mail.ts';
import {
  activationAttemptEnded,
  activationEnded,
  activationPinLocked,
  contactQuestioned,
} from './end-mails.ts';
import { activationProgress, agreementAsked } from './progress-mails.ts';
import { authorIsWell, lettersClosed } from './rearming-mails.ts';
import {
  deliveryAddressCorrected,
  deliveryExpiresSoon,
  protocolActivated,
  recipientsUnreached,
} from './release-mails.ts';
import {
  protocolSettingsChanged,
  secondAddressConfirm,
  secondAddressReleased,
} from './settings-mails.ts';
import { activationWaits } from './waiting-mail.ts';

export const protocolMails = [
  activationAnnounced,
  activationWaits,
  activationAttemptEnded,
  activationPinLocked,
  protocolActivated,
  activationProgress,
  agreementAsked,
  activationState,
  activationEnded,
  contactQuestioned,
  recipientsUnreached,
  deliveryAddressCorrected,
  deliveryExpiresSoon,
  lettersClosed,
  authorIsWell,
  protocolSettingsChanged,
  secondAddressConfirm,
  secondAddressReleased,
];

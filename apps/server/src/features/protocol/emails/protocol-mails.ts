import {
  activationAttemptEnded,
  activationConfirmed,
  activationPaymentStarted,
  activationPinLocked,
  activationRefunded,
  protocolActivated,
} from './activation-mails.ts';
import {
  deliveryAddressCorrected,
  deliveryExpiresSoon,
  recipientsUnreached,
} from './delivery-mails.ts';
import { protocolRulesWeakened, stopCodeMade, stopCodeRemoved } from './rules-mails.ts';
import {
  secondAddressConfirm,
  secondAddressReleased,
  secondAddressRemoved,
  secondAddressSet,
} from './second-address-mails.ts';

export const protocolMails = [
  activationPaymentStarted,
  activationAttemptEnded,
  activationPinLocked,
  protocolActivated,
  activationConfirmed,
  activationRefunded,
  recipientsUnreached,
  deliveryAddressCorrected,
  deliveryExpiresSoon,
  protocolRulesWeakened,
  secondAddressConfirm,
  secondAddressSet,
  secondAddressRemoved,
  secondAddressReleased,
  stopCodeMade,
  stopCodeRemoved,
];

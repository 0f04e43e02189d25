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
];

import {
  activationAttemptEnded,
  activationConfirmed,
  activationPaymentStarted,
  activationPinLocked,
  activationRefunded,
  protocolActivated,
} from './activation-mails.ts';
import {
  agreementAsked,
  agreementAskedForOwner,
  agreementDoubted,
  agreementGiven,
} from './agreement-mails.ts';
import {
  deliveryAddressCorrected,
  deliveryExpiresSoon,
  recipientsUnreached,
} from './delivery-mails.ts';
import { lettersClosed, protocolArmedAgain, protocolReadyAgain } from './rearming-mails.ts';
import { protocolRulesWeakened, stopCodeMade, stopCodeRemoved } from './rules-mails.ts';
import {
  secondAddressConfirm,
  secondAddressReleased,
  secondAddressRemoved,
  secondAddressSet,
} from './second-address-mails.ts';
import {
  contactApproved,
  contactApprovedForOwner,
  contactKept,
  contactQuestioned,
  startStopped,
  stopForOthers,
  stopRecorded,
} from './stop-mails.ts';
import {
  activationWaits,
  waitingBegun,
  waitingEndedForOthers,
  waitingForOthers,
} from './waiting-mails.ts';

export const protocolMails = [
  agreementAsked,
  agreementAskedForOwner,
  agreementGiven,
  agreementDoubted,
  activationPaymentStarted,
  activationAttemptEnded,
  activationPinLocked,
  activationWaits,
  waitingBegun,
  waitingForOthers,
  waitingEndedForOthers,
  stopRecorded,
  startStopped,
  stopForOthers,
  contactQuestioned,
  contactKept,
  contactApproved,
  contactApprovedForOwner,
  protocolActivated,
  activationConfirmed,
  activationRefunded,
  recipientsUnreached,
  deliveryAddressCorrected,
  deliveryExpiresSoon,
  lettersClosed,
  protocolArmedAgain,
  protocolReadyAgain,
  protocolRulesWeakened,
  secondAddressConfirm,
  secondAddressSet,
  secondAddressRemoved,
  secondAddressReleased,
  stopCodeMade,
  stopCodeRemoved,
];

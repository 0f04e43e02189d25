import {
  activationAttemptEnded,
  activationPaymentStarted,
  activationPinLocked,
} from './activation-mails.ts';
import {
  agreementAsked,
  agreementAskedForOwner,
  agreementGiven,
  agreementUnanswered,
} from './agreement-mails.ts';
import {
  deliveryAddressCorrected,
  deliveryAddressCorrectedByOperator,
  deliveryExpiresSoon,
  recipientsUnreached,
} from './delivery-mails.ts';
import {
  doubtEnded,
  doubtEndedForOwner,
  doubtUpheld,
  doubtUpheldForOthers,
  startDoubted,
  startDoubtedForOthers,
  startDoubtedForOwner,
} from './doubt-mails.ts';
import { handoverEnded } from './ending-mails.ts';
import { startEnds, startLeftOpen } from './left-open-mails.ts';
import {
  authorIsWell,
  lettersClosed,
  protocolArmedAgain,
  protocolReadyAgain,
} from './rearming-mails.ts';
import { activationConfirmed, activationRefunded, protocolActivated } from './release-mails.ts';
import {
  certificateProposedForOwner,
  contactApproved,
  contactApprovedForOwner,
  requestFiledForOwner,
  requestReceived,
  requestRejected,
} from './request-mails.ts';
import { protocolRulesWeakened, stopCodeMade, stopCodeRemoved } from './rules-mails.ts';
import {
  secondAddressConfirm,
  secondAddressReleased,
  secondAddressRemoved,
  secondAddressSet,
} from './second-address-mails.ts';
import {
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
  waitingPostponed,
} from './waiting-mails.ts';

export const protocolMails = [
  requestFiledForOwner,
  certificateProposedForOwner,
  requestReceived,
  requestRejected,
  agreementAsked,
  agreementAskedForOwner,
  agreementGiven,
  agreementUnanswered,
  startDoubted,
  startDoubtedForOthers,
  startDoubtedForOwner,
  doubtEnded,
  doubtEndedForOwner,
  doubtUpheld,
  doubtUpheldForOthers,
  startEnds,
  startLeftOpen,
  activationPaymentStarted,
  activationAttemptEnded,
  activationPinLocked,
  activationWaits,
  waitingBegun,
  waitingPostponed,
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
  deliveryAddressCorrectedByOperator,
  deliveryExpiresSoon,
  lettersClosed,
  protocolArmedAgain,
  protocolReadyAgain,
  authorIsWell,
  handoverEnded,
  protocolRulesWeakened,
  secondAddressConfirm,
  secondAddressSet,
  secondAddressRemoved,
  secondAddressReleased,
  stopCodeMade,
  stopCodeRemoved,
];

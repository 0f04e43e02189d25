import {
  factorsChanged,
  passkeyRefused,
  recoveryCodeUsed,
  secondStepsFailed,
} from '../factors/emails/factor-mails.ts';
import {
  lostDeviceEnded,
  lostDeviceReminder,
  lostDeviceReported,
} from '../factors/emails/lost-device-mails.ts';
import { accountEndedByAbsence } from './absence-mail.ts';
import {
  emailChangeConfirm,
  emailChanged,
  emailChangeNotice,
  emailChangeUndone,
} from './email-change-mails.ts';
import { consentWithdrawn, signInDisowned } from './privacy-mails.ts';
import {
  accountDeleted,
  newDevice,
  passwordChanged,
  pinChanged,
  proofsFailed,
  signInSlowedDown,
} from './security-mails.ts';
import { addressAlreadyRegistered, recoverPassword, verifyEmail } from './sign-up-mails.ts';

export const accountMails = [
  verifyEmail,
  addressAlreadyRegistered,
  recoverPassword,
  passwordChanged,
  pinChanged,
  signInSlowedDown,
  proofsFailed,
  newDevice,
  emailChangeConfirm,
  emailChangeNotice,
  emailChanged,
  emailChangeUndone,
  accountDeleted,
  accountEndedByAbsence,
  signInDisowned,
  consentWithdrawn,
  factorsChanged,
  recoveryCodeUsed,
  secondStepsFailed,
  passkeyRefused,
  lostDeviceReported,
  lostDeviceReminder,
  lostDeviceEnded,
];

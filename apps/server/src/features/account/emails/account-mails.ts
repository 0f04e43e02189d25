import {
  emailChangeConfirm,
  emailChanged,
  emailChangeNotice,
  emailChangeUndone,
} from './email-change-mails.ts';
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
];

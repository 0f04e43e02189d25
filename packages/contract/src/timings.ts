const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** What the screens wait for, in milliseconds. */
export const screenTimings = {
  toastSuccess: 3 * second,
  toastError: 5 * second,
  toastDefault: 4 * second,
  toastEmailChange: 6 * second,
  toastMailServiceError: 8 * second,
  toastConfirmationCode: 15 * second,
  signUpRedirect: 3 * second,
  forgotPasswordRedirect: 2 * second,
  passwordSuccessRedirect: 5 * second,
  verifyRedirect: 2 * second,
  planCheckDelay: 1 * second,
  paymentRedirect: 2 * second,
  paymentPolling: 2 * second,
  paymentPollingLimit: 120 * second,
  operationTimeout: 10 * second,
  /** Between an emptied chat and its new greeting. */
  assistantGreeting: 500,
} as const;

/** How the browser keeps its session alive, in milliseconds. */
export const sessionTimings = {
  readTimeout: 8 * second,
  refreshTimeout: 5 * second,
  refreshTick: 30 * second,
  refreshThresholdTicks: 3,
  retryBackoff: 200,
  /** The short half of a session: after this the long half must renew it. */
  accessLifetime: 15 * minute,
  /** The long half: a session unused for this long ends. */
  sessionLifetime: 30 * day,
  /** However much it is used, a session ends this long after the sign-in. */
  sessionAbsoluteLifetime: 90 * day,
  /** How long a proof counts in its session as fresh. */
  proofLifetime: 10 * minute,
  /** How long it counts as recent. */
  recentProofLifetime: 1 * hour,
} as const;

/** How long the steps of a second factor may take, in milliseconds. */
export const factorTimings = {
  /** From the right password to the second factor. */
  secondStep: 10 * minute,
  /** How long a device may take to use or make a passkey. */
  passkey: 10 * minute,
  /** From the secret of an authenticator to its first code. */
  codeSetup: 1 * hour,
  /** After this every factor of somebody who lost the device ends. */
  lostDevice: 7 * day,
  /** When that is recalled, counted from its beginning. */
  lostDeviceReminders: [3 * day, 6 * day],
  /** After a stop by a mailed link no new wait begins for so long. */
  lostDeviceRest: 24 * hour,
} as const;

export const setupTimings = {
  probeTimeout: 5 * second,
  checkTimeout: 30 * second,
} as const;

/** How long links sent by mail can be used, in milliseconds. */
export const linkLifetimes = {
  verifyEmail: 24 * hour,
  recoverPassword: 1 * hour,
  confirmEmailChange: 24 * hour,
  undoEmailChange: 72 * hour,
  disownSignIn: 72 * hour,
  disownFactor: 72 * hour,
  contactInvitation: 30 * day,
  secondAddress: 7 * day,
  stillHere: 365 * day,
  /** Of a contact who had not answered before the protocol was activated. */
  lateInvitation: 365 * day,
  delivery: 365 * day,
  /** After the round of check-ins to which it belongs has ended. */
  checkIn: 90 * day,
} as const;

/** When a confirmed contact is asked whether it is still so, in milliseconds. */
export const reconfirmationTimings = {
  question: 365 * day,
  reminder: 14 * day,
  /** After a question that long without an answer the owner is told. */
  unanswered: 30 * day,
} as const;

/** How often a contact who does not answer is reminded. */
export const maxReconfirmationReminders = 2;

/** What follows an activation, in milliseconds. */
export const protocolTimings = {
  /** After too many wrong PINs. */
  pinLock: 24 * hour,
  /** How long after its beginning a payment counts as being paid, for everybody but its payer. */
  payment: 2 * hour,
  /** How long a recipient can read after opening the link. */
  deliverySession: 1 * hour,
  /** How long before its end a link is recalled to its recipient, and once more. */
  linkReminder: 30 * day,
  lastLinkReminder: 7 * day,
} as const;

/** Longer than any mail is tried: an order that nothing has come of by then is lost. */
export const mailLostAfterDays = 8;

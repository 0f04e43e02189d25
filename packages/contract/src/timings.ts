const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Delays of screens, in milliseconds. */
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
  /** Delay between clearing a chat and its new greeting. */
  assistantGreeting: 500,
} as const;

/** In milliseconds. */
export const sessionTimings = {
  readTimeout: 8 * second,
  refreshTimeout: 5 * second,
  refreshTick: 30 * second,
  refreshThresholdTicks: 3,
  retryBackoff: 200,
  /** Lifetime of the access cookie, which the session cookie renews. */
  accessLifetime: 15 * minute,
  /** Lifetime of a session without use. */
  sessionLifetime: 30 * day,
  /** Maximum lifetime of a session after the sign-in. */
  sessionAbsoluteLifetime: 90 * day,
  /** Maximum age of a fresh proof. */
  proofLifetime: 10 * minute,
  /** Maximum age of a recent proof. */
  recentProofLifetime: 1 * hour,
} as const;

/** Steps of a second factor, in milliseconds. */
export const factorTimings = {
  /** Time from the password to the second factor. */
  secondStep: 10 * minute,
  /** Time for using or creating a passkey. */
  passkey: 10 * minute,
  /** Time from the secret of an authenticator app to its first code. */
  codeSetup: 1 * hour,
  /** All second factors are removed this long after the report of a lost device. */
  lostDevice: 7 * day,
  /** Reminders, counted from the report. */
  lostDeviceReminders: [3 * day, 6 * day],
  /** No new report for this long after one was cancelled by a mailed link. */
  lostDeviceRest: 24 * hour,
} as const;

export const setupTimings = {
  probeTimeout: 5 * second,
  checkTimeout: 30 * second,
} as const;

/** Validity of mailed links, in milliseconds. */
export const linkLifetimes = {
  verifyEmail: 24 * hour,
  recoverPassword: 1 * hour,
  confirmEmailChange: 24 * hour,
  undoEmailChange: 72 * hour,
  disownSignIn: 72 * hour,
  disownFactor: 72 * hour,
  contactInvitation: 30 * day,
  secondAddress: 7 * day,
  reconfirmation: 365 * day,
  /** For contacts who had not answered before an activation. */
  lateInvitation: 365 * day,
  delivery: 365 * day,
  /** Counted from the end of the round. */
  checkIn: 90 * day,
} as const;

/** In milliseconds, after the last confirmation. */
export const reconfirmationTimings = {
  question: 365 * day,
  reminder: 14 * day,
  /** The owner is notified after this time without an answer. */
  unanswered: 30 * day,
} as const;

export const maxReconfirmationReminders = 2;

/** In milliseconds. */
export const protocolTimings = {
  /** Lock after too many wrong PINs. */
  pinLock: 24 * hour,
  /** Other contacts see a payment as in progress for this long. */
  payment: 2 * hour,
  /** Reading time after opening the link. */
  deliverySession: 1 * hour,
  /** Reminders before the link expires. */
  linkReminder: 30 * day,
  lastLinkReminder: 7 * day,
} as const;

/** Longer than any mail is retried, so an older queued mail counts as lost. */
export const mailLostAfterDays = 8;

export const limits = {
  trustedContacts: 3,
  freeStorageMb: 30,
  minimumAgeYears: 18,
  nameMinLength: 2,
  nameMaxLength: 100,
  emailMaxLength: 254,
  phoneMaxDigits: 15,
  pinDigits: 6,
  /** Below this the sign-up form already objects; the server asks for more (see password-rules). */
  signUpPasswordMinLength: 6,
  passwordMinLength: 8,
  passwordMaxLength: 128,
  requestBodyBytes: 64 * 1024,
} as const;

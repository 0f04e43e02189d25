export const limits = {
  trustedContacts: 3,
  freeStorageMb: 30,
  fileMaxMb: 10,
  fileNameMaxLength: 255,
  files: 2000,
  uploadsAtOnce: 10,
  /** Files announced with one request. */
  expectedFilesAtOnce: 200,
  instructions: 1000,
  /** Instructions changed by one call. */
  instructionsAtOnce: 100,
  /** Former texts of one instruction. */
  formerTexts: 10,
  /** Size of the bin; the oldest entries above it are purged. */
  binnedInstructions: 1000,
  /** Default and maximum size of a page. */
  instructionsOnPage: 20,
  mostInstructionsOnPage: 50,
  instructionTitleMaxLength: 200,
  instructionTextMaxLength: 100_000,
  /** All texts of one owner; a search decrypts all of them. */
  textsMb: 20,
  mailPreviewLength: 100,
  confirmationCodeLength: 6,
  confirmationCodeTries: 10,
  contactNotesMaxLength: 2000,
  contactAddressMaxLength: 500,
  relationshipMaxLength: 100,
  invitationNoteMaxLength: 300,
  searchMaxLength: 200,
  minimumAgeYears: 18,
  nameMinLength: 2,
  nameMaxLength: 100,
  emailMaxLength: 254,
  phoneMaxDigits: 15,
  /** Includes the spaces and brackets of a typed number. */
  typedPhoneMaxLength: 60,
  typedCodeMaxLength: 60,
  pinDigits: 6,
  pinTries: 5,
  passkeys: 10,
  passkeyNameMaxLength: 60,
  oneTimeCodeDigits: 6,
  recoveryCodes: 10,
  recoveryCodeLength: 12,
  activationPresses: 3,
  /** Checked by the sign-up form; the server requires more (`account-rules.ts`). */
  signUpPasswordMinLength: 6,
  passwordMinLength: 8,
  passwordMaxLength: 128,
  /** Longer answers are truncated. */
  assistantAnswerMaxLength: 20_000,
  assistantMessageMaxLength: 1000,
  /** Answers of a language model per account and day. */
  assistantMessagesPerDay: 50,
  modelMessagesPerMinute: 10,
  /** Higher than any typing speed, because the guide costs almost nothing. */
  guideMessagesPerMinute: 60,
  /** Turns sent with a message; the guide needs the whole letter. */
  assistantTurns: 200,
  assistantConversationMaxLength: 60_000,
  /** A message with a longer conversation counts as several messages. */
  assistantCharactersPerMessage: 4_000,
  assistantBodyBytes: 512 * 1024,
  supportSubjectMaxLength: 150,
  supportMessageMaxLength: 5000,
  /** Further messages of a support request, per side. */
  supportMessagesPerRequest: 40,
  requestBodyBytes: 64 * 1024,
  instructionBodyBytes: 1024 * 1024,
} as const;

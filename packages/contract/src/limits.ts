export const limits = {
  trustedContacts: 3,
  freeStorageMb: 30,
  fileMaxMb: 10,
  fileNameMaxLength: 255,
  files: 2000,
  uploadsAtOnce: 10,
  /** In one request; more come in several. */
  expectedFilesAtOnce: 200,
  instructions: 1000,
  /** On one page of a list, unless another number is asked for, and the most that may be. */
  instructionsOnPage: 20,
  mostInstructionsOnPage: 50,
  instructionTitleMaxLength: 200,
  instructionTextMaxLength: 100_000,
  /** All texts of one owner together; a search reads all of them. */
  textsMb: 20,
  mailPreviewLength: 100,
  confirmationCodeLength: 6,
  confirmationCodeTries: 10,
  contactNotesMaxLength: 2000,
  contactAddressMaxLength: 500,
  relationshipMaxLength: 100,
  searchMaxLength: 200,
  minimumAgeYears: 18,
  nameMinLength: 2,
  nameMaxLength: 100,
  emailMaxLength: 254,
  phoneMaxDigits: 15,
  /** As people type it, with spaces and brackets; codes likewise. */
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
  /** Below this the sign-up form already objects; the server asks for more (see password-rules). */
  signUpPasswordMinLength: 6,
  passwordMinLength: 8,
  passwordMaxLength: 128,
  /** Longer answers of the assistant are cut off. */
  assistantAnswerMaxLength: 20_000,
  assistantMessageMaxLength: 1000,
  /** What a language model answers to one account. */
  assistantMessagesPerDay: 50,
  modelMessagesPerMinute: 10,
  /** The guide costs next to nothing: no person types this fast. */
  guideMessagesPerMinute: 60,
  /** How much of a conversation is sent along; the guide needs all of a letter. */
  assistantTurns: 200,
  assistantConversationMaxLength: 60_000,
  /** A message with more of a conversation counts as several. */
  assistantCharactersPerMessage: 4_000,
  assistantBodyBytes: 512 * 1024,
  supportSubjectMaxLength: 150,
  supportMessageMaxLength: 5000,
  /** Further messages in one request, of each side. */
  supportMessagesPerRequest: 40,
  requestBodyBytes: 64 * 1024,
  instructionBodyBytes: 1024 * 1024,
} as const;

const minute = 60 * 1000;

/** How the desk of an operator opens and closes, in milliseconds. */
export const deskTimings = {
  /** However much it is used, a desk closes after this. */
  lifetime: 8 * 60 * minute,
  /** After too many wrong codes. */
  codeLock: 15 * minute,
} as const;

export const operatorCodeDigits = 6;
export const operatorCodeTries = 5;

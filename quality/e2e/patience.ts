/**
 * How long journeys wait before they give up, in milliseconds. Nothing waits that long where all
 * is well; it is what a machine needs that is ten times slower, or busy with something else.
 */
export const patience = {
  /** A whole journey. */
  journey: 900_000,
  /** Something that is about to be there: a word on the screen, a mail, an answer. */
  event: 90_000,
  /** A server that starts on an empty folder. */
  serverStart: 300_000,
};

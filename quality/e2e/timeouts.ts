/** Timeouts of journeys in milliseconds: generous, because they only end hangs. */
export const timeouts = {
  journey: 900_000,
  /** One expected event: a text on the screen, a mail, an answer. */
  event: 90_000,
  /** A server start on an empty folder. */
  serverStart: 300_000,
};

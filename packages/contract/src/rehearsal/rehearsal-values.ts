import type { ErrorCode } from '../errors.ts';

/** How long contacts have time to answer. */
export const rehearsalDays = 14;

/** Between two starts, in hours. */
export const rehearsalPauseHours = 24;

/** Starts of one owner in a year; as many are kept to be looked at. */
export const rehearsalsPerYear = 12;

/** Further addresses that one rehearsal looks at. */
export const rehearsalRecipients = 200;

/** Tries of the PIN of one contact in one rehearsal. */
export const rehearsalPinTries = 3;

/** After so long without a rehearsal the owner is advised to hold one. */
export const rehearsalAdviceDays = 365;

/** `contact`: is asked to answer. `recipient`: named by an instruction alone; the address is checked. */
export const rehearsalPartKinds = ['contact', 'recipient'] as const;

/**
 * Contacts: `asked` until they answer, until their mail is refused, or until the end (`no_answer`).
 * Recipients: `asked` until the address was looked at; `checked` where its domain takes mail,
 * `failed` where it does not or the mail was refused, `unknown` where nobody could say.
 */
export const rehearsalPartStates = [
  'asked',
  'answered',
  'refused',
  'no_answer',
  'checked',
  'failed',
  'unknown',
] as const;
export type RehearsalPartState = (typeof rehearsalPartStates)[number];

/**
 * `not_asked`: the owner has no PIN, or the contact has not answered yet. `asked`: the page has asked
 * and nothing was given. `not_known`: the contact says so. `wrong`: given, and never right.
 */
export const rehearsalPinStates = ['not_asked', 'asked', 'not_known', 'right', 'wrong'] as const;
export type RehearsalPinState = (typeof rehearsalPinStates)[number];

/** `complete`: nothing was left to wait for. `protocol`: somebody started the real protocol. */
export const rehearsalEndings = ['complete', 'owner', 'time', 'protocol'] as const;
export type RehearsalEnding = (typeof rehearsalEndings)[number];

/** Why a rehearsal cannot begin now. */
export const rehearsalObstacles = [
  'no_confirmed_contact',
  'protocol_running',
  'rehearsal_running',
  'rehearsal_too_soon',
] as const satisfies readonly ErrorCode[];
export type RehearsalObstacle = (typeof rehearsalObstacles)[number];

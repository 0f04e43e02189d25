import type { ErrorCode } from '../errors.ts';
import type { RehearsalParticipant } from './rehearsal-endpoints.ts';

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
export const participantKinds = ['contact', 'recipient'] as const;

/**
 * Contacts: `asked` until they answer, until their mail is refused, or until the end (`no_answer`).
 * Recipients: `asked` until the address was looked at; `checked` where its domain takes mail,
 * `failed` where it does not or the mail was refused, `unknown` where nobody could say.
 */
export const participantStates = [
  'asked',
  'answered',
  'refused',
  'no_answer',
  'checked',
  'failed',
  'unknown',
] as const;
export type ParticipantState = (typeof participantStates)[number];

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

type FiguredPart = Pick<RehearsalParticipant, 'kind' | 'state' | 'pin'>;

/** What came of a rehearsal, in numbers. */
export interface RehearsalFigures {
  contacts: number;
  answered: number;
  /** Contacts whose mail was refused. */
  refused: number;
  /** Contacts who did not answer until the end. */
  silent: number;
  /** Contacts who answered and could not say the PIN they were asked for. */
  without_pin: number;
  recipients: number;
  recipients_failed: number;
}

export function rehearsalFigures(parts: readonly FiguredPart[]): RehearsalFigures {
  const contacts = parts.filter(({ kind }) => kind === 'contact');
  const recipients = parts.filter(({ kind }) => kind === 'recipient');
  const having = (state: FiguredPart['state']) =>
    contacts.filter((part) => part.state === state).length;
  return {
    contacts: contacts.length,
    answered: having('answered'),
    refused: having('refused'),
    silent: having('no_answer'),
    without_pin: contacts.filter(
      ({ state, pin }) => state === 'answered' && pin !== 'right' && pin !== 'not_asked',
    ).length,
    recipients: recipients.length,
    recipients_failed: recipients.filter(({ state }) => state === 'failed').length,
  };
}

/**
 * How many people would not be reached, or could not start anything, as it turned out. While it is
 * under way nobody is late yet.
 */
export function countFailures(figures: RehearsalFigures, isOpen: boolean): number {
  const { refused, silent, without_pin, recipients_failed } = figures;
  const lost = refused + recipients_failed;
  return isOpen ? lost : lost + silent + without_pin;
}

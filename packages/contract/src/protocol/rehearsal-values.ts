import type { ErrorCode } from '../errors.ts';

/** Days until the deadline for answers. */
export const rehearsalDays = 14;

/** Minimum time between two rehearsals of one owner, in hours. */
export const rehearsalPauseHours = 24;

/** Maximum number of rehearsals of one owner per year; the same number stays visible. */
export const rehearsalsPerYear = 12;

/** Maximum of further recipients whose addresses one rehearsal checks. */
export const rehearsalRecipients = 200;

/** Maximum number of PIN attempts of a contact per rehearsal. */
export const rehearsalPinTries = 3;

/** The dashboard suggests a rehearsal after this time. */
export const rehearsalAdviceDays = 365;

/**
 * `contact`: gets a test mail with a question. `recipient`: a further recipient of an instruction,
 * whose address is checked.
 */
export const participantKinds = ['contact', 'recipient'] as const;

/**
 * Contacts are `asked` until they answer, their mail is refused or the rehearsal ends
 * (`no_answer`). Recipients are `asked` until the check: `checked` if the domain accepts mail,
 * `failed` if it does not or the mail was refused, otherwise `unknown`.
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
 * `not_asked`: no PIN, or no answer yet. `asked`: not entered yet. `not_known`: reported by the
 * contact. `wrong`: never correct.
 */
export const rehearsalPinStates = ['not_asked', 'asked', 'not_known', 'right', 'wrong'] as const;
export type RehearsalPinState = (typeof rehearsalPinStates)[number];

/** `complete`: everything is answered. `protocol`: ended by a real start. */
export const rehearsalEndings = ['complete', 'owner', 'time', 'protocol'] as const;
export type RehearsalEnding = (typeof rehearsalEndings)[number];

/** Reasons why a rehearsal cannot be started now. */
export const rehearsalObstacles = [
  'no_confirmed_contact',
  'protocol_running',
  'rehearsal_running',
  'rehearsal_too_soon',
] as const satisfies readonly ErrorCode[];
export type RehearsalObstacle = (typeof rehearsalObstacles)[number];

interface CountedParticipant {
  kind: (typeof participantKinds)[number];
  state: ParticipantState;
  pin: RehearsalPinState;
}

/** Results of a rehearsal. */
interface RehearsalFigures {
  contacts: number;
  answered: number;
  /** Contacts whose mail was refused. */
  refused: number;
  /** Contacts without an answer at the end. */
  silent: number;
  /** Contacts who answered without the correct PIN. */
  without_pin: number;
  recipients: number;
  recipients_failed: number;
}

export function rehearsalFigures(participants: readonly CountedParticipant[]): RehearsalFigures {
  const contacts = participants.filter(({ kind }) => kind === 'contact');
  const recipients = participants.filter(({ kind }) => kind === 'recipient');
  const countInState = (state: CountedParticipant['state']) =>
    contacts.filter((participant) => participant.state === state).length;
  return {
    contacts: contacts.length,
    answered: countInState('answered'),
    refused: countInState('refused'),
    silent: countInState('no_answer'),
    without_pin: contacts.filter(
      ({ state, pin }) => state === 'answered' && pin !== 'right' && pin !== 'not_asked',
    ).length,
    recipients: recipients.length,
    recipients_failed: recipients.filter(({ state }) => state === 'failed').length,
  };
}

/**
 * Counts participants who could not be reached or could not start the protocol. Missing answers
 * count only after the end.
 */
export function countFailures(figures: RehearsalFigures, isOpen: boolean): number {
  const { refused, silent, without_pin, recipients_failed } = figures;
  const lost = refused + recipients_failed;
  return isOpen ? lost : lost + silent + without_pin;
}

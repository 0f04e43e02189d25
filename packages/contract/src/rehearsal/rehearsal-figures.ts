import type { RehearsalPart } from './rehearsal-schemas.ts';

type FiguredPart = Pick<RehearsalPart, 'kind' | 'state' | 'pin'>;

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

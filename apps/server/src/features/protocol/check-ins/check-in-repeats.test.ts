import { describe, expect, test } from 'vitest';
import {
  isLastStep,
  nextStep,
  type OpenRound,
  type SentCheckIn,
  type WatchedOwner,
} from './check-in-rules.ts';

const start = new Date('2026-11-15T09:00:00Z');
const day = (days: number) => new Date(start.getTime() + days * 24 * 60 * 60 * 1000);
const watched = ({ round }: { round: OpenRound }): WatchedOwner => ({
  frequency: 'weekly',
  is_paused: false,
  round,
});
const mail = (number: number, sentDay: number | null, orderedDay = sentDay ?? 0): SentCheckIn => ({
  number,
  ordered_at: day(orderedDay),
  sent_at: sentDay === null ? null : day(sentDay),
  is_refused: false,
  repeats: 0,
});
const lost = (sent: SentCheckIn, repeats = 0) => ({ ...sent, is_refused: true, repeats });
const round = (...check_ins: OpenRound['check_ins']): OpenRound => ({
  started_at: day(7),
  told_at: null,
  check_ins,
});

describe('mails that did not arrive', () => {
  test('a mail that did not arrive is sent again a week later, before the next one', () => {
    const owner = watched({ round: round(lost(mail(1, 7))) });
    expect(nextStep(owner, start, day(13.9))).toEqual({ kind: 'wait', until: day(14) });
    expect(nextStep(owner, start, day(14))).toEqual({ kind: 'ask_again', number: 1 });
  });

  test('contacts are not told while one of the mails did not arrive and may be sent again', () => {
    const three = round(lost(mail(1, 7)), mail(2, 14), mail(3, 21));
    expect(isLastStep(three)).toBe(false);
    expect(nextStep(watched({ round: three }), start, day(28))).toEqual({
      kind: 'ask_again',
      number: 1,
    });
    const repeated = round({ ...mail(1, 29, 28), repeats: 1 }, mail(2, 14), mail(3, 21));
    expect(isLastStep(repeated)).toBe(true);
    expect(nextStep(watched({ round: repeated }), start, day(35.9))).toEqual({
      kind: 'wait',
      until: day(36),
    });
    expect(nextStep(watched({ round: repeated }), start, day(36))).toEqual({
      kind: 'tell_contacts',
    });
  });

  test('a closed mailbox keeps contacts waiting for three more weeks, and no longer', () => {
    const given = round(lost(mail(1, 28), 3));
    expect(nextStep(watched({ round: given }), start, day(35))).toEqual({ kind: 'ask', number: 2 });
    const three = round(lost(mail(1, 28), 2), lost(mail(2, 35), 1), lost(mail(3, 42)));
    expect(isLastStep(three)).toBe(true);
    expect(nextStep(watched({ round: three }), start, day(49))).toEqual({ kind: 'tell_contacts' });
  });

  test('a mail that is under way again is waited for, though later ones were sent', () => {
    const again = round({ ...mail(1, null, 28), repeats: 1 }, mail(2, 14), mail(3, 21));
    expect(nextStep(watched({ round: again }), start, day(35.9))).toEqual({
      kind: 'wait',
      until: day(36),
    });
    expect(nextStep(watched({ round: again }), start, day(36))).toEqual({
      kind: 'ask_again',
      number: 1,
    });
  });
});

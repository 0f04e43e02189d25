import { limits } from '../limits.ts';
import { serviceTerms } from '../service-terms.ts';

const ellipsis = '…';

/** One less than a preview may have: those that end within a word are told by their full length. */
const cutLength = limits.mailPreviewLength - 1;

/** Made when it is first needed: that takes a moment. */
let characters: Intl.Segmenter | undefined;

/** Letters and signs that are one character each, whatever follows among them: most texts have no others. */
const standAlone =
  /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u02ff\u0400-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e№₽]*$/;

/** What does not stand before an ellipsis. */
const looseEnd = /[\s.,;:…‒–—-]+$/;

/** Whether an instruction was last looked at more than so many months ago; six if not said. */
export function needsReview(
  reviewedAt: Date,
  now: Date,
  months: number = serviceTerms.reviewMonths.from,
): boolean {
  return reviewedAt < monthsBefore(now, months);
}

/** What was last looked at before then needs a review. */
export function earliestReviewBefore(now: Date): Date {
  return monthsBefore(now, serviceTerms.reviewMonths.from);
}

/** Whole months since then; for «not reviewed for 8 months». */
export function monthsSince(then: Date, now: Date): number {
  const months =
    (now.getUTCFullYear() - then.getUTCFullYear()) * 12 + now.getUTCMonth() - then.getUTCMonth();
  return Math.max(0, then > monthsBefore(now, months) ? months - 1 : months);
}

/** The same day of an earlier month, or that month's last day where it is shorter. */
function monthsBefore(moment: Date, months: number): Date {
  const target = new Date(moment);
  target.setUTCDate(1);
  target.setUTCMonth(target.getUTCMonth() - months);
  const lastDay = new Date(
    Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0),
  ).getUTCDate();
  target.setUTCDate(Math.min(moment.getUTCDate(), lastDay));
  return target;
}

/**
 * The beginning of a text on one line, at most 100 characters, up to the end of a word. Only a first
 * word that is longer than all of it is cut, and then never within a character.
 */
export function previewOf(text: string): string {
  // Enough for a hundred characters of any kind without walking through a long text.
  const line = text
    .slice(0, limits.mailPreviewLength * 20)
    .replace(/\s+/g, ' ')
    .trim();
  if (placeOf(line, limits.mailPreviewLength) === undefined) return line;
  return endingAtWord(line, placeOf(line, cutLength - ellipsis.length) ?? line.length);
}

/** A preview as it was kept: former ones may end within a word. */
export function trimStoredPreview(kept: string): string {
  const isFull =
    kept.endsWith(ellipsis) &&
    placeOf(kept, limits.mailPreviewLength) === undefined &&
    placeOf(kept, cutLength) !== undefined;
  return isFull ? endingAtWord(kept, kept.length - ellipsis.length) : kept;
}

/** The words of a line that end before `end`. */
function endingAtWord(line: string, end: number): string {
  const space = line[end] === ' ' ? end : line.lastIndexOf(' ', end);
  const words = line.slice(0, space === -1 ? end : space);
  return (words.replace(looseEnd, '') || words) + ellipsis;
}

/** Where the character after so many begins; undefined where there are no more. */
function placeOf(line: string, count: number): number | undefined {
  if (standAlone.test(line.slice(0, count + 1))) return line.length > count ? count : undefined;
  characters ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let passed = 0;
  for (const { index } of characters.segment(line)) {
    if (passed === count) return index;
    passed += 1;
  }
  return undefined;
}

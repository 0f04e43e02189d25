import { limits } from '../limits.ts';
import { serviceTerms } from '../service-terms.ts';

const ellipsis = '…';

/** Created on first use, because its construction is slow. */
let segmenter: Intl.Segmenter | undefined;

/** Characters that never combine with their neighbours; most texts have no others. */
const simpleCharacters =
  /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u02ff\u0400-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e№₽]*$/;

/** Punctuation removed before an ellipsis. */
const trailingPunctuation = /[\s.,;:…‒–—-]+$/;

/** True if the last review was more than `months` months ago. */
export function needsReview(
  reviewedAt: Date,
  now: Date,
  months: number = serviceTerms.reviewMonths.from,
): boolean {
  return reviewedAt < monthsBefore(now, months);
}

/** Returns the time before which a last review is too old. */
export function reviewCutoff(now: Date): Date {
  return monthsBefore(now, serviceTerms.reviewMonths.from);
}

/** Number of full months from `then` to `now`. */
export function monthsSince(then: Date, now: Date): number {
  const months =
    (now.getUTCFullYear() - then.getUTCFullYear()) * 12 + now.getUTCMonth() - then.getUTCMonth();
  return Math.max(0, then > monthsBefore(now, months) ? months - 1 : months);
}

/** Returns the same day of an earlier month, or the last day of a shorter month. */
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
 * The first words of a text on one line, at most 100 characters. Only an overlong first word is
 * cut, never within a character.
 */
export function previewOf(text: string): string {
  // Enough for a hundred characters of any kind.
  const line = text
    .slice(0, limits.mailPreviewLength * 20)
    .replace(/\s+/g, ' ')
    .trim();
  if (indexAfter(line, limits.mailPreviewLength) === undefined) return line;
  const end = indexAfter(line, limits.mailPreviewLength - ellipsis.length) ?? line.length;
  const space = line[end] === ' ' ? end : line.lastIndexOf(' ', end);
  const words = line.slice(0, space === -1 ? end : space);
  return (words.replace(trailingPunctuation, '') || words) + ellipsis;
}

/** Index after the first `count` characters; undefined if there are fewer. */
function indexAfter(line: string, count: number): number | undefined {
  if (simpleCharacters.test(line.slice(0, count + 1)))
    return line.length > count ? count : undefined;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let passed = 0;
  for (const { index } of segmenter.segment(line)) {
    if (passed === count) return index;
    passed += 1;
  }
  return undefined;
}

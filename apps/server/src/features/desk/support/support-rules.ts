import { moscowDay, startOfMoscowDay } from '@zavet/contract/days';
import {
  type SupportAuthor,
  type SupportCategory,
  type SupportTier,
  supportTerms,
} from '@zavet/contract/desk/support-values';
import { limits } from '@zavet/contract/limits';
import { confirmationCodeAlphabet } from '@zavet/contract/people/contact-rules';

const hourMs = 60 * 60 * 1000;

/** The promised time of an answer. */
export function answerBy(category: SupportCategory, tier: SupportTier, writtenAt: Date): Date {
  if (category === 'data_request') {
    return afterWorkingDays(writtenAt, supportTerms.dataRequestWorkingDays);
  }
  return nextWorkingTime(new Date(writtenAt.getTime() + supportTerms.answerHours[tier] * hourMs));
}

/** Moves a time outside of working hours to one hour after the next start of work. */
function nextWorkingTime(time: Date): Date {
  const { firstWorkingHour, lastWorkingHour } = supportTerms;
  const start = startOfMoscowDay(moscowDay(time)).getTime();
  const at = (hour: number) => start + hour * hourMs;
  const isWorking = isWorkingDay(time);
  if (isWorking && time.getTime() < at(firstWorkingHour)) return new Date(at(firstWorkingHour + 1));
  if (isWorking && time.getTime() <= at(lastWorkingHour)) return time;
  let day = start + 24 * hourMs;
  while (!isWorkingDay(new Date(day))) day += 24 * hourMs;
  return new Date(day + (firstWorkingHour + 1) * hourMs);
}

/** Keeps the time of day; the first day does not count. */
function afterWorkingDays(time: Date, days: number): Date {
  let [after, left] = [time, days];
  while (left > 0) {
    after = new Date(after.getTime() + 24 * hourMs);
    if (isWorkingDay(after)) left -= 1;
  }
  return after;
}

/** Monday to Friday in Moscow. */
function isWorkingDay(time: Date): boolean {
  const weekday = new Date(moscowDay(time)).getUTCDay();
  return weekday > 0 && weekday < 6;
}

export function isThreadFull(
  messages: readonly { author: SupportAuthor }[],
  author: SupportAuthor,
): boolean {
  const written = messages.filter((one) => one.author === author).length;
  return written >= limits.supportMessagesPerRequest;
}

/** Excludes characters that are easily confused. */
export const referenceAlphabet = confirmationCodeAlphabet;
export const referenceLength = 8;

/** `ABCD-EFGH` */
export function formatReference(characters: string): string {
  const half = referenceLength / 2;
  return `${characters.slice(0, half)}-${characters.slice(half)}`;
}

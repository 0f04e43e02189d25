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

/** When an answer is promised at the latest. */
export function answerBy(category: SupportCategory, tier: SupportTier, writtenAt: Date): Date {
  if (category === 'data_request') {
    return afterWorkingDays(writtenAt, supportTerms.dataRequestWorkingDays);
  }
  return nextWorkingTime(new Date(writtenAt.getTime() + supportTerms.answerHours[tier] * hourMs));
}

/**
 * The moment itself within working hours. Otherwise the end of the first working hour after it: an
 * answer that is promised for a night or a weekend would not be believed.
 */
function nextWorkingTime(moment: Date): Date {
  const { firstWorkingHour, lastWorkingHour } = supportTerms;
  const start = startOfMoscowDay(moscowDay(moment)).getTime();
  const at = (hour: number) => start + hour * hourMs;
  const isWorking = isWorkingDay(moment);
  if (isWorking && moment.getTime() < at(firstWorkingHour))
    return new Date(at(firstWorkingHour + 1));
  if (isWorking && moment.getTime() <= at(lastWorkingHour)) return moment;
  let day = start + 24 * hourMs;
  while (!isWorkingDay(new Date(day))) day += 24 * hourMs;
  return new Date(day + (firstWorkingHour + 1) * hourMs);
}

/** The same time of day, so many working days on; the day itself does not count. */
function afterWorkingDays(moment: Date, days: number): Date {
  let [after, left] = [moment, days];
  while (left > 0) {
    after = new Date(after.getTime() + 24 * hourMs);
    if (isWorkingDay(after)) left -= 1;
  }
  return after;
}

/** Monday to Friday in Moscow. */
function isWorkingDay(moment: Date): boolean {
  const weekday = new Date(moscowDay(moment)).getUTCDay();
  return weekday > 0 && weekday < 6;
}

/** Whether this side has written as much in a request as it may. */
export function isThreadFull(
  messages: readonly { author: SupportAuthor }[],
  author: SupportAuthor,
): boolean {
  const written = messages.filter((one) => one.author === author).length;
  return written >= limits.supportMessagesPerRequest;
}

/** Easy to read out and to type: no look-alikes. */
export const referenceAlphabet = confirmationCodeAlphabet;
export const referenceLength = 8;

/** `ABCD-EFGH` */
export function formatReference(characters: string): string {
  const half = referenceLength / 2;
  return `${characters.slice(0, half)}-${characters.slice(half)}`;
}

/** A reference as somebody typed it; undefined when it cannot be one. */
export function parseReference(input: string): string | undefined {
  const characters = input.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return characters.length === referenceLength ? formatReference(characters) : undefined;
}

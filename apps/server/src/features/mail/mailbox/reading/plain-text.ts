/** Control signs, and those that turn the direction of the text around them. */
const unseen = /[\p{Cc}\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u00AD]+/gu;

/** As one line that cannot disturb what stands around it. */
export function oneLine(text: string, maxLength: number): string {
  const line = text.toWellFormed().replace(unseen, ' ').replace(/\s+/g, ' ').trim();
  return [...line.slice(0, maxLength * 2)].slice(0, maxLength).join('');
}

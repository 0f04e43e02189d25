/** Types that programs open without running anything. All others are bytes. */
const harmless = new Set([
  ...['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf', 'text/plain'],
  ...['audio/mpeg', 'audio/ogg', 'audio/wav', 'video/mp4', 'application/zip'],
]);

/** Pictures that a page may hold. Drawings in SVG are programs. */
const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

const longestName = 150;

export function servedType(mimeType: string): string {
  const type = mimeType.toLowerCase();
  return harmless.has(type) ? type : 'application/octet-stream';
}

export function isPicture(mimeType: string): boolean {
  return pictures.has(mimeType.toLowerCase());
}

/** A name that stays in the folder it is saved to, and looks like what it is. */
export function attachmentName(given: string | null, index: number, mimeType: string): string {
  const name = (given ?? '')
    .toWellFormed()
    .replace(/^.*[/\\]/s, '')
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  if (name === '') return `attachment-${index + 1}${mimeType === 'message/rfc822' ? '.eml' : ''}`;
  return shortened(name);
}

/** The ending is what a system goes by. */
function shortened(name: string): string {
  const signs = [...name];
  if (signs.length <= longestName) return name;
  const ending = /\.[^.]{1,12}$/.exec(name)?.[0] ?? '';
  return signs.slice(0, longestName - [...ending].length).join('') + ending;
}

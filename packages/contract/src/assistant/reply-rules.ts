/** A draft stands between these marks, on lines of their own or not. */
const opening = '<draft>';
const closing = '</draft>';

export interface ReplyPart {
  kind: 'words' | 'draft';
  text: string;
}

/**
 * A reply, or as much of it as has arrived, cut into words and drafts. A mark that is only half
 * there is held back, a draft that is not closed yet goes on to the end.
 */
export function partsOfReply(reply: string): ReplyPart[] {
  const parts: ReplyPart[] = [];
  let rest = withoutHalfMark(reply);
  let kind: ReplyPart['kind'] = 'words';
  while (rest !== '') {
    const mark = kind === 'words' ? opening : closing;
    const end = rest.indexOf(mark);
    const text = (end < 0 ? rest : rest.slice(0, end)).trim();
    if (text !== '') parts.push({ kind, text });
    rest = end < 0 ? '' : rest.slice(end + mark.length);
    kind = kind === 'words' ? 'draft' : 'words';
  }
  return parts;
}

/** What can be put into an instruction: the last draft of a reply. */
export function draftOf(reply: string): string | undefined {
  return partsOfReply(reply).findLast(({ kind }) => kind === 'draft')?.text;
}

export function markedAsDraft(text: string): string {
  return `${opening}\n${text}\n${closing}`;
}

function withoutHalfMark(reply: string): string {
  const start = reply.lastIndexOf('<');
  if (start < 0) return reply;
  const tail = reply.slice(start);
  const isHalf = [opening, closing].some((mark) => mark !== tail && mark.startsWith(tail));
  return isHalf ? reply.slice(0, start) : reply;
}

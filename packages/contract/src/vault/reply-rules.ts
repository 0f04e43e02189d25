import { limits } from '../limits.ts';
import { type InstructionCategory, instructionCategories } from './instruction-values.ts';

const factNames = ['title', 'category', 'addressee', 'recipient'] as const;
const factPattern = /([a-z]+)\s*=\s*["“”]([^"“”<>]*)["“”]/gi;

/** An opening tag with longer attributes is treated as text. */
const maxFactsLength = 600;
const markedHeading = /^\s*#{1,3}\s+(\S.*)/u;

const labelledHeading =
  /^\s*(?:название|заголовок|тема|title|subject|titre|objet|rubrik|titel|ämne|otsikko|aihe|título|assunto)\s*[:—–]\s*(\S.*)/iu;

/** Tags around a draft, anywhere in a line. The opening tag may have attributes. */
const openingTag = '<draft>';
const closingTag = '</draft>';
const tags = new RegExp(`<draft(?:\\s[^<>]{0,${maxFactsLength}})?>|</draft>`, 'gi');

export interface ReplyPart {
  kind: 'words' | 'draft';
  text: string;
  facts?: DraftFacts;
}

/**
 * Splits a reply, or the part received so far, into words and drafts. A partial tag at the end is
 * withheld, an unclosed draft extends to the end, and unbalanced tags are removed.
 */
export function parseReply(reply: string): ReplyPart[] {
  const arrived = withoutPartialTag(reply);
  const parts: ReplyPart[] = [{ kind: 'words', text: '' }];
  let from = 0;
  const append = (end: number, next: Omit<ReplyPart, 'text'>) => {
    const current = parts.at(-1);
    if (current) current.text += arrived.slice(from, end);
    if (current?.kind !== next.kind) parts.push({ ...next, text: '' });
  };
  for (const tag of arrived.matchAll(tags)) {
    const isClosing = tag[0].startsWith('</');
    append(tag.index, isClosing ? { kind: 'words' } : { kind: 'draft', facts: parseFacts(tag[0]) });
    from = tag.index + tag[0].length;
  }
  append(arrived.length, { kind: 'words' });
  return parts
    .map((part) => ({ ...part, text: part.text.trim() }))
    .filter(({ text }) => text !== '');
}

/** The last draft of a reply, to be inserted into an instruction. */
export function draftOf(reply: string): string | undefined {
  return parseReply(reply).findLast(({ kind }) => kind === 'draft')?.text;
}

/**
 * True if the reply of the guide is a numbered list of `count` choices. Outside of drafts the guide
 * never repeats the user's words, so a list there is always its own.
 */
export function offersChoice(reply: string, count: number): boolean {
  if (draftOf(reply) !== undefined) return false;
  const numbers = [...reply.matchAll(/^(\d+)\. \S/gm)].map(([, number]) => Number(number));
  return numbers.length === count && numbers.every((number, index) => number === index + 1);
}

/**
 * Returns the text as a tagged draft. Tags inside the text are removed, because they would end the
 * draft.
 */
export function wrapDraft(text: string, facts: DraftFacts = {}): string {
  return `<draft${formatFacts(facts)}>\n${withoutTags(text)}\n${closingTag}`;
}

/** Removes all tags. Recursive, because a removal may form another tag. */
function withoutTags(text: string): string {
  const cleaned = text.replace(tags, '');
  return cleaned === text ? text : withoutTags(cleaned);
}

const partialOpeningTag = new RegExp(`^<draft\\s[^<>]{0,${maxFactsLength}}$`);

function withoutPartialTag(reply: string): string {
  const start = reply.lastIndexOf('<');
  if (start < 0) return reply;
  const tail = reply.slice(start).toLowerCase();
  const isPartial =
    [openingTag, closingTag].some((tag) => tag !== tail && tag.startsWith(tail)) ||
    partialOpeningTag.test(tail);
  return isPartial ? reply.slice(0, start) : reply;
}

/** Number of characters of a conversation, all of which the assistant reads with every message. */
export function conversationLength(turns: readonly { content: string }[]): number {
  return turns.reduce((sum, { content }) => sum + content.length, 0);
}

/** Values that a draft offers for empty fields of an instruction. */
export interface DraftFacts {
  title?: string;
  category?: InstructionCategory;
  /** As mentioned in the conversation, possibly in an oblique case; used to find a contact. */
  addressee?: string;
  /** The addressee in the nominative. */
  recipient?: string;
}

/** Returns the attributes of an opening tag; undefined if there are none. */
function parseFacts(tag: string): DraftFacts | undefined {
  const values = new Map(
    [...tag.matchAll(factPattern)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value.replace(/\s+/g, ' ').trim(),
    ]),
  );
  const fact = (name: (typeof factNames)[number], maxLength: number) => {
    const value = values.get(name);
    return value && value.length <= maxLength ? { [name]: value } : {};
  };
  const category = instructionCategories.find((one) => one === values.get('category'));
  const facts: DraftFacts = {
    ...fact('title', limits.instructionTitleMaxLength),
    ...(category && { category }),
    ...fact('addressee', limits.nameMaxLength),
    ...fact('recipient', limits.nameMaxLength),
  };
  return Object.keys(facts).length > 0 ? facts : undefined;
}

function formatFacts(facts: DraftFacts): string {
  return factNames
    .map((name) => [name, facts[name]?.replace(/["“”<>\s]+/g, ' ').trim()])
    .map(([name, value]) => (value ? ` ${name}="${value}"` : ''))
    .join('');
}

/** Returns the first line if it is marked as a heading; any other first line may be a greeting. */
export function headingOf(draft: string): string | undefined {
  const [first = ''] = draft.trimStart().split('\n');
  const [, heading] = markedHeading.exec(first) ?? labelledHeading.exec(first) ?? [];
  const title = heading?.replace(/^[«"“]|[»"”.]$/gu, '').trim();
  return title && title.length <= limits.instructionTitleMaxLength ? title : undefined;
}

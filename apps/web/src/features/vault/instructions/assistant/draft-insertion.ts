import type { DraftFacts } from '@zavet/contract/vault/reply-rules';
import type { LetterDraft } from '../../assistant/public/letter-draft.ts';
import type { InstructionValues } from '../instruction-rules.ts';

type DraftListener = (draft: LetterDraft) => void;

/** Passes a draft of the assistant to the open form, or to the next one that opens. */
export class DraftInserter {
  #onDraft: DraftListener | undefined;
  #pending: LetterDraft | undefined;

  /** Returns false if no form is open; the draft then waits for the next one. */
  insert(draft: LetterDraft): boolean {
    if (!this.#onDraft) {
      this.#pending = draft;
      return false;
    }
    this.#onDraft(draft);
    return true;
  }

  /** Registers an open form. The returned function unregisters it. */
  register(onDraft: DraftListener): () => void {
    this.#onDraft = onDraft;
    const pending = this.#pending;
    this.#pending = undefined;
    if (pending !== undefined) onDraft(pending);
    return () => {
      if (this.#onDraft === onDraft) this.#onDraft = undefined;
    };
  }

  /** Discards a waiting draft if the user left before its form had opened. */
  dropPending(): void {
    this.#pending = undefined;
  }
}

/** Appends a paragraph unless the content already ends with it. */
export function appendText(content: string, text: string): string {
  const above = content.trimEnd();
  if (above === '' || above === text) return text;
  return above.endsWith(`\n\n${text}`) ? content : `${above}\n\n${text}`;
}

interface FieldPosition {
  /** Relative to the beginning of the text. */
  lineTop: number;
  /** Top of the field, relative to the window. */
  boxTop: number;
  maxScrollTop: number;
  windowHeight: number;
}

/** Height of the preceding text that stays visible. */
const abovePx = 24;

/** Computes the scrolling that brings a line into the upper part of the window. */
export function scrollPositionFor({ lineTop, boxTop, maxScrollTop, windowHeight }: FieldPosition) {
  const fieldTop = Math.min(Math.max(0, lineTop - abovePx), Math.max(0, maxScrollTop));
  const lineInWindow = boxTop + lineTop - fieldTop;
  const highest = windowHeight * 0.1;
  const lowest = windowHeight * 0.4;
  const isVisible = lineInWindow >= highest && lineInWindow <= lowest;
  return { fieldTop, pageBy: isVisible ? 0 : lineInWindow - windowHeight * 0.25 };
}

interface Contact {
  id: string;
  name: string;
}

/**
 * Returns values from a draft for empty fields only. The recipient becomes a trusted contact if
 * exactly one has that name, otherwise the further recipient.
 */
export function fieldsFromDraft(
  values: InstructionValues,
  facts: DraftFacts,
  contacts: readonly Contact[],
): Partial<InstructionValues> {
  const searchedName = facts.recipient ?? facts.addressee;
  const contact = searchedName === undefined ? undefined : findContact(searchedName, contacts);
  const hasRecipient = values.recipient_name.trim() !== '' || values.recipient_email.trim() !== '';
  return {
    ...(facts.title && values.title.trim() === '' && { title: facts.title }),
    ...(facts.category && values.category === '' && { category: facts.category }),
    ...(contact &&
      values.trusted_contact_ids.length === 0 && { trusted_contact_ids: [contact.id] }),
    ...(facts.recipient && !contact && !hasRecipient && { recipient_name: facts.recipient }),
  };
}

/** Returns the contact whose name contains all the words, unless several match. */
function findContact(searched: string, contacts: readonly Contact[]): Contact | undefined {
  const matches = contacts.filter(({ name }) => {
    const nameWords = wordsOf(name);
    return wordsOf(searched).every((word) => nameWords.some((other) => isSameName(word, other)));
  });
  return matches.length === 1 ? matches[0] : undefined;
}

function wordsOf(name: string): string[] {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
}

/** Case endings: «Орлов-а», «Орлов-ой»; «Liisa», «Liisa-lle». */
const maxEndingLength = 2;
const finnishEnding = /^(?:lle|lta|ltä|lla|llä)$/;

/** Compares names in any grammatical case, such as «Анна» and «Анне». */
function isSameName(one: string, other: string): boolean {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const endings = [one.slice(same), other.slice(same)];
  if (same < 3) return one === other;
  return endings.every((ending) => ending.length <= maxEndingLength || finnishEnding.test(ending));
}

import type { QueryState } from '@tanstack/react-query';
import type { InstructionView } from '@zavet/contract/vault/instruction-schemas';
import type { DraftFacts } from '@zavet/contract/vault/reply-rules';
import type { LetterDraft } from '../../assistant/public/letter-draft.ts';
import { deliveryStageOf, type InstructionValues } from '../instruction-rules.ts';

type OnDraft = (draft: LetterDraft) => void;

/** Passes a draft of the assistant to the open form, or to the next one that opens. */
export class DraftInserter {
  #onDraft: OnDraft | undefined;
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
  register(onDraft: OnDraft): () => void {
    this.#onDraft = onDraft;
    const pending = this.#pending;
    this.#pending = undefined;
    if (pending !== undefined) onDraft(pending);
    return () => {
      if (this.#onDraft === onDraft) this.#onDraft = undefined;
    };
  }

  /** Drops a waiting draft whose form was left before it opened. */
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

/** The preceding text that stays visible. */
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
 * exactly one has that name, otherwise the additional recipient.
 */
export function fieldsFromDraft(
  values: InstructionValues,
  facts: DraftFacts,
  contacts: readonly Contact[],
): Partial<InstructionValues> {
  const named = facts.recipient ?? facts.addressee;
  const contact = named === undefined ? undefined : contactNamed(named, contacts);
  const isTaken = values.recipient_name.trim() !== '' || values.recipient_email.trim() !== '';
  return {
    ...(facts.title && values.title.trim() === '' && { title: facts.title }),
    ...(facts.category && values.category === '' && { category: facts.category }),
    ...(contact &&
      values.trusted_contact_ids.length === 0 && { trusted_contact_ids: [contact.id] }),
    ...(facts.recipient && !contact && !isTaken && { recipient_name: facts.recipient }),
  };
}

/** Returns the contact whose name contains all the words, unless several match. */
function contactNamed(searched: string, contacts: readonly Contact[]): Contact | undefined {
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

type LoadState<Data> = Pick<QueryState<Data>, 'status' | 'fetchStatus' | 'data'>;
type WithStage = Pick<InstructionView, 'status' | 'queued_at'>;

/** True while the form of an instruction is loading and will open. */
export function isFormOpening(
  instruction: LoadState<WithStage> | undefined,
  contacts: LoadState<unknown> | undefined,
): boolean {
  if (hasFailed(instruction) || hasFailed(contacts)) return false;
  if (!instruction?.data || instruction.fetchStatus === 'fetching') return true;
  return deliveryStageOf(instruction.data) === 'open';
}

function hasFailed(state: LoadState<unknown> | undefined): boolean {
  return state?.status === 'error' && state.fetchStatus !== 'fetching';
}

import type { QueryState } from '@tanstack/react-query';
import type { InstructionView } from '@zavet/contract/vault/instruction-schemas';
import type { DraftFacts } from '@zavet/contract/vault/reply-rules';
import type { LetterDraft } from '../../assistant/public/letter-draft.ts';
import { deliveryStageOf, type InstructionValues } from '../instruction-rules.ts';

type Take = (draft: LetterDraft) => void;

/** Brings a draft of the assistant into the form that is open, or into the one that opens for it. */
export class DraftInserter {
  #take: Take | undefined;
  #waiting: LetterDraft | undefined;

  /** False when no form is open: the draft waits for the next one. */
  insert(draft: LetterDraft): boolean {
    if (!this.#take) {
      this.#waiting = draft;
      return false;
    }
    this.#take(draft);
    return true;
  }

  /** A form is open. Returns what is called when it is gone. */
  open(take: Take): () => void {
    this.#take = take;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting !== undefined) take(waiting);
    return () => {
      if (this.#take === take) this.#take = undefined;
    };
  }

  /** The form that a text waited for was left before it could open. */
  forget(): void {
    this.#waiting = undefined;
  }
}

/** What a text becomes with another one below it; the same one is not added twice in a row. */
export function appendText(content: string, text: string): string {
  const above = content.trimEnd();
  if (above === '' || above === text) return text;
  return above.endsWith(`\n\n${text}`) ? content : `${above}\n\n${text}`;
}

interface FieldPosition {
  /** Of the line, from the beginning of the text. */
  lineTop: number;
  /** Of the field, from the top of the window. */
  boxTop: number;
  /** How far the field can be scrolled. */
  maxScrollTop: number;
  windowHeight: number;
}

/** A little of what stands before it stays in sight. */
const abovePx = 24;

/** Where a line comes to stand in the upper part of the window, with what follows it below. */
export function scrollPositionFor({ lineTop, boxTop, maxScrollTop, windowHeight }: FieldPosition) {
  const fieldTop = Math.min(Math.max(0, lineTop - abovePx), Math.max(0, maxScrollTop));
  const lineInWindow = boxTop + lineTop - fieldTop;
  const highest = windowHeight * 0.1;
  const lowest = windowHeight * 0.4;
  const isInSight = lineInWindow >= highest && lineInWindow <= lowest;
  return { fieldTop, pageBy: isInSight ? 0 : lineInWindow - windowHeight * 0.25 };
}

interface Contact {
  id: string;
  name: string;
}

/**
 * What a draft can fill in of the fields that are still empty. Whom it is for is a trusted contact
 * where exactly one has that name, otherwise the further recipient. What somebody chose or typed
 * stays.
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

/** The only one whose name holds all of these; several could be meant, so then nobody is. */
function contactNamed(said: string, contacts: readonly Contact[]): Contact | undefined {
  const found = contacts.filter(({ name }) => {
    const own = wordsOf(name);
    return wordsOf(said).every((word) => own.some((other) => isSameName(word, other)));
  });
  return found.length === 1 ? found[0] : undefined;
}

function wordsOf(name: string): string[] {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
}

/** The longest endings of cases: «Орлов-а», «Орлов-ой»; «Liisa», «Liisa-lle». */
const maxEndingLength = 2;
const finnishEnding = /^(?:lle|lta|ltä|lla|llä)$/;

/** «Анна» and «Анне»: the same beginning, and endings as cases have them. */
function isSameName(one: string, other: string): boolean {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const endings = [one.slice(same), other.slice(same)];
  if (same < 3) return one === other;
  return endings.every((ending) => ending.length <= maxEndingLength || finnishEnding.test(ending));
}

type Reading<Data> = Pick<QueryState<Data>, 'status' | 'fetchStatus' | 'data'>;
type Opened = Pick<InstructionView, 'status' | 'queued_at'>;

/** Whether the form of an instruction will open by itself once what it needs has been read. */
export function isFormOpening(
  instruction: Reading<Opened> | undefined,
  contacts: Reading<unknown> | undefined,
): boolean {
  if (hasFailed(instruction) || hasFailed(contacts)) return false;
  if (!instruction?.data || instruction.fetchStatus === 'fetching') return true;
  return deliveryStageOf(instruction.data) === 'open';
}

function hasFailed(reading: Reading<unknown> | undefined): boolean {
  return reading?.status === 'error' && reading.fetchStatus !== 'fetching';
}

import type { InsertedDraft } from '../../assistant/public/inserted-draft.ts';

type Take = (draft: InsertedDraft) => void;

/** Brings a draft of the assistant into the form that is open, or into the one that opens for it. */
export class Insertions {
  #take: Take | undefined;
  #waiting: InsertedDraft | undefined;

  /** False when no form is open: the draft waits for the next one. */
  insert(draft: InsertedDraft): boolean {
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
export function withTextBelow(content: string, text: string): string {
  const above = content.trimEnd();
  if (above === '' || above === text) return text;
  return above.endsWith(`\n\n${text}`) ? content : `${above}\n\n${text}`;
}

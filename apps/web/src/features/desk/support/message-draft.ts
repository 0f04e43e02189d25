import { supportCategories } from '@zavet/contract/desk/support-values';
import {
  objectOf,
  type PrivateStorage,
  parsedObject,
} from '../../../platform/storage/private-storage.ts';
import type { SupportValues } from './support-rules.ts';

export interface MessageDraft {
  /** What differs from an empty form. */
  values: Partial<SupportValues>;
  /** Where exactly this text was sent and not answered. */
  draft_id?: string;
}

const name = 'support';

/** What one person wrote to the support and has not sent yet, kept in this browser. */
export class MessageDraftStore {
  readonly #storage: PrivateStorage;
  readonly #userId: string;

  constructor(storage: PrivateStorage, userId: string) {
    this.#storage = storage;
    this.#userId = userId;
  }

  /** False when there was no room for it. */
  keep(draft: MessageDraft): boolean {
    return this.#storage.keep(this.#userId, name, JSON.stringify(draft));
  }

  find(): MessageDraft | undefined {
    return draftOf(this.#storage.find(this.#userId, name));
  }

  forget(): void {
    this.#storage.forget(this.#userId, name);
  }

  /** Leaves alone what was written after it. */
  forgetSent(draftId: string): void {
    if (this.find()?.draft_id === draftId) this.forget();
  }
}

/** An older edition of the application may have kept something else under the same name. */
function draftOf(text: string | undefined): MessageDraft | undefined {
  const { values, draft_id } = parsedObject(text);
  const known = knownValues(objectOf(values));
  if (Object.keys(known).length === 0) return undefined;
  return typeof draft_id === 'string' ? { values: known, draft_id } : { values: known };
}

function knownValues(given: Record<string, unknown>): Partial<SupportValues> {
  const texts = ['name', 'userEmail', 'subject', 'message']
    .map((field) => [field, given[field]] as const)
    .filter(([, value]) => typeof value === 'string');
  const category = supportCategories.find((value) => value === given.category);
  return { ...Object.fromEntries(texts), ...(category && { category }) };
}

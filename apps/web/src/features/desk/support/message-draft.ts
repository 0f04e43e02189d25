import { supportCategories } from '@zavet/contract/desk/support-values';
import {
  objectOf,
  type PrivateStorage,
  parsedObject,
} from '../../../platform/storage/private-storage.ts';
import type { SupportValues } from './support-rules.ts';

export interface MessageDraft {
  /** Values that differ from an empty form. */
  values: Partial<SupportValues>;
  /** Set if exactly this text was sent but no response arrived. */
  draft_id?: string;
}

const storageName = 'support';

/** The unsent message of one user, stored in this browser. */
export class MessageDraftStore {
  readonly #storage: PrivateStorage;
  readonly #userId: string;

  constructor(storage: PrivateStorage, userId: string) {
    this.#storage = storage;
    this.#userId = userId;
  }

  /** Returns false if the storage is full. */
  save(draft: MessageDraft): boolean {
    return this.#storage.keep(this.#userId, storageName, JSON.stringify(draft));
  }

  load(): MessageDraft | undefined {
    return draftOf(this.#storage.find(this.#userId, storageName));
  }

  remove(): void {
    this.#storage.forget(this.#userId, storageName);
  }

  /** Removes the draft with this id; a newer draft is kept. */
  removeSent(draftId: string): void {
    if (this.load()?.draft_id === draftId) this.remove();
  }
}

/** Ignores unknown content: another release may have stored it. */
function draftOf(text: string | undefined): MessageDraft | undefined {
  const { values, draft_id } = parsedObject(text);
  const valid = validValues(objectOf(values));
  if (Object.keys(valid).length === 0) return undefined;
  return typeof draft_id === 'string' ? { values: valid, draft_id } : { values: valid };
}

function validValues(stored: Record<string, unknown>): Partial<SupportValues> {
  const texts = ['name', 'userEmail', 'subject', 'message']
    .map((field) => [field, stored[field]] as const)
    .filter(([, value]) => typeof value === 'string');
  const category = supportCategories.find((value) => value === stored.category);
  return { ...Object.fromEntries(texts), ...(category && { category }) };
}

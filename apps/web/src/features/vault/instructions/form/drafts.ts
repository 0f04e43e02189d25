import {
  instructionCategories,
  instructionPriorities,
} from '@zavet/contract/vault/instruction-values';
import {
  objectOf,
  type PrivateStorage,
  parsedObject,
} from '../../../../platform/storage/private-storage.ts';
import { emptyValues, type InstructionValues } from '../instruction-rules.ts';

/** Which form: that of a new instruction, or that of one by its id. */
export type DraftSubject = 'new' | (string & {});

export interface Draft {
  /** Sent with a new instruction, so that saving it twice makes one. */
  draft_id: string;
  /** The version it was begun on; null for a new instruction. */
  version: number | null;
  values: InstructionValues;
  /** Files that had been chosen and cannot be kept. */
  file_names: readonly string[];
  kept_at: string;
}

/** What one person typed and has not saved yet, kept in this browser. */
export class Drafts {
  readonly #storage: PrivateStorage;
  readonly #userId: string;

  constructor(storage: PrivateStorage, userId: string) {
    this.#storage = storage;
    this.#userId = userId;
  }

  /** False when there was no room for it. */
  save(subject: DraftSubject, draft: Draft): boolean {
    return this.#storage.keep(this.#userId, nameOf(subject), JSON.stringify(draft));
  }

  find(subject: DraftSubject): Draft | undefined {
    return draftOf(this.#storage.find(this.#userId, nameOf(subject)));
  }

  remove(subject: DraftSubject): void {
    this.#storage.forget(this.#userId, nameOf(subject));
  }

  /** The forms something was left in. */
  subjects(): DraftSubject[] {
    return this.#storage
      .names(this.#userId)
      .filter((name) => name.startsWith(draftPrefix))
      .map((name) => name.slice(draftPrefix.length));
  }

  /** A text that gave way to a newer version; it stays until its writer lets go of it. */
  setAside(subject: DraftSubject, values: InstructionValues): boolean {
    return this.#storage.keep(this.#userId, `${asidePrefix}${subject}`, JSON.stringify(values));
  }

  findSetAside(subject: DraftSubject): InstructionValues | undefined {
    return knownValues(parsedObject(this.#storage.find(this.#userId, `${asidePrefix}${subject}`)));
  }

  removeSetAside(subject: DraftSubject): void {
    this.#storage.forget(this.#userId, `${asidePrefix}${subject}`);
  }
}

const draftPrefix = 'instruction.';
const asidePrefix = 'set-aside.';

function nameOf(subject: DraftSubject): string {
  return `${draftPrefix}${subject}`;
}

function draftOf(text: string | undefined): Draft | undefined {
  const found = parsedObject(text);
  const values = knownValues(found.values);
  if (!values || typeof found.draft_id !== 'string') return undefined;
  return {
    draft_id: found.draft_id,
    version: typeof found.version === 'number' ? found.version : null,
    values,
    file_names: texts(found.file_names),
    kept_at: typeof found.kept_at === 'string' ? found.kept_at : new Date(0).toISOString(),
  };
}

/** An older edition of the application may have kept something else under the same name. */
function knownValues(found: unknown): InstructionValues | undefined {
  const given = objectOf(found);
  if (Object.keys(given).length === 0) return undefined;
  const text = (field: 'title' | 'content' | 'recipient_name' | 'recipient_email') =>
    typeof given[field] === 'string' ? given[field] : emptyValues[field];
  return {
    title: text('title'),
    category: instructionCategories.find((category) => category === given.category) ?? '',
    priority: instructionPriorities.find((priority) => priority === given.priority) ?? '',
    content: text('content'),
    trusted_contact_ids: texts(given.trusted_contact_ids),
    recipient_name: text('recipient_name'),
    recipient_email: text('recipient_email'),
  };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

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

/** Identifies the form: `new`, or the id of an instruction. */
export type DraftSubject = 'new' | (string & {});

export interface Draft {
  /** Sent with a new instruction, so that saving it twice creates only one. */
  draft_id: string;
  /** The version that the draft is based on; null for a new instruction. */
  version: number | null;
  values: InstructionValues;
  /** Names of the chosen files, whose contents are not stored. */
  file_names: readonly string[];
  kept_at: string;
}

/** A user's unsaved instructions in browser storage. */
export class Drafts {
  readonly #storage: PrivateStorage;
  readonly #userId: string;

  constructor(storage: PrivateStorage, userId: string) {
    this.#storage = storage;
    this.#userId = userId;
  }

  /** Returns false if the storage is full. */
  save(subject: DraftSubject, draft: Draft): boolean {
    return this.#storage.keep(this.#userId, storageName(subject), JSON.stringify(draft));
  }

  find(subject: DraftSubject): Draft | undefined {
    return parseDraft(this.#storage.find(this.#userId, storageName(subject)));
  }

  remove(subject: DraftSubject): void {
    this.#storage.forget(this.#userId, storageName(subject));
  }

  /** Lists the forms that have a draft. */
  listSubjects(): DraftSubject[] {
    return this.#storage
      .names(this.#userId)
      .filter((name) => name.startsWith(draftPrefix))
      .map((name) => name.slice(draftPrefix.length));
  }

  /** Stores text that a newer version replaced, until the user dismisses it. */
  setAside(subject: DraftSubject, values: InstructionValues): boolean {
    return this.#storage.keep(this.#userId, `${asidePrefix}${subject}`, JSON.stringify(values));
  }

  findSetAside(subject: DraftSubject): InstructionValues | undefined {
    return parseValues(parsedObject(this.#storage.find(this.#userId, `${asidePrefix}${subject}`)));
  }

  /** Removes draft and set-aside text of a deleted instruction. */
  removeAll(subject: DraftSubject): void {
    this.remove(subject);
    this.removeSetAside(subject);
  }

  removeSetAside(subject: DraftSubject): void {
    this.#storage.forget(this.#userId, `${asidePrefix}${subject}`);
  }
}

const draftPrefix = 'instruction.';
const asidePrefix = 'set-aside.';

function storageName(subject: DraftSubject): string {
  return `${draftPrefix}${subject}`;
}

function parseDraft(text: string | undefined): Draft | undefined {
  const parsed = parsedObject(text);
  const values = parseValues(parsed.values);
  if (!values || typeof parsed.draft_id !== 'string') return undefined;
  return {
    draft_id: parsed.draft_id,
    version: typeof parsed.version === 'number' ? parsed.version : null,
    values,
    file_names: stringsOf(parsed.file_names),
    kept_at: typeof parsed.kept_at === 'string' ? parsed.kept_at : new Date(0).toISOString(),
  };
}

/** Validates the stored JSON: an older release may have written another format. */
function parseValues(parsed: unknown): InstructionValues | undefined {
  const fields = objectOf(parsed);
  if (Object.keys(fields).length === 0) return undefined;
  const text = (field: 'title' | 'content' | 'recipient_name' | 'recipient_email') =>
    typeof fields[field] === 'string' ? fields[field] : emptyValues[field];
  return {
    title: text('title'),
    category: instructionCategories.find((category) => category === fields.category) ?? '',
    priority: instructionPriorities.find((priority) => priority === fields.priority) ?? '',
    content: text('content'),
    trusted_contact_ids: stringsOf(fields.trusted_contact_ids),
    recipient_name: text('recipient_name'),
    recipient_email: text('recipient_email'),
  };
}

function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

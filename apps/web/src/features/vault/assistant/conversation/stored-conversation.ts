import {
  objectOf,
  type PrivateStorage,
  parsedObject,
} from '../../../../platform/storage/private-storage.ts';
import { type ChatMessage, isFailure, type MessageState } from './message-rules.ts';

export interface Conversation {
  messages: readonly ChatMessage[];
  /** Unsent text of the input. */
  typed: string;
}

const storageName = 'assistant';
/** Limited, because session storage is small. */
const maxMessages = 200;

/** A user's conversation in session storage: survives a reload, ends with the tab. */
export class StoredConversation {
  readonly #storage: PrivateStorage;
  readonly #userId: string;

  constructor(storage: PrivateStorage, userId: string) {
    this.#storage = storage;
    this.#userId = userId;
  }

  save({ messages, typed }: Conversation): void {
    const stored = { messages: messages.slice(-maxMessages), typed };
    this.#storage.keep(this.#userId, storageName, JSON.stringify(stored));
  }

  load(): Conversation {
    return parseConversation(this.#storage.find(this.#userId, storageName));
  }

  clear(): void {
    this.#storage.forget(this.#userId, storageName);
  }
}

/** Validates the stored JSON: an older release may have written another format. */
function parseConversation(text: string | undefined): Conversation {
  const parsed = parsedObject(text);
  const messages = Array.isArray(parsed.messages) ? parsed.messages.flatMap(parseMessage) : [];
  return { messages, typed: typeof parsed.typed === 'string' ? parsed.typed : '' };
}

const states: readonly MessageState[] = ['said', 'growing', 'stopped', 'broken', 'apology'];

function parseMessage(parsed: unknown): ChatMessage[] {
  const fields = objectOf(parsed);
  const state = states.find((known) => known === fields.state);
  const { id, role, content, timestamp, failure, draft } = fields;
  if (typeof id !== 'string' || typeof content !== 'string' || !state) return [];
  if (role !== 'user' && role !== 'assistant') return [];
  const message: ChatMessage = {
    id,
    role,
    content,
    timestamp: typeof timestamp === 'string' ? timestamp : new Date(0).toISOString(),
    // The running request was aborted when the page was unloaded.
    state: state === 'growing' ? 'broken' : state,
    ...(typeof draft === 'string' && { draft }),
  };
  return [isFailure(failure) ? { ...message, failure } : message];
}

import {
  objectOf,
  type PrivateStorage,
  parsedObject,
} from '../../../../platform/storage/private-storage.ts';
import { type ChatMessage, isFailure, type MessageState } from './message-rules.ts';

export interface Conversation {
  messages: readonly ChatMessage[];
  /** Written and not sent yet. */
  typed: string;
}

const name = 'assistant';
/** More than anyone reads again; a tab has only so much room. */
const mostMessages = 200;

/** The conversation of one person in this tab: it outlives a reload and ends with the tab. */
export class StoredConversation {
  readonly #storage: PrivateStorage;
  readonly #userId: string;

  constructor(storage: PrivateStorage, userId: string) {
    this.#storage = storage;
    this.#userId = userId;
  }

  save({ messages, typed }: Conversation): void {
    const kept = { messages: messages.slice(-mostMessages), typed };
    this.#storage.keep(this.#userId, name, JSON.stringify(kept));
  }

  load(): Conversation {
    return conversationOf(this.#storage.find(this.#userId, name));
  }

  clear(): void {
    this.#storage.forget(this.#userId, name);
  }
}

/** An older edition of the application may have kept something else under the same name. */
function conversationOf(text: string | undefined): Conversation {
  const found = parsedObject(text);
  const messages = Array.isArray(found.messages) ? found.messages.flatMap(messageOf) : [];
  return { messages, typed: typeof found.typed === 'string' ? found.typed : '' };
}

const states: readonly MessageState[] = ['said', 'growing', 'stopped', 'broken', 'apology'];

function messageOf(found: unknown): ChatMessage[] {
  const given = objectOf(found);
  const state = states.find((known) => known === given.state);
  const { id, role, content, timestamp, failure, draft } = given;
  if (typeof id !== 'string' || typeof content !== 'string' || !state) return [];
  if (role !== 'user' && role !== 'assistant') return [];
  const message: ChatMessage = {
    id,
    role,
    content,
    timestamp: typeof timestamp === 'string' ? timestamp : new Date(0).toISOString(),
    // Nothing arrives any more after the page was left.
    state: state === 'growing' ? 'broken' : state,
    ...(typeof draft === 'string' && { draft }),
  };
  return [isFailure(failure) ? { ...message, failure } : message];
}

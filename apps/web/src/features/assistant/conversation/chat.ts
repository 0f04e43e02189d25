import type { AssistantAnswer } from '@zavet/contract/assistant/assistant-endpoints';
import { screenTimings } from '@zavet/contract/timings';
import type { Ask } from '../api/ask.ts';
import { type Failure, failureOf } from '../failure.ts';
import type { Conversation, KeptConversation } from './kept-conversation.ts';
import {
  type ChatMessage,
  isSendable,
  questionToRepeat,
  turnsBefore,
  withChange,
  withoutEmpty,
} from './messages.ts';

export interface ChatState extends Conversation {
  /** Who asked waits, or reads what arrives. */
  isAnswering: boolean;
  /** False for a moment after everything was cleared away. */
  isGreeting: boolean;
}

/**
 * One person's conversation with the assistant. It goes on while its panel is not on the screen and
 * ends with the session.
 */
export class Chat {
  #state: ChatState;
  /** The answer that is being given; another one, or none, makes what it still brings void. */
  #run: AbortController | undefined;
  #greeting: ReturnType<typeof setTimeout> | undefined;
  #hasEnded = false;
  readonly #listeners = new Set<() => void>();
  readonly #failureListeners = new Set<(failure: Failure) => void>();
  readonly #ask: Ask;
  readonly #kept: KeptConversation;

  constructor(ask: Ask, kept: KeptConversation) {
    this.#ask = ask;
    this.#kept = kept;
    this.#state = { ...kept.find(), isAnswering: false, isGreeting: true };
  }

  readonly state = (): ChatState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly onFailure = (listener: (failure: Failure) => void): (() => void) => {
    this.#failureListeners.add(listener);
    return () => this.#failureListeners.delete(listener);
  };

  type(typed: string): void {
    this.#become({ typed });
  }

  /** What is typed stays where it is when it is something else that is sent. */
  async send(text: string): Promise<void> {
    if (this.#state.isAnswering || !isSendable(text)) return;
    const question = newMessage('user', text.trim());
    const typed = text === this.#state.typed ? '' : this.#state.typed;
    this.#become({ typed, messages: [...this.#state.messages, question] });
    await this.#answer(question);
  }

  /** Asks the last question once more when it got no whole answer. */
  async repeat(): Promise<void> {
    const question = questionToRepeat(this.#state.messages);
    if (this.#state.isAnswering || !question) return;
    this.#become({ messages: withoutEmpty(this.#state.messages) });
    await this.#answer(question);
  }

  /** What has arrived stays. */
  stop(): void {
    this.#abort();
    const messages = this.#state.messages.map((message) =>
      message.state === 'growing' ? { ...message, state: 'stopped' as const } : message,
    );
    this.#become({ messages, isAnswering: false });
    this.keep();
  }

  clear(): void {
    this.#abort();
    clearTimeout(this.#greeting);
    this.#become({ messages: [], isAnswering: false, isGreeting: false });
    this.keep();
    this.#greeting = setTimeout(
      () => this.#become({ isGreeting: true }),
      screenTimings.assistantGreeting,
    );
  }

  /** For the moments after which the page may be gone. */
  keep(): void {
    if (this.#hasEnded) return;
    const { messages, typed } = this.#state;
    if (messages.length === 0 && typed === '') this.#kept.forget();
    else this.#kept.keep({ messages, typed });
  }

  /** Its person has left: nothing is said, shown or kept any more. */
  end(): void {
    this.#hasEnded = true;
    this.#abort();
    clearTimeout(this.#greeting);
  }

  async #answer(question: ChatMessage): Promise<void> {
    const run = new AbortController();
    const reply: ChatMessage = { ...newMessage('assistant', ''), state: 'growing' };
    const conversation = turnsBefore(this.#state.messages, question.id);
    this.#run = run;
    this.#become({ messages: [...this.#state.messages, reply], isAnswering: true });
    this.keep();
    const outcome = await this.#ask(
      { message: question.content, conversation },
      { signal: run.signal, onText: (piece) => this.#grow(run, reply.id, piece) },
    ).catch(failureOf);
    if (this.#run !== run) return;
    this.#run = undefined;
    this.#settle(reply.id, outcome);
    this.keep();
  }

  #grow(run: AbortController, id: string, piece: string): void {
    if (this.#run !== run) return;
    const messages = withChange(this.#state.messages, id, ({ content }) => ({
      content: content + piece,
    }));
    this.#become({ messages });
  }

  #settle(id: string, outcome: AssistantAnswer | Failure): void {
    if (typeof outcome !== 'string' && outcome.success) {
      const messages = withChange(this.#state.messages, id, ({ content }) => ({
        content: outcome.response ?? content,
        state: 'said',
      }));
      this.#become({ messages, isAnswering: false });
      return;
    }
    const failure = typeof outcome === 'string' ? outcome : (outcome.error ?? 'unknown');
    const whole = typeof outcome === 'string' ? null : outcome.response;
    const apology: ChatMessage = { ...newMessage('assistant', ''), state: 'apology', failure };
    const kept = withChange(this.#state.messages, id, ({ content }) => ({
      content: whole ?? content,
      state: 'broken',
    })).filter((message) => message.id !== id || message.content !== '');
    this.#become({ messages: [...kept, apology], isAnswering: false });
    for (const listener of this.#failureListeners) listener(failure);
  }

  #abort(): void {
    this.#run?.abort();
    this.#run = undefined;
  }

  #become(change: Partial<ChatState>): void {
    if (this.#hasEnded) return;
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function newMessage(role: ChatMessage['role'], content: string): ChatMessage {
  return {
    id: crypto.randomUUID(),
    role,
    content,
    timestamp: new Date().toISOString(),
    state: 'said',
  };
}

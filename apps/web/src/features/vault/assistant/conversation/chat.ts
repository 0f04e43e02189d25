import { screenTimings } from '@zavet/contract/timings';
import type { AssistantAnswer, ChatTurn } from '@zavet/contract/vault/assistant-endpoints';
import { Observable } from '../../../../platform/state/observable.ts';
import {
  type ChatMessage,
  changeMessage,
  type Failure,
  failureOf,
  findQuestionToRepeat,
  isBlank,
  isSendable,
  removeBlank,
  turnsBefore,
} from './message-rules.ts';
import type { Conversation, StoredConversation } from './stored-conversation.ts';

const typingPauseMs = 500;

export interface AssistantRequest {
  message: string;
  conversation: readonly ChatTurn[];
}

export interface AnswerOptions {
  signal: AbortSignal;
  /** Called with each piece of the answer as it arrives. */
  onText: (piece: string) => void;
}

export type RequestAnswer = (
  request: AssistantRequest,
  options: AnswerOptions,
) => Promise<AssistantAnswer>;

export interface ChatEnvironment {
  /** Runs the callback before the next frame is drawn. */
  nextFrame: (run: () => void) => void;
  /** Resolves immediately, or once it is clear that the page is not unloading. */
  whenPresent: () => Promise<void>;
}

export interface ChatState extends Conversation {
  isAnswering: boolean;
  /** False for a short time after the chat was cleared. */
  isGreeting: boolean;
}

/** A user's conversation with the assistant. It outlives its panel and ends with the session. */
export class Chat extends Observable<ChatState> {
  /** The running request. Results of any other request are ignored. */
  #request: AbortController | undefined;
  #batcher: FrameBatcher | undefined;
  #greeting: ReturnType<typeof setTimeout> | undefined;
  #typing: ReturnType<typeof setTimeout> | undefined;
  #hasEnded = false;
  readonly #failureListeners = new Set<(failure: Failure) => void>();
  readonly #requestAnswer: RequestAnswer;
  readonly #stored: StoredConversation;
  readonly #environment: ChatEnvironment;

  constructor(
    requestAnswer: RequestAnswer,
    stored: StoredConversation,
    environment: ChatEnvironment,
  ) {
    super({ ...stored.load(), isAnswering: false, isGreeting: true });
    this.#requestAnswer = requestAnswer;
    this.#stored = stored;
    this.#environment = environment;
  }

  readonly onFailure = (listener: (failure: Failure) => void): (() => void) => {
    this.#failureListeners.add(listener);
    return () => this.#failureListeners.delete(listener);
  };

  type(typed: string): void {
    this.#change({ typed });
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => this.save(), typingPauseMs);
  }

  /** Clears the input only if its text is sent, not for a quick reply. */
  async send(text: string): Promise<void> {
    if (this.state().isAnswering || !isSendable(text)) return;
    const question = newMessage('user', text.trim());
    const typed = text === this.state().typed ? '' : this.state().typed;
    this.#change({ typed, messages: [...this.state().messages, question] });
    await this.#answer(question);
  }

  /** Repeats the last question if its answer is missing or incomplete. */
  async repeat(): Promise<void> {
    const question = findQuestionToRepeat(this.state().messages);
    if (this.state().isAnswering || !question) return;
    this.#change({ messages: removeBlank(this.state().messages) });
    await this.#answer(question);
  }

  /** Cancels the running request and keeps the partial answer. */
  stop(): void {
    this.#batcher?.flush();
    this.#abort();
    const messages = this.state().messages.map((message) =>
      message.state === 'growing' ? { ...message, state: 'stopped' as const } : message,
    );
    this.#change({ messages, isAnswering: false });
    this.save();
  }

  clear(): void {
    this.#abort();
    clearTimeout(this.#greeting);
    this.#change({ messages: [], isAnswering: false, isGreeting: false });
    this.save();
    this.#greeting = setTimeout(
      () => this.#change({ isGreeting: true }),
      screenTimings.assistantGreeting,
    );
  }

  /** Called before the page may be unloaded, and after every change of the messages. */
  save(): void {
    if (this.#hasEnded) return;
    clearTimeout(this.#typing);
    this.#batcher?.flush();
    const { messages, typed } = this.state();
    if (messages.length === 0 && typed === '') this.#stored.clear();
    else this.#stored.save({ messages, typed });
  }

  /** Ends the chat with the session: no state change and no write after this call. */
  end(): void {
    this.#hasEnded = true;
    this.#abort();
    clearTimeout(this.#greeting);
    clearTimeout(this.#typing);
  }

  async #answer(question: ChatMessage): Promise<void> {
    const request = new AbortController();
    const reply: ChatMessage = { ...newMessage('assistant', ''), state: 'growing' };
    const conversation = turnsBefore(this.state().messages, question.id);
    const batcher = new FrameBatcher(this.#environment.nextFrame, (text) =>
      this.#appendText(reply.id, text),
    );
    this.#request = request;
    this.#batcher = batcher;
    this.#change({ messages: [...this.state().messages, reply], isAnswering: true });
    this.save();
    const outcome = await this.#requestAnswer(
      { message: question.content, conversation },
      { signal: request.signal, onText: (piece) => batcher.add(piece) },
    ).catch((error) => this.#failureOf(error));
    if (this.#request !== request) return;
    batcher.flush();
    this.#request = undefined;
    this.#batcher = undefined;
    this.#finish(reply.id, outcome);
    this.save();
  }

  async #failureOf(error: unknown): Promise<Failure> {
    await this.#environment.whenPresent();
    return failureOf(error);
  }

  #appendText(id: string, text: string): void {
    const messages = changeMessage(this.state().messages, id, ({ content, state }) =>
      state === 'growing' ? { content: content + text } : {},
    );
    this.#change({ messages });
  }

  #finish(id: string, outcome: AssistantAnswer | Failure): void {
    const { success, response, error, draft } =
      typeof outcome === 'string'
        ? { success: false, response: null, error: outcome, draft: null }
        : outcome;
    const settled = changeMessage(this.state().messages, id, ({ content }) => ({
      content: response ?? content,
      state: success ? 'said' : 'broken',
      ...(draft && { draft }),
    }));
    const isEmpty = settled.some((message) => message.id === id && isBlank(message));
    if (success && !isEmpty) {
      this.#change({ messages: settled, isAnswering: false });
      return;
    }
    const failure = error ?? 'unknown';
    const apology: ChatMessage = { ...newMessage('assistant', ''), state: 'apology', failure };
    const remaining = isEmpty ? settled.filter((message) => message.id !== id) : settled;
    this.#change({ messages: [...remaining, apology], isAnswering: false });
    for (const listener of this.#failureListeners) listener(failure);
  }

  #abort(): void {
    this.#request?.abort();
    this.#request = undefined;
    this.#batcher = undefined;
  }

  #change(change: Partial<ChatState>): void {
    if (this.#hasEnded) return;
    this.setState({ ...this.state(), ...change });
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

/** Batches pieces of text per frame, because they arrive faster than each could be rendered. */
class FrameBatcher {
  #text = '';
  #isScheduled = false;
  readonly #nextFrame: (run: () => void) => void;
  readonly #emit: (text: string) => void;

  constructor(nextFrame: (run: () => void) => void, emit: (text: string) => void) {
    this.#nextFrame = nextFrame;
    this.#emit = emit;
  }

  add(piece: string): void {
    this.#text += piece;
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#nextFrame(() => {
      this.#isScheduled = false;
      this.flush();
    });
  }

  /** Emits the batch immediately: a hidden page draws no frames. */
  flush(): void {
    const text = this.#text;
    this.#text = '';
    if (text !== '') this.#emit(text);
  }
}

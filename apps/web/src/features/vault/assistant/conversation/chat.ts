import { screenTimings } from '@zavet/contract/timings';
import type { AssistantAnswer, ChatTurn } from '@zavet/contract/vault/assistant-endpoints';
import { Observable } from '../../../../platform/state/observable.ts';
import {
  type ChatMessage,
  type Failure,
  failureOf,
  isBlank,
  isSendable,
  questionToRepeat,
  turnsBefore,
  withChange,
  withoutEmpty,
} from './message-rules.ts';
import type { Conversation, StoredConversation } from './stored-conversation.ts';

const typingPauseMs = 500;

export interface Question {
  message: string;
  conversation: readonly ChatTurn[];
}

export interface AskOptions {
  signal: AbortSignal;
  /** Called with every piece of the answer as it arrives. */
  onText: (piece: string) => void;
}

export type Ask = (question: Question, options: AskOptions) => Promise<AssistantAnswer>;

export interface ChatSurroundings {
  /** Before the page is drawn next. */
  nextFrame: (run: () => void) => void;
  /** At once, unless the page is being left. */
  stays: () => Promise<void>;
}

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
export class Chat extends Observable<ChatState> {
  /** The answer that is being given; another one, or none, makes what it still brings void. */
  #run: AbortController | undefined;
  #pieces: PiecesPerFrame | undefined;
  #greeting: ReturnType<typeof setTimeout> | undefined;
  #typing: ReturnType<typeof setTimeout> | undefined;
  #hasEnded = false;
  readonly #failureListeners = new Set<(failure: Failure) => void>();
  readonly #ask: Ask;
  readonly #kept: StoredConversation;
  readonly #around: ChatSurroundings;

  constructor(ask: Ask, kept: StoredConversation, around: ChatSurroundings) {
    super({ ...kept.find(), isAnswering: false, isGreeting: true });
    this.#ask = ask;
    this.#kept = kept;
    this.#around = around;
  }

  readonly onFailure = (listener: (failure: Failure) => void): (() => void) => {
    this.#failureListeners.add(listener);
    return () => this.#failureListeners.delete(listener);
  };

  type(typed: string): void {
    this.#change({ typed });
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => this.keep(), typingPauseMs);
  }

  /** What is typed stays where it is when it is something else that is sent. */
  async send(text: string): Promise<void> {
    if (this.state().isAnswering || !isSendable(text)) return;
    const question = newMessage('user', text.trim());
    const typed = text === this.state().typed ? '' : this.state().typed;
    this.#change({ typed, messages: [...this.state().messages, question] });
    await this.#answer(question);
  }

  /** Asks the last question once more when it got no whole answer. */
  async repeat(): Promise<void> {
    const question = questionToRepeat(this.state().messages);
    if (this.state().isAnswering || !question) return;
    this.#change({ messages: withoutEmpty(this.state().messages) });
    await this.#answer(question);
  }

  /** What has arrived stays. */
  stop(): void {
    this.#pieces?.flush();
    this.#abort();
    const messages = this.state().messages.map((message) =>
      message.state === 'growing' ? { ...message, state: 'stopped' as const } : message,
    );
    this.#change({ messages, isAnswering: false });
    this.keep();
  }

  clear(): void {
    this.#abort();
    clearTimeout(this.#greeting);
    this.#change({ messages: [], isAnswering: false, isGreeting: false });
    this.keep();
    this.#greeting = setTimeout(
      () => this.#change({ isGreeting: true }),
      screenTimings.assistantGreeting,
    );
  }

  /** For the moments after which the page may be gone. */
  keep(): void {
    if (this.#hasEnded) return;
    clearTimeout(this.#typing);
    this.#pieces?.flush();
    const { messages, typed } = this.state();
    if (messages.length === 0 && typed === '') this.#kept.forget();
    else this.#kept.keep({ messages, typed });
  }

  /** Its person has left: nothing is said, shown or kept any more. */
  end(): void {
    this.#hasEnded = true;
    this.#abort();
    clearTimeout(this.#greeting);
    clearTimeout(this.#typing);
  }

  async #answer(question: ChatMessage): Promise<void> {
    const run = new AbortController();
    const reply: ChatMessage = { ...newMessage('assistant', ''), state: 'growing' };
    const conversation = turnsBefore(this.state().messages, question.id);
    const pieces = new PiecesPerFrame(this.#around.nextFrame, (text) => this.#grow(reply.id, text));
    this.#run = run;
    this.#pieces = pieces;
    this.#change({ messages: [...this.state().messages, reply], isAnswering: true });
    this.keep();
    const outcome = await this.#ask(
      { message: question.content, conversation },
      { signal: run.signal, onText: (piece) => pieces.add(piece) },
    ).catch((error) => this.#failureOf(error));
    if (this.#run !== run) return;
    pieces.flush();
    this.#run = undefined;
    this.#pieces = undefined;
    this.#settle(reply.id, outcome);
    this.keep();
  }

  async #failureOf(error: unknown): Promise<Failure> {
    await this.#around.stays();
    return failureOf(error);
  }

  #grow(id: string, text: string): void {
    const messages = withChange(this.state().messages, id, ({ content, state }) =>
      state === 'growing' ? { content: content + text } : {},
    );
    this.#change({ messages });
  }

  #settle(id: string, outcome: AssistantAnswer | Failure): void {
    const { success, response, error, draft } =
      typeof outcome === 'string'
        ? { success: false, response: null, error: outcome, draft: null }
        : outcome;
    const settled = withChange(this.state().messages, id, ({ content }) => ({
      content: response ?? content,
      state: success ? 'said' : 'broken',
      ...(draft && { draft }),
    }));
    const isNothing = settled.some((message) => message.id === id && isBlank(message));
    if (success && !isNothing) {
      this.#change({ messages: settled, isAnswering: false });
      return;
    }
    const failure = error ?? 'unknown';
    const apology: ChatMessage = { ...newMessage('assistant', ''), state: 'apology', failure };
    const kept = isNothing ? settled.filter((message) => message.id !== id) : settled;
    this.#change({ messages: [...kept, apology], isAnswering: false });
    for (const listener of this.#failureListeners) listener(failure);
  }

  #abort(): void {
    this.#run?.abort();
    this.#run = undefined;
    this.#pieces = undefined;
  }

  #change(change: Partial<ChatState>): void {
    if (this.#hasEnded) return;
    this.become({ ...this.state(), ...change });
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

/**
 * Text that comes in many small pieces, handed on at most once per frame: drawing every piece on its
 * own would take longer than they take to come.
 */
class PiecesPerFrame {
  #text = '';
  #isDue = false;
  readonly #nextFrame: (run: () => void) => void;
  readonly #give: (text: string) => void;

  constructor(nextFrame: (run: () => void) => void, give: (text: string) => void) {
    this.#nextFrame = nextFrame;
    this.#give = give;
  }

  add(piece: string): void {
    this.#text += piece;
    if (this.#isDue) return;
    this.#isDue = true;
    this.#nextFrame(() => {
      this.#isDue = false;
      this.flush();
    });
  }

  /** Hands on what has come, without waiting; a hidden page draws no frames. */
  flush(): void {
    const text = this.#text;
    this.#text = '';
    if (text !== '') this.#give(text);
  }
}

import { ApiError } from '@zavet/contract/client';
import { type ErrorCode, isErrorCode } from '@zavet/contract/errors';
import { limits } from '@zavet/contract/limits';
import type { AssistantFailure, ChatTurn } from '@zavet/contract/vault/assistant-endpoints';
import { instructionCategories } from '@zavet/contract/vault/instruction-values';
import { conversationLength, draftOf, offersChoice } from '@zavet/contract/vault/reply-rules';

/**
 * `growing`: still arriving. `stopped`: the reader had enough. `broken`: it ended before it was
 * whole. `apology`: there was no answer, for the reason it names.
 */
export type MessageState = 'said' | 'growing' | 'stopped' | 'broken' | 'apology';

export interface ChatMessage {
  id: string;
  role: 'user' | 'assistant';
  content: string;
  timestamp: string;
  state: MessageState;
  failure?: Failure;
  /** The letter as it stood after these words of the guide, marked as a draft. */
  draft?: string;
}

/** Counted as the server counts. */
export function messageLength(text: string): number {
  return text.trim().length;
}

export function isSendable(text: string): boolean {
  const length = messageLength(text);
  return length > 0 && length <= limits.assistantMessageMaxLength;
}

/** The same messages with one of them changed. */
export function withChange(
  messages: readonly ChatMessage[],
  id: string,
  change: (message: ChatMessage) => Partial<ChatMessage>,
): ChatMessage[] {
  return messages.map((message) =>
    message.id === id ? { ...message, ...change(message) } : message,
  );
}

/** What can be asked once more: the last question, as long as it got no whole answer. */
export function questionToRepeat(messages: readonly ChatMessage[]): ChatMessage | undefined {
  const last = messages.at(-1);
  if (last?.role !== 'assistant' || last.state === 'said' || last.state === 'growing') {
    return undefined;
  }
  return messages.findLast(({ role }) => role === 'user');
}

/** Nothing that could be read. */
export function isBlank({ content }: ChatMessage): boolean {
  return content.trim() === '';
}

/** Without apologies and answers of which nothing arrived. */
export function withoutBlank(messages: readonly ChatMessage[]): ChatMessage[] {
  return messages.filter((message) => !isBlank(message));
}

/** Room for the message itself and what stands around it. */
const envelopeBytes = 8 * 1024;

/**
 * What is sent along with a question: the latest exchanges before it, as many as fit. A question
 * that was never answered was never heard.
 */
export function turnsBefore(messages: readonly ChatMessage[], questionId: string): ChatTurn[] {
  const place = messages.findIndex(({ id }) => id === questionId);
  const exchanges = exchangesOf(messages.slice(0, place < 0 ? messages.length : place));
  const sent: ChatTurn[][] = [];
  let bytes = envelopeBytes;
  let characters = 0;
  for (const exchange of exchanges.toReversed()) {
    bytes += bytesOf(exchange);
    characters += conversationLength(exchange);
    const turns = (sent.length + 1) * exchange.length;
    if (turns > limits.assistantTurns || bytes > limits.assistantBodyBytes) break;
    if (characters > limits.assistantConversationMaxLength) break;
    sent.unshift(exchange);
  }
  return sent.flat();
}

function exchangesOf(messages: readonly ChatMessage[]): [ChatTurn, ChatTurn][] {
  const exchanges: [ChatTurn, ChatTurn][] = [];
  let question: ChatTurn | undefined;
  for (const message of messages) {
    const turn = turnOf(message);
    if (turn?.role === 'user') question = turn;
    if (turn?.role !== 'assistant' || !question) continue;
    // An answer that was asked for again stands in place of the one that broke off.
    if (exchanges.at(-1)?.[0] === question) exchanges.pop();
    exchanges.push([question, turn]);
  }
  return exchanges;
}

function turnOf({ role, content, state }: ChatMessage): ChatTurn | undefined {
  const text = content.trim().slice(0, limits.assistantAnswerMaxLength);
  return text === '' || state === 'apology' ? undefined : { role, content: text };
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

/** Whether the guide waits to hear for whom the letter is: at first, as long as it asks, after a draft. */
export function isChoosingCategory(messages: readonly ChatMessage[]): boolean {
  const last = messages.findLast((message) => message.role === 'assistant' && !isBlank(message));
  if (!last) return true;
  const { content } = last;
  return draftOf(content) !== undefined || offersChoice(content, instructionCategories.length);
}

/** Why there is no answer, in so far as the words for it differ. */
export type Failure = (typeof ownFailures)[number] | ErrorCode;

/** Those with words of the assistant's own; the others have the words of every screen. */
const ownFailures = [
  'assistant_unavailable',
  'assistant_timeout',
  'assistant_busy',
  'too_many_now',
  'too_many_today',
  'network',
  'timeout',
  'unknown',
] as const satisfies readonly (AssistantFailure | string)[];

type OwnFailure = (typeof ownFailures)[number];

export function isFailure(value: unknown): value is Failure {
  return isOwnFailure(value) || isErrorCode(value);
}

export function isOwnFailure(value: unknown): value is OwnFailure {
  return ownFailures.some((failure) => failure === value);
}

/** For whatever the call has thrown. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) return failureOfResponse(error);
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'timeout';
  // What a browser throws for «Failed to fetch».
  return error instanceof TypeError ? 'network' : 'unknown';
}

/** One limit counts the messages of a minute, the other those of a day. */
const longestShortWaitSeconds = 120;

function failureOfResponse({ code, facts }: ApiError): Failure {
  if (code === 'internal_error') return 'unknown';
  if (code !== 'too_many_requests') return code;
  const seconds = Number(facts.retry_after_seconds ?? 0);
  return seconds > longestShortWaitSeconds ? 'too_many_today' : 'too_many_now';
}

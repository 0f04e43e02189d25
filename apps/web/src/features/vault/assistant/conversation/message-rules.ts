import { ApiError } from '@zavet/contract/client';
import { type ErrorCode, isErrorCode } from '@zavet/contract/errors';
import { limits } from '@zavet/contract/limits';
import type { AssistantFailure, ChatTurn } from '@zavet/contract/vault/assistant-endpoints';
import { instructionCategories } from '@zavet/contract/vault/instruction-values';
import { conversationLength, draftOf, offersChoice } from '@zavet/contract/vault/reply-rules';

/**
 * `growing`: still arriving. `stopped`: cancelled by the user. `broken`: incomplete. `apology`: no
 * answer, for the reason in `failure`.
 */
export type MessageState = 'said' | 'growing' | 'stopped' | 'broken' | 'apology';

export interface ChatMessage {
  id: string;
  role: 'user' | 'assistant';
  content: string;
  timestamp: string;
  state: MessageState;
  failure?: Failure;
  /** The letter as of this reply of the guide, marked up as a draft. */
  draft?: string;
}

/** The length without surrounding whitespace, as the server counts it. */
export function messageLength(text: string): number {
  return text.trim().length;
}

export function isSendable(text: string): boolean {
  const length = messageLength(text);
  return length > 0 && length <= limits.assistantMessageMaxLength;
}

export function changeMessage(
  messages: readonly ChatMessage[],
  id: string,
  change: (message: ChatMessage) => Partial<ChatMessage>,
): ChatMessage[] {
  return messages.map((message) =>
    message.id === id ? { ...message, ...change(message) } : message,
  );
}

/** Returns the last question unless it has a complete answer. */
export function findQuestionToRepeat(messages: readonly ChatMessage[]): ChatMessage | undefined {
  const last = messages.at(-1);
  if (last?.role !== 'assistant' || last.state === 'said' || last.state === 'growing') {
    return undefined;
  }
  return messages.findLast(({ role }) => role === 'user');
}

export function isBlank({ content }: ChatMessage): boolean {
  return content.trim() === '';
}

/** Removes apologies and empty answers. */
export function removeBlank(messages: readonly ChatMessage[]): ChatMessage[] {
  return messages.filter((message) => !isBlank(message));
}

/** Bytes reserved for the message and the other fields of the request body. */
const envelopeBytes = 8 * 1024;

/** Returns as many of the latest answered exchanges before a question as the request limits allow. */
export function turnsBefore(messages: readonly ChatMessage[], questionId: string): ChatTurn[] {
  const index = messages.findIndex(({ id }) => id === questionId);
  const exchanges = exchangesOf(messages.slice(0, index < 0 ? messages.length : index));
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
    // A repeated answer replaces the incomplete one.
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

/** True if the guide expects a category: at the start, after it listed them, and after a draft. */
export function isChoosingCategory(messages: readonly ChatMessage[]): boolean {
  const last = messages.findLast((message) => message.role === 'assistant' && !isBlank(message));
  if (!last) return true;
  const { content } = last;
  return draftOf(content) !== undefined || offersChoice(content, instructionCategories.length);
}

/** The reason for a missing answer. Reasons with the same text share a code. */
export type Failure = (typeof failuresWithText)[number] | ErrorCode;

/** Failures with texts of the assistant; all others use the general error texts. */
const failuresWithText = [
  'assistant_unavailable',
  'assistant_timeout',
  'assistant_busy',
  'too_many_now',
  'too_many_today',
  'network',
  'timeout',
  'unknown',
] as const satisfies readonly (AssistantFailure | string)[];

type FailureWithText = (typeof failuresWithText)[number];

export function isFailure(value: unknown): value is Failure {
  return hasAssistantText(value) || isErrorCode(value);
}

export function hasAssistantText(value: unknown): value is FailureWithText {
  return failuresWithText.some((failure) => failure === value);
}

export function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) return failureOfResponse(error);
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'timeout';
  // Browsers report a failed fetch as a TypeError.
  return error instanceof TypeError ? 'network' : 'unknown';
}

/** A longer wait means the limit per day, not the limit per minute. */
const minuteLimitMaxSeconds = 120;

function failureOfResponse({ code, facts }: ApiError): Failure {
  if (code === 'internal_error') return 'unknown';
  if (code !== 'too_many_requests') return code;
  const seconds = Number(facts.retry_after_seconds ?? 0);
  return seconds > minuteLimitMaxSeconds ? 'too_many_today' : 'too_many_now';
}

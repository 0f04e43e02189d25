import { setTimeout as pause } from 'node:timers/promises';
import type { AssistantFailure, ChatTurn } from '@zavet/contract/vault/assistant-endpoints';
import type { OpenAI } from 'openai';
import { createModelFetch, isFinished } from './model-fetch.ts';

export interface LanguageModelSettings {
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
}

/** A language model behind any service that speaks the chat-completions protocol. */
export interface LanguageModel {
  /** The host that receives messages, shown to users. */
  service: string;
  model: string;
  /** Pieces of the reply as they arrive. Fails with `ModelFailed`; returns when aborted. */
  reply(system: string, turns: readonly ChatTurn[], signal: AbortSignal): AsyncGenerator<string>;
}

export class ModelFailed extends Error {
  readonly failure: AssistantFailure;

  constructor(failure: AssistantFailure, cause?: unknown) {
    super(failure, { cause });
    this.failure = failure;
  }
}

/** Timeouts of the first piece, each next piece and the whole reply; the pause before a retry. */
interface ModelTimings {
  firstMs: number;
  nextMs: number;
  wholeMs: number;
  retryMs: number;
}

const defaultTimings: ModelTimings = {
  firstMs: 30_000,
  nextMs: 15_000,
  wholeMs: 120_000,
  retryMs: 500,
};

export function createLanguageModel(
  settings: LanguageModelSettings,
  timings = defaultTimings,
): LanguageModel {
  const { baseUrl, model } = settings;
  let client: Promise<OpenAI> | undefined;

  async function* replyOnce(
    messages: OpenAI.ChatCompletionMessageParam[],
    timeout: ReplyTimeout,
  ): AsyncGenerator<string> {
    client ??= openClient(settings, timings);
    const { data: chunks, response } = await (await client).chat.completions
      .create({ model, messages, stream: true }, { signal: timeout.signal })
      .withResponse();
    let finishReason: string | undefined;
    for await (const { choices } of chunks) {
      const choice = choices?.[0];
      finishReason = choice?.finish_reason || finishReason;
      const text = removeControlCharacters(choice?.delta?.content);
      if (text === '') continue;
      timeout.renew(timings.nextMs);
      yield text;
    }
    // A truncated answer is a failure. Some services give no finish reason.
    const isWhole = finishReason ? finishReason === 'stop' : isFinished(response);
    if (!isWhole) throw new Error(`The answer ended with ${finishReason || 'nothing'}.`);
  }

  return {
    service: new URL(baseUrl).host,
    model,
    reply: async function* (system, turns, signal) {
      const messages = [{ role: 'system' as const, content: system }, ...turns];
      const timeout = startTimeout(signal, timings);
      let hasStarted = false;
      try {
        for (let attempt = 1; ; attempt += 1) {
          try {
            for await (const text of replyOnce(messages, timeout)) {
              hasStarted = true;
              yield text;
            }
            // The client returns normally after an abort.
            timeout.signal.throwIfAborted();
            return;
          } catch (error) {
            if (signal.aborted) return;
            if (timeout.signal.aborted) throw new ModelFailed('assistant_timeout', error);
            if (hasStarted || attempt > 1 || !isTemporary(error)) throw failureOf(error);
            await pause(timings.retryMs, undefined, { signal: timeout.signal }).catch(() => {});
          }
        }
      } finally {
        timeout.end();
      }
    },
  };
}

/** Loaded on the first message, because most servers never need it. */
async function openClient(
  { baseUrl, apiKey }: LanguageModelSettings,
  { wholeMs }: ModelTimings,
): Promise<OpenAI> {
  const { OpenAI } = await import('openai');
  return new OpenAI({
    baseURL: baseUrl,
    // The real key is sent by `createModelFetch`.
    apiKey: 'unused',
    organization: null,
    project: null,
    // Retried above, only before the first piece was sent to the caller.
    maxRetries: 0,
    timeout: wholeMs,
    logLevel: 'off',
    fetch: createModelFetch(apiKey),
  });
}

/**
 * Removes control characters, which the contract refuses when the answer is sent back with the next
 * message.
 */
function removeControlCharacters(content: unknown): string {
  return typeof content === 'string' ? content.replace(/[^\P{Cc}\n\t]/gu, '') : '';
}

/** A retry may help: the connection broke, or the service was overloaded. */
function isTemporary(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined || status === 408 || status === 429 || status >= 500;
}

function failureOf(error: unknown): ModelFailed {
  const isBusy = statusOf(error) === 429;
  return new ModelFailed(isBusy ? 'assistant_busy' : 'assistant_unavailable', error);
}

/** The HTTP status of a failed call; undefined without a response or after a broken connection. */
function statusOf(error: unknown): number | undefined {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' ? status : undefined;
}

interface ReplyTimeout {
  /** Aborted by the caller or by a timeout. */
  signal: AbortSignal;
  /** Restarts the timeout for the next chunk of the reply. */
  renew(milliseconds: number): void;
  end(): void;
}

/** Limits the duration of the reply and the time between two chunks. */
function startTimeout(
  caller: AbortSignal,
  { firstMs, wholeMs }: { firstMs: number; wholeMs: number },
): ReplyTimeout {
  const ended = new AbortController();
  const signal = AbortSignal.any([caller, ended.signal]);
  const expire = () => ended.abort(new Error('The model did not answer in time.'));
  const whole = setTimeout(expire, wholeMs);
  let next = setTimeout(expire, firstMs);
  return {
    signal,
    renew: (milliseconds) => {
      clearTimeout(next);
      next = setTimeout(expire, milliseconds);
    },

    end: () => {
      clearTimeout(whole);
      clearTimeout(next);
    },
  };
}

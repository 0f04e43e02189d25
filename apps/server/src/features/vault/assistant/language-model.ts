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
  /** Where messages are sent, for those who write them. */
  service: string;
  model: string;
  /** Pieces of the reply as they arrive. Fails with `ModelFailed`; ends quietly when told to stop. */
  reply(system: string, turns: readonly ChatTurn[], signal: AbortSignal): AsyncGenerator<string>;
}

export class ModelFailed extends Error {
  readonly failure: AssistantFailure;

  constructor(failure: AssistantFailure, cause?: unknown) {
    super(failure, { cause });
    this.failure = failure;
  }
}

/** How long to wait: for the first words, for the next ones, for all of them. */
interface ModelTimings {
  firstMs: number;
  nextMs: number;
  wholeMs: number;
  retryMs: number;
}

const usualTimings: ModelTimings = {
  firstMs: 30_000,
  nextMs: 15_000,
  wholeMs: 120_000,
  retryMs: 500,
};

export function createLanguageModel(
  settings: LanguageModelSettings,
  timings = usualTimings,
): LanguageModel {
  const { baseUrl, model } = settings;
  let client: Promise<OpenAI> | undefined;

  async function* replyOnce(
    messages: OpenAI.ChatCompletionMessageParam[],
    watch: Patience,
  ): AsyncGenerator<string> {
    client ??= openClient(settings, timings);
    const { data: chunks, response } = await (await client).chat.completions
      .create({ model, messages, stream: true }, { signal: watch.signal })
      .withResponse();
    let ending: string | undefined;
    for await (const { choices } of chunks) {
      const choice = choices?.[0];
      ending = choice?.finish_reason || ending;
      const text = plainText(choice?.delta?.content);
      if (text === '') continue;
      watch.renew(timings.nextMs);
      yield text;
    }
    // Half of an answer is none, however politely it ended. Some services give no reason at all.
    const isWhole = ending ? ending === 'stop' : isFinished(response);
    if (!isWhole) throw new Error(`The answer ended with ${ending || 'nothing'}.`);
  }

  return {
    service: new URL(baseUrl).host,
    model,
    reply: async function* (system, turns, signal) {
      const messages = [{ role: 'system' as const, content: system }, ...turns];
      const watch = patience(signal, timings);
      let hasBegun = false;
      try {
        for (let attempt = 1; ; attempt += 1) {
          try {
            for await (const text of replyOnce(messages, watch)) {
              hasBegun = true;
              yield text;
            }
            // The client ends quietly when it is stopped, no matter who stopped it.
            watch.signal.throwIfAborted();
            return;
          } catch (error) {
            if (signal.aborted) return;
            if (watch.signal.aborted) throw new ModelFailed('assistant_timeout', error);
            if (hasBegun || attempt > 1 || !isPassing(error)) throw failureOf(error);
            await watch.pause(timings.retryMs);
          }
        }
      } finally {
        watch.end();
      }
    },
  };
}

/** Loaded with the first message: most servers start without ever needing it. */
async function openClient(
  { baseUrl, apiKey }: LanguageModelSettings,
  { wholeMs }: ModelTimings,
): Promise<OpenAI> {
  const { OpenAI } = await import('openai');
  return new OpenAI({
    baseURL: baseUrl,
    // Sent by the fetch below, where there is one.
    apiKey: 'unused',
    organization: null,
    project: null,
    // Repeated above, where it is known whether anybody has read the beginning already.
    maxRetries: 0,
    timeout: wholeMs,
    logLevel: 'off',
    fetch: createModelFetch(apiKey),
  });
}

/** Words without what no text holds: other control characters could not even be sent back. */
function plainText(content: unknown): string {
  return typeof content === 'string' ? content.replace(/[^\P{Cc}\n\t]/gu, '') : '';
}

/** Whether asking once more may help: the line broke, or the service was in trouble. */
function isPassing(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined || status === 408 || status === 429 || status >= 500;
}

function failureOf(error: unknown): ModelFailed {
  const isBusy = statusOf(error) === 429;
  return new ModelFailed(isBusy ? 'assistant_busy' : 'assistant_unavailable', error);
}

/** Undefined where there was no answer, or where it broke off. */
function statusOf(error: unknown): number | undefined {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' ? status : undefined;
}

interface Patience {
  /** Aborted when the caller goes or the patience ends. */
  signal: AbortSignal;
  /** Something arrived: so long again until the next. */
  renew(milliseconds: number): void;
  pause(milliseconds: number): Promise<void>;
  end(): void;
}

/** Bounds a wait as a whole and between two signs of life. */
function patience(
  caller: AbortSignal,
  { firstMs, wholeMs }: { firstMs: number; wholeMs: number },
): Patience {
  const ended = new AbortController();
  const signal = AbortSignal.any([caller, ended.signal]);
  const giveUp = () => ended.abort(new Error('Nothing came in time.'));
  const whole = setTimeout(giveUp, wholeMs);
  let next = setTimeout(giveUp, firstMs);
  return {
    signal,
    renew: (milliseconds) => {
      clearTimeout(next);
      next = setTimeout(giveUp, milliseconds);
    },
    pause: (milliseconds) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
      }),
    end: () => {
      clearTimeout(whole);
      clearTimeout(next);
    },
  };
}

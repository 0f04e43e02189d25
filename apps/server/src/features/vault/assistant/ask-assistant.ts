import type {
  AssistantAnswer,
  AssistantFailure,
  AssistantInput,
} from '@zavet/contract/assistant/assistant-endpoints';
import { limits } from '@zavet/contract/limits';
import type { Logger } from 'pino';
import { type LanguageModel, ModelFailed } from './language-model.ts';
import { systemPrompt } from './system-prompt.ts';
import { latestTurns } from './turn-rules.ts';

export interface AssistantDeps {
  /** Without one the built-in guide answers. */
  model: LanguageModel | undefined;
  log: Logger;
}

type Conversation = AsyncGenerator<{ text: string }, AssistantAnswer, undefined>;

/** One message and its answer, which is told while it comes. Nothing of it is kept. */
export async function* askAssistant(
  { model, log }: AssistantDeps,
  input: AssistantInput,
  signal: AbortSignal,
): Conversation {
  if (!model) {
    // Late, because its rules take a while to be put together.
    const [{ answerAsGuide }, { letterSoFar }, { positionIn }] = await Promise.all([
      import('./guide/answer-as-guide.ts'),
      import('./guide/letter-so-far.ts'),
      import('./guide/conversation-rules.ts'),
    ]);
    const position = positionIn(input);
    const response = answerAsGuide(input, position);
    return { success: true, response, error: null, draft: letterSoFar(input, position) };
  }
  const turns = latestTurns([...input.conversation, { role: 'user', content: input.message }]);
  const stop = new AbortController();
  let response = '';
  try {
    const pieces = model.reply(
      systemPrompt(input.language),
      turns,
      AbortSignal.any([signal, stop.signal]),
    );
    for await (const piece of pieces) {
      const text = piece.slice(0, limits.assistantAnswerMaxLength - response.length);
      response += text;
      yield { text };
      if (response.length >= limits.assistantAnswerMaxLength) break;
    }
  } catch (error) {
    if (!(error instanceof ModelFailed)) throw error;
    log.warn(
      { code: 'language_model_failed', ...tellable(error) },
      'the language model did not answer',
    );
    return {
      success: false,
      response: response.trim() ? response : null,
      ...failed(error.failure),
    };
  } finally {
    stop.abort();
  }
  if (response.trim() !== '') return { success: true, response, error: null, draft: null };
  log.warn(
    { code: 'language_model_empty', failure: 'assistant_unavailable' },
    'the language model answered with nothing',
  );
  return { success: false, response: null, ...failed('assistant_unavailable') };
}

function failed(error: AssistantFailure): Pick<AssistantAnswer, 'error' | 'draft'> {
  return { error, draft: null };
}

/** What a service says about a failure may quote what a person wrote: only its kind is logged. */
function tellable({ failure, cause }: ModelFailed): object {
  const { name, status, code, cause: deeper } = (cause ?? {}) as Record<string, unknown>;
  const network = (deeper as { code?: unknown } | undefined)?.code;
  return { failure, kind: name, status, error_code: code ?? network };
}

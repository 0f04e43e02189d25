import { limits } from '@zavet/contract/limits';
import {
  type AssistantInput,
  assistantEndpoints,
  modelLimits,
} from '@zavet/contract/vault/assistant-endpoints';
import { conversationLength } from '@zavet/contract/vault/reply-rules';
import type { Logger } from 'pino';
import { takeOrFail } from '../../../platform/http/call-limits.ts';
import type { RateLimiter } from '../../../platform/http/rate-limiter.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { askAssistant } from './ask-assistant.ts';
import type { LanguageModel } from './language-model.ts';

export function assistantRoutes(
  model: LanguageModel | undefined,
  limiter: RateLimiter,
  log: Logger,
): Route[] {
  return [
    route(assistantEndpoints.getAssistant, () => ({
      kind: model ? 'model' : 'guide',
      service: model?.service ?? null,
      model: model?.model ?? null,
      messages_per_day: model ? limits.assistantMessagesPerDay : null,
    })),
    route(assistantEndpoints.askAssistant, async ({ owner, body, signal }) => {
      await consumeSizeLimit(limiter, owner.user_id, body);
      if (model) await consumeModelLimits(limiter, owner.user_id);
      return askAssistant(model, log, body, signal);
    }),
  ];
}

/** The endpoint counts one message; a long conversation counts as several. */
async function consumeSizeLimit(
  limiter: RateLimiter,
  userId: string,
  { conversation, message }: AssistantInput,
): Promise<void> {
  const characters = conversationLength(conversation) + message.length;
  const further = Math.floor(characters / limits.assistantCharactersPerMessage);
  const limit = { max: limits.guideMessagesPerMinute, seconds: 60 };
  for (let counted = 0; counted < further; counted += 1) {
    await takeOrFail(limiter, `assistant-size:${userId}`, limit);
  }
}

async function consumeModelLimits(limiter: RateLimiter, userId: string): Promise<void> {
  for (const limit of modelLimits) {
    await takeOrFail(limiter, `language-model:${limit.seconds}:${userId}`, limit);
  }
}

import { assistantEndpoints, modelLimits } from '@zavet/contract/assistant/assistant-endpoints';
import { limits } from '@zavet/contract/limits';
import { takeOrRefuse } from '../../platform/http/call-limits.ts';
import type { RateLimiter } from '../../platform/http/rate-limiter.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { type AssistantDeps, askAssistant } from './ask-assistant.ts';

export function assistantRoutes(deps: AssistantDeps & { limiter: RateLimiter }): Route[] {
  const { model, limiter } = deps;
  return [
    route(assistantEndpoints.getAssistant, () => ({
      kind: model ? 'model' : 'guide',
      service: model?.service ?? null,
      model: model?.model ?? null,
      messages_per_day: model ? limits.assistantMessagesPerDay : null,
    })),
    route(assistantEndpoints.askAssistant, async ({ owner, body, signal }) => {
      if (model) await takeModelLimits(limiter, owner.user_id);
      return askAssistant(deps, body, signal);
    }),
  ];
}

async function takeModelLimits(limiter: RateLimiter, userId: string): Promise<void> {
  for (const limit of modelLimits) {
    await takeOrRefuse(limiter, `language-model:${limit.seconds}:${userId}`, limit);
  }
}

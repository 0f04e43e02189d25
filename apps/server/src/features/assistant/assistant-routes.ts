import { assistantEndpoints } from '@zavet/contract/assistant/assistant-endpoints';
import { limits } from '@zavet/contract/limits';
import { type Route, route } from '../../platform/http/route.ts';
import { type AssistantParts, askAssistant } from './ask-assistant.ts';

export function assistantRoutes(parts: AssistantParts): Route[] {
  const { model } = parts;
  return [
    route(assistantEndpoints.getAssistant, () => ({
      kind: model ? 'model' : 'guide',
      service: model?.service ?? null,
      model: model?.model ?? null,
      messages_per_day: limits.assistantMessagesPerDay,
    })),
    route(assistantEndpoints.askAssistant, ({ body, signal }) => askAssistant(parts, body, signal)),
  ];
}

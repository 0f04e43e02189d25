import { z } from 'zod';
import { defineEndpoint, minute } from '../endpoint.ts';
import { localeField } from '../fields.ts';
import { limits } from '../limits.ts';
import { defaultLocale } from '../locales.ts';
import { conversationLength } from './reply-rules.ts';

const day = 24 * 60 * minute;

/** Why there is no answer: the service is away or answers nonsense, is too slow, or has too much to do. */
export const assistantFailures = [
  'assistant_unavailable',
  'assistant_timeout',
  'assistant_busy',
] as const;
export type AssistantFailure = (typeof assistantFailures)[number];

/** One side's words in a conversation that only the browser keeps. */
export const chatTurn = z.discriminatedUnion('role', [
  z.object({ role: z.literal('user'), content: words(limits.assistantMessageMaxLength) }),
  z.object({ role: z.literal('assistant'), content: words(limits.assistantAnswerMaxLength) }),
]);
export type ChatTurn = z.output<typeof chatTurn>;

export const assistantInput = z.object({
  message: z
    .string('required')
    .trim()
    .min(1, 'required')
    .max(limits.assistantMessageMaxLength, 'too_long'),
  /** What was said before, oldest first; the server keeps nothing of it. */
  conversation: z
    .array(chatTurn, 'invalid')
    .max(limits.assistantTurns, 'too_long')
    .refine(
      (turns) => conversationLength(turns) <= limits.assistantConversationMaxLength,
      'too_long',
    )
    .default(() => []),
  language: localeField.default(defaultLocale),
});
export type AssistantInput = z.output<typeof assistantInput>;

export const assistantAnswer = z.object({
  success: z.boolean(),
  /** All that was said, also when it broke off. */
  response: z.string().nullable(),
  error: z.enum(assistantFailures).nullable(),
  /**
   * The letter as far as the guide has put it together, marked as a draft. Null while nothing was
   * said for it, once it stands in the response, and from a language model.
   */
  draft: z.string().nullable(),
});
export type AssistantAnswer = z.output<typeof assistantAnswer>;

export const assistantView = z.object({
  /** `guide`: built in, no language model, nothing leaves the server. */
  kind: z.enum(['guide', 'model']),
  /** Where messages are sent, by name; null for the guide. */
  service: z.string().nullable(),
  model: z.string().nullable(),
  /** How many messages a language model answers in a day; null for the guide. */
  messages_per_day: z.number().int().nullable(),
});
export type AssistantView = z.output<typeof assistantView>;

/** What one account may ask a language model, which somebody pays for; the built-in guide has no such bound. */
export const modelLimits = [
  { max: limits.modelMessagesPerMinute, seconds: minute },
  { max: limits.assistantMessagesPerDay, seconds: day },
] as const;

function words(maxLength: number) {
  return z.string('invalid').min(1, 'required').max(maxLength, 'too_long');
}

export const assistantEndpoints = {
  getAssistant: defineEndpoint({
    id: 'get-assistant',
    summary: 'Who answers in the chat, and to whom messages are sent.',
    method: 'GET',
    path: '/assistant',
    callers: 'owner',
    output: assistantView,
  }),
  askAssistant: defineEndpoint({
    id: 'ai-assistant',
    summary:
      'One message to the assistant. Nothing but what is sent here reaches it. ' +
      `A language model answers ${limits.modelMessagesPerMinute} a minute and ${limits.assistantMessagesPerDay} a day.`,
    method: 'POST',
    path: '/assistant/messages',
    callers: 'owner',
    body: assistantInput,
    maxBodyBytes: limits.assistantBodyBytes,
    progress: z.object({ text: z.string() }),
    output: assistantAnswer,
    // Against abuse only; what a paid model answers is counted by `modelLimits` as well.
    limits: [{ per: 'account', max: limits.guideMessagesPerMinute, seconds: minute }],
  }),
} as const;

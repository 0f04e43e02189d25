import { z } from 'zod';
import { defineEndpoint, minute } from '../endpoint.ts';
import { localeField } from '../fields.ts';
import { limits } from '../limits.ts';
import { defaultLocale } from '../locales.ts';
import { conversationLength } from './reply-rules.ts';

const day = 24 * 60 * minute;

/** `assistant_unavailable` includes invalid responses. */
const assistantFailures = ['assistant_unavailable', 'assistant_timeout', 'assistant_busy'] as const;
export type AssistantFailure = (typeof assistantFailures)[number];

/** One message of the conversation, which only the browser keeps. */
const chatTurn = z.discriminatedUnion('role', [
  z.object({ role: z.literal('user'), content: words(limits.assistantMessageMaxLength) }),
  z.object({ role: z.literal('assistant'), content: words(limits.assistantAnswerMaxLength) }),
]);
export type ChatTurn = z.output<typeof chatTurn>;

const assistantInput = z.object({
  message: z
    .string('required')
    .trim()
    .min(1, 'required')
    .max(limits.assistantMessageMaxLength, 'too_long'),
  /** Previous messages, oldest first; not stored by the server. */
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

const assistantAnswer = z.object({
  success: z.boolean(),
  /** The answer, or its beginning if it was interrupted. */
  response: z.string().nullable(),
  error: z.enum(assistantFailures).nullable(),
  /**
   * The guide's letter so far, tagged as a draft. Null for a language model, if there is no letter,
   * or if `response` already contains it.
   */
  draft: z.string().nullable(),
});
export type AssistantAnswer = z.output<typeof assistantAnswer>;

const assistantView = z.object({
  /** `guide`: built in, without a language model; nothing leaves the server. */
  kind: z.enum(['guide', 'model']),
  /** Receiver of the messages; null for the guide. */
  service: z.string().nullable(),
  model: z.string().nullable(),
  /** Messages per day with a language model; null for the guide. */
  messages_per_day: z.number().int().nullable(),
});
export type AssistantView = z.output<typeof assistantView>;

/** Limits of one account for a paid language model. */
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
    summary: 'The kind of assistant and the receiver of its messages.',
    route: 'GET /assistant',
    callers: 'owner',
    output: assistantView,
  }),
  askAssistant: defineEndpoint({
    id: 'ai-assistant',
    summary:
      'One message to the assistant, which gets nothing but this input. ' +
      `A language model answers ${limits.modelMessagesPerMinute} a minute and ${limits.assistantMessagesPerDay} a day.`,
    route: 'POST /assistant/messages',
    callers: 'owner',
    body: assistantInput,
    maxBodyBytes: limits.assistantBodyBytes,
    progress: z.object({ text: z.string() }),
    output: assistantAnswer,
    // Prevents abuse; paid models have `modelLimits` as well.
    limits: [{ per: 'account', max: limits.guideMessagesPerMinute, seconds: minute }],
  }),
} as const;

import type { LanguageModelSettings } from '../features/vault/assistant/language-model.ts';
import { isLoopback } from '../platform/http/loopback.ts';
import { ConfigurationInvalid } from '../platform/process/refusals.ts';
import type { ReadVariable } from './read-variables.ts';
import { bareHttpAddress, withoutSpaces } from './value-schemas.ts';

export const assistantVariables = {
  AI_BASE_URL: [
    bareHttpAddress,
    'the http or https address of an OpenAI-compatible service, without a password or a query',
  ],
  AI_API_KEY: [withoutSpaces, 'a key without spaces'],
  AI_MODEL: [withoutSpaces, 'the name of a model, without spaces'],
} as const;

/** The language model of the assistant; undefined where the built-in guide answers. */
export function assistantSettings(
  read: ReadVariable<typeof assistantVariables>,
  isProduction: boolean,
): LanguageModelSettings | undefined {
  const baseUrl = read('AI_BASE_URL');
  const model = read('AI_MODEL');
  const apiKey = read('AI_API_KEY');
  if (!baseUrl) return undefined;
  if (!model) throw new ConfigurationInvalid('AI_MODEL must be set when AI_BASE_URL is set.');
  const { protocol, hostname } = new URL(baseUrl);
  if (isProduction && protocol !== 'https:' && !isLoopback(hostname)) {
    throw new ConfigurationInvalid(
      'AI_BASE_URL must be an https address when NODE_ENV is production, or one of this machine.',
    );
  }
  return { baseUrl, model, apiKey };
}

import { z } from 'zod';
import type { YookassaSettings } from '../features/billing/payments/yookassa-provider.ts';
import type { LanguageModelSettings } from '../features/vault/assistant/language-model.ts';
import { isLoopback } from '../platform/http/origin-checks.ts';
import { type ReadVariable, refuse } from './read-variables.ts';
import { bareHttpAddress, textWithoutSpaces, wholeNumber } from './value-schemas.ts';

export const paymentVariables = {
  PAYMENTS: [z.enum(['mock', 'yookassa']), 'mock or yookassa'],
  YOOKASSA_SHOP_ID: [textWithoutSpaces, 'the number of the shop'],
  YOOKASSA_SECRET_KEY: [textWithoutSpaces, 'a secret key without spaces'],
  YOOKASSA_API_URL: [
    bareHttpAddress,
    'the http or https address of the payment service, without a password or a query',
  ],
  YOOKASSA_VAT_CODE: [wholeNumber(1, 12), 'the code of a tax rate between 1 and 12'],
} as const;

/** Undefined if nothing can be bought. */
type Payments = { kind: 'mock' } | ({ kind: 'yookassa' } & YookassaSettings) | undefined;

type ReadPayments = ReadVariable<typeof paymentVariables>;

/** VAT of 22 %, included in prices. */
const defaultVatCode = 11;

export function paymentSettings(read: ReadPayments, isProduction: boolean): Payments {
  const kind = read('PAYMENTS') ?? (isProduction ? undefined : 'mock');
  return kind === 'yookassa' ? yookassa(read, isProduction) : kind && { kind };
}

function yookassa(read: ReadPayments, isProduction: boolean): Payments {
  const needed = (name: 'YOOKASSA_SHOP_ID' | 'YOOKASSA_SECRET_KEY') => {
    const found = read(name);
    if (found) return found;
    refuse(`${name} must be set when PAYMENTS is yookassa.`);
  };
  const apiUrl = read('YOOKASSA_API_URL') ?? 'https://api.yookassa.ru/v3';
  if (isProduction && new URL(apiUrl).protocol !== 'https:') {
    refuse('YOOKASSA_API_URL must be an https address when NODE_ENV is production.');
  }
  return {
    kind: 'yookassa',
    shopId: needed('YOOKASSA_SHOP_ID'),
    secretKey: needed('YOOKASSA_SECRET_KEY'),
    apiUrl,
    vatCode: read('YOOKASSA_VAT_CODE') ?? defaultVatCode,
  };
}

export const assistantVariables = {
  AI_BASE_URL: [
    bareHttpAddress,
    'the http or https address of an OpenAI-compatible service, without a password or a query',
  ],
  AI_API_KEY: [textWithoutSpaces, 'a key without spaces'],
  AI_MODEL: [textWithoutSpaces, 'the name of a model, without spaces'],
} as const;

/** Undefined if the built-in guide is used. */
export function assistantSettings(
  read: ReadVariable<typeof assistantVariables>,
  isProduction: boolean,
): LanguageModelSettings | undefined {
  const baseUrl = read('AI_BASE_URL');
  const model = read('AI_MODEL');
  const apiKey = read('AI_API_KEY');
  if (!baseUrl) return undefined;
  if (!model) refuse('AI_MODEL must be set when AI_BASE_URL is set.');
  const { protocol, hostname } = new URL(baseUrl);
  if (isProduction && protocol !== 'https:' && !isLoopback(hostname)) {
    refuse(
      'AI_BASE_URL must be an https address when NODE_ENV is production, or one of this machine.',
    );
  }
  return { baseUrl, model, apiKey };
}

import { z } from 'zod';
import type { YookassaSettings } from '../features/billing/payments/yookassa-provider.ts';
import { ConfigurationInvalid } from '../platform/process/refusals.ts';
import type { ReadVariable } from './read-variables.ts';
import { bareHttpAddress, wholeNumber, withoutSpaces } from './value-schemas.ts';

/** Who takes the money, and every variable of the provider. */
export const paymentVariables = {
  PAYMENTS: [z.enum(['mock', 'yookassa']), 'mock or yookassa'],
  YOOKASSA_SHOP_ID: [withoutSpaces, 'the number of the shop'],
  YOOKASSA_SECRET_KEY: [withoutSpaces, 'a secret key without spaces'],
  YOOKASSA_API_URL: [
    bareHttpAddress,
    'the http or https address of the payment service, without a password or a query',
  ],
  YOOKASSA_VAT_CODE: [wholeNumber(1, 12), 'the code of a tax rate between 1 and 12'],
} as const;

/** How payments are taken; undefined where none can be. */
type Payments = { kind: 'mock' } | ({ kind: 'yookassa' } & YookassaSettings) | undefined;

type Read = ReadVariable<typeof paymentVariables>;

/** Prices include the usual rate. */
const usualVatCode = 11;

export function paymentSettings(read: Read, isProduction: boolean): Payments {
  const kind = read('PAYMENTS') ?? (isProduction ? undefined : 'mock');
  return kind === 'yookassa' ? yookassa(read, isProduction) : kind && { kind };
}

function yookassa(read: Read, isProduction: boolean): Payments {
  const needed = (name: 'YOOKASSA_SHOP_ID' | 'YOOKASSA_SECRET_KEY') => {
    const found = read(name);
    if (found) return found;
    throw new ConfigurationInvalid(`${name} must be set when PAYMENTS is yookassa.`);
  };
  const apiUrl = read('YOOKASSA_API_URL') ?? 'https://api.yookassa.ru/v3';
  if (isProduction && new URL(apiUrl).protocol !== 'https:') {
    throw new ConfigurationInvalid(
      'YOOKASSA_API_URL must be an https address when NODE_ENV is production.',
    );
  }
  return {
    kind: 'yookassa',
    shopId: needed('YOOKASSA_SHOP_ID'),
    secretKey: needed('YOOKASSA_SECRET_KEY'),
    apiUrl,
    vatCode: read('YOOKASSA_VAT_CODE') ?? usualVatCode,
  };
}

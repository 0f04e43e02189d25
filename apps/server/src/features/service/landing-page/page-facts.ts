import { moscowDay } from '@zavet/contract/days';
import { priceFigures, textFigures } from '@zavet/contract/legal/figures';
import type { Locale } from '@zavet/contract/locales';
import {
  currency,
  type PriceEditions,
  type PriceList,
  pricesInForce,
} from '@zavet/contract/prices';
import { writtenNumber } from '@zavet/contract/written-number';
import type { Facts } from '@zavet/locales/translate';
import type { Clock } from '../../../platform/clock/clock.ts';

/** What the public pages are made of. */
export interface WelcomeDeps {
  clock: Clock;
  prices: PriceEditions;
  publicUrl: string;
  supportEmail: string;
  /** Who runs the service, in their own words. */
  operator: string | undefined;
}

/** A stranger has no prices of their own: those of the day hold. */
export function pricesOfToday({ prices, clock }: WelcomeDeps): PriceList {
  return pricesInForce(prices, moscowDay(clock.now()));
}

/** Figures as people of a language write them. */
export function writtenFigures(locale: Locale): Facts {
  return mapped(textFigures, (value) =>
    typeof value === 'number' ? writtenNumber(value, locale) : value,
  );
}

export function writtenPrices(prices: PriceList, locale: Locale): Facts {
  const rubles = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 0,
  });
  return mapped(priceFigures(prices), (amount) => rubles.format(amount));
}

function mapped<Value>(values: Record<string, Value>, write: (value: Value) => string): Facts {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, write(value)]));
}

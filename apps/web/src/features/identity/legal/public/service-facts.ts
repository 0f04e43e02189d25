import { type QueryClient, useQuery } from '@tanstack/react-query';
import { priceEditions, pricesInForce } from '@zavet/contract/billing/plan-catalogue';
import type { Day } from '@zavet/contract/days';
import type { Locale } from '@zavet/contract/locales';
import { fillFigures } from '@zavet/contract/text-figures';
import { endpointQuery } from '../../../../platform/queries/use-endpoint.ts';
import { settledWithin } from '../../../../platform/settled-within.ts';
import { TextFiles, useTextFile } from '../../../../ui/long-text/text-files.ts';
import { type FactTexts, type Service, serviceFactsOf } from '../service-facts-rules.ts';

const factTexts = new TextFiles<FactTexts>(
  '../../../../../../../packages/texts/facts/',
  import.meta.glob<FactTexts>('../../../../../../../packages/texts/facts/*.json', {
    import: 'default',
  }),
);

const serviceQuery = { ...endpointQuery('getService'), staleTime: Number.POSITIVE_INFINITY };

const serviceTimeoutMs = 800;

/** Route loader: waits briefly for the facts, so that the text does not change while it is read. */
export async function fetchFacts(client: QueryClient, language: Locale): Promise<void> {
  const service = settledWithin(serviceTimeoutMs, client.prefetchQuery(serviceQuery));
  await Promise.all([factTexts.fetch(language), service]);
}

/** Starts loading without waiting, for a text whose facts are out of sight at first. */
export async function prefetchFacts(client: QueryClient, language: Locale): Promise<void> {
  void client.prefetchQuery(serviceQuery);
  await factTexts.fetch(language);
}

/** Operator and limits of this service; undefined until loaded. */
export function useService(): Service | undefined {
  return useQuery(serviceQuery).data;
}

/** Replaces placeholders by figures, facts, and the prices of a day. */
export function useFill(language: Locale, day: Day): (text: string) => string {
  const texts = useTextFile(factTexts, language);
  const facts = serviceFactsOf(useService(), texts, language, window.location.origin);
  const prices = pricesInForce(priceEditions, day);
  return (text) => fillFigures(text, language, facts, prices);
}

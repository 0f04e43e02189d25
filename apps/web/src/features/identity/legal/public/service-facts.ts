import { type QueryClient, useQuery } from '@tanstack/react-query';
import { priceEditions, pricesInForce } from '@zavet/contract/billing/plan-catalogue';
import type { Day } from '@zavet/contract/days';
import type { Locale } from '@zavet/contract/locales';
import { fillFigures } from '@zavet/contract/text-figures';
import { endpointQuery } from '../../../../platform/queries/use-endpoint.ts';
import { waitAtMost } from '../../../../platform/wait-at-most.ts';
import { TextFiles, useTextFile } from '../../../../ui/long-text/text-files.ts';
import { type FactTexts, type ServiceInfo, serviceFactsOf } from '../service-facts-rules.ts';

const factTexts = new TextFiles<FactTexts>(
  '../../../../../../../packages/texts/facts/',
  import.meta.glob<FactTexts>('../../../../../../../packages/texts/facts/*.json', {
    import: 'default',
  }),
);

const serviceQuery = { ...endpointQuery('getService'), staleTime: Number.POSITIVE_INFINITY };

const serviceTimeoutMs = 800;

/**
 * Route loader: waits briefly for the service data, so that it rarely changes the displayed text.
 */
export async function fetchServiceFacts(client: QueryClient, language: Locale): Promise<void> {
  const service = waitAtMost(serviceTimeoutMs, client.prefetchQuery(serviceQuery));
  await Promise.all([factTexts.fetch(language), service]);
}

/** Route loader for texts that show no service data at first: does not wait for the data. */
export async function prefetchServiceFacts(client: QueryClient, language: Locale): Promise<void> {
  void client.prefetchQuery(serviceQuery);
  await factTexts.fetch(language);
}

/** Operator and limits of this service; undefined until loaded. */
export function useService(): ServiceInfo | undefined {
  return useQuery(serviceQuery).data;
}

/**
 * Returns a function that replaces placeholders by figures, service data and the prices of a day.
 */
export function useFillPlaceholders(language: Locale, day: Day): (text: string) => string {
  const texts = useTextFile(factTexts, language);
  const facts = serviceFactsOf(useService(), texts, language, window.location.origin);
  const prices = pricesInForce(priceEditions, day);
  return (text) => fillFigures(text, language, facts, prices);
}

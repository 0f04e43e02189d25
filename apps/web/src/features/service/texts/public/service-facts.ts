import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { Day } from '@zavet/contract/days';
import { fillFigures } from '@zavet/contract/legal/figures';
import type { Locale } from '@zavet/contract/locales';
import { priceEditions, pricesInForce } from '@zavet/contract/prices';
import { endpointQuery } from '../../../../platform/queries/use-endpoint.ts';
import { type FactWords, type Service, serviceFactsOf } from '../service-facts-rules.ts';
import { TextFiles, useTextFile } from './text-files.ts';

const factWords = new TextFiles<FactWords>(
  '../../../../../../../packages/texts/facts/',
  import.meta.glob<FactWords>('../../../../../../../packages/texts/facts/*.json', {
    import: 'default',
  }),
);

const serviceQuery = { ...endpointQuery('getService'), staleTime: Number.POSITIVE_INFINITY };

/** The longest that a text waits for what only the server knows, in milliseconds. */
const patience = 800;

/** For route loaders, so that a text need not change before the reader's eyes. */
export async function fetchFacts(client: QueryClient, language: Locale): Promise<void> {
  const service = client.prefetchQuery(serviceQuery);
  const enough = new Promise((resolve) => setTimeout(resolve, patience));
  await Promise.all([factWords.fetch(language), Promise.race([service, enough])]);
}

/** The same for a text that names the service only out of sight: it is shown at once. */
export async function beginFacts(client: QueryClient, language: Locale): Promise<void> {
  void client.prefetchQuery(serviceQuery);
  await factWords.fetch(language);
}

/** Who runs this service; undefined until the server has said it. */
export function useService(): Service | undefined {
  return useQuery(serviceQuery).data;
}

/** Puts figures and facts, and the prices of a day, into the texts of this language. */
export function useFill(language: Locale, day: Day): (text: string) => string {
  const words = useTextFile(factWords, language);
  const facts = serviceFactsOf(useService(), words, language, window.location.origin);
  const prices = pricesInForce(priceEditions, day);
  return (text) => fillFigures(text, language, facts, prices);
}

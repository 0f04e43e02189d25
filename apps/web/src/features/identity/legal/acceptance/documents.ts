import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../../../platform/queries/use-endpoint.ts';

/** Editions are announced days ahead; every screen asks, so the answer is kept for a while. */
const keptFor = 10 * 60 * 1000;

export const documentsQuery = { ...endpointQuery('getDocuments'), staleTime: keptFor };

/** The editions that concern the visitor, with the moment each was accepted. */
export function useDocuments() {
  return useQuery(documentsQuery);
}

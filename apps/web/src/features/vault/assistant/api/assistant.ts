import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../platform/client/api.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';

/** Who answers, and to whom messages are sent. */
export function useAssistant() {
  return useQuery({
    queryKey: queryKeys.assistant(),
    queryFn: ({ signal }) => api.getAssistant({}, { signal }),
  });
}

import { useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/client/api.ts';

/** Who answers, and to whom messages are sent. */
export function useAssistant() {
  return useQuery({
    queryKey: ['assistant'],
    queryFn: ({ signal }) => api.getAssistant({}, { signal }),
  });
}

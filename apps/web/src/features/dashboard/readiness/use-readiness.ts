import { useQuery } from '@tanstack/react-query';
import { api } from '../../session/api.ts';

/** Kept below the dashboard: whatever changes its figures may have mended something here. */
export function useReadiness() {
  return useQuery({
    queryKey: ['dashboard', 'readiness'],
    queryFn: ({ signal }) => api.getReadiness({}, { signal }),
  });
}

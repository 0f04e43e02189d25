import { useQuery } from '@tanstack/react-query';
import { readinessQuery } from '../api/dashboard-queries.ts';

export function useReadiness() {
  return useQuery(readinessQuery);
}

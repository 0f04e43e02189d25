import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@zavet/contract/client';
import { api } from '../session/api.ts';
import { useDemoMode } from '../setup/demo-mode.ts';

/** The figures, and whether the database behind them can be reached at all. */
export function useDashboard() {
  const { isDemo } = useDemoMode();
  const query = useQuery({
    queryKey: ['dashboard'],
    queryFn: ({ signal }) => api.getDashboard({}, { signal }),
  });
  const isDatabaseMissing =
    query.error instanceof ApiError && query.error.code === 'database_unavailable';
  return { query, isWithoutDatabase: query.data === undefined && (isDemo || isDatabaseMissing) };
}

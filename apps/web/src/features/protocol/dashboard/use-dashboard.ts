import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@zavet/contract/client';
import { useDemoMode } from '../../../platform/setup/setup.ts';
import { dashboardQuery } from './api/dashboard-queries.ts';

/** The figures, and whether the database behind them can be reached at all. */
export function useDashboard() {
  const { isDemo } = useDemoMode();
  const query = useQuery(dashboardQuery);
  const isDatabaseMissing =
    query.error instanceof ApiError && query.error.code === 'database_unavailable';
  return { query, isWithoutDatabase: query.data === undefined && (isDemo || isDatabaseMissing) };
}

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../../../interface/error-state.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { SkeletonLines } from '../../../interface/skeleton.tsx';

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  /** Lines of the skeleton. */
  lines?: number;
  children: (data: Data) => ReactNode;
}

/** Bars while it loads, a retry when it could not be loaded, else the content. */
export function Loaded<Data>({ query, lines, children }: LoadedProps<Data>) {
  const { t } = useTranslation('settings');
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <SkeletonLines lines={lines} />;
  return (
    <ErrorState
      title={t('loadFailed')}
      error={query.error}
      isRetrying={query.isFetching}
      onRetry={() => query.refetch()}
    />
  );
}

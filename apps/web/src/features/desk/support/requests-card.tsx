import type { UseQueryResult } from '@tanstack/react-query';
import type { SupportView } from '@zavet/contract/desk/support-endpoints';
import { SectionCard } from '../../../ui/card.tsx';
import { CollapsibleList } from '../../../ui/collapsible-list.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../ui/loading.tsx';
import requestStyles from './public/request.module.css';
import { RequestItem } from './request-item.tsx';
import styles from './support.module.css';

const shownAtFirst = 5;

export function RequestsCard({ query }: { query: UseQueryResult<SupportView> }) {
  const { t } = useTranslation('support');
  const support = query.data;
  return (
    <SectionCard title={t('requests.title')}>
      {support && support.requests.length > 0 && <RequestList support={support} />}
      {support?.requests.length === 0 && <p className={styles.quiet}>{t('requests.none')}</p>}
      {!support && query.isError && (
        <ErrorState
          title={t('loadFailed')}
          error={query.error}
          isRetrying={query.isFetching}
          onRetry={() => query.refetch()}
        />
      )}
      {!support && !query.isError && <SkeletonLines lines={3} />}
    </SectionCard>
  );
}

function RequestList({ support: { requests, support_email } }: { support: SupportView }) {
  const { t } = useTranslation('support');
  return (
    <CollapsibleList
      items={requests}
      shownAtFirst={shownAtFirst}
      className={requestStyles.requests}
      more={t('requests.more')}
      less={t('requests.less')}
    >
      {(request) => <RequestItem key={request.id} request={request} supportEmail={support_email} />}
    </CollapsibleList>
  );
}

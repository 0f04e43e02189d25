import { Card } from '../../interface/card.tsx';
import { ErrorState } from '../../interface/error-state.tsx';
import { useTranslation } from '../../interface/language/use-translation.ts';
import { Page } from '../../interface/page.tsx';
import { Skeleton, SkeletonLines } from '../../interface/skeleton.tsx';
import { contactErrorKey } from './contact-failure.ts';
import { Contacts } from './contacts.tsx';
import { useContacts } from './public/use-contacts.ts';
import { useContactErrorText } from './use-contact-error-text.ts';

export function ContactScreen() {
  const { t } = useTranslation('contacts');
  const errorText = useContactErrorText();
  const query = useContacts();
  const hasFailed = query.isError && !query.data;
  const hasOwnReason = hasFailed && contactErrorKey(query.error, 'fetch') !== 'fetchError';
  return (
    <Page title={t('title')} lead={t('lead')}>
      {query.data && <Contacts {...query.data} />}
      {hasFailed && (
        <ErrorState
          title={t('errors.fetchError')}
          error={query.error}
          text={hasOwnReason ? errorText(query.error, 'fetch') : undefined}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <LoadingContacts />}
    </Page>
  );
}

function LoadingContacts() {
  return (
    <>
      <Card>
        <SkeletonLines lines={3} />
      </Card>
      <Card>
        <Skeleton width="45%" height="1.6rem" />
        <Skeleton height="1.1rem" />
        <Skeleton width="70%" height="1.1rem" />
      </Card>
    </>
  );
}

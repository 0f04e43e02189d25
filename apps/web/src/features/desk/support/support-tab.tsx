import { useSearch } from '@tanstack/react-router';
import { useEndpoint } from '../../../platform/queries/use-endpoint.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { SkeletonCard, WaitForQueries } from '../../../ui/loaded.tsx';
import { SkeletonLines } from '../../../ui/loading.tsx';
import { ContactCard } from './contact-card.tsx';
import { RequestsCard } from './requests-card.tsx';
import { SupportForm } from './support-form.tsx';
import { topicOf } from './support-rules.ts';

/** While a request is on its way. */
const readAgainMs = 10_000;

export function SupportTab() {
  const support = useEndpoint(
    'getSupport',
    {},
    {
      refetchInterval: ({ state }) =>
        state.data?.requests.some(({ status }) => status === 'queued') ? readAgainMs : false,
    },
  );
  return (
    <WaitForQueries queries={[support, useEndpoint('getProfile')]} waiting={threeCards}>
      <ContactCard support={support.data} />
      <WriteCard />
      <RequestsCard query={support} />
    </WaitForQueries>
  );
}

const threeCards = (
  <>
    <SkeletonCard lines={4} hasAction />
    <SkeletonCard lines={8} hasAction />
    <SkeletonCard />
  </>
);

/** The form begins with what the profile says, so it waits for that. */
function WriteCard() {
  const { t } = useTranslation('support');
  const search = useSearch({ strict: false });
  const topic = topicOf(search.topic);
  const writer = useEndpoint('getProfile');
  if (writer.data) {
    return <SupportForm writer={writer.data} topic={topic} />;
  }
  return (
    <Card>
      {writer.isError ? (
        <ErrorState
          title={t('loadFailed')}
          error={writer.error}
          isRetrying={writer.isFetching}
          onRetry={() => writer.refetch()}
        />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Card>
  );
}

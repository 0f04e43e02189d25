import { useSearch } from '@tanstack/react-router';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { SkeletonCard, WaitForQueries } from '../../../ui/wait-for-queries.tsx';
import { useProfile } from '../../identity/account/public/use-profile.ts';
import { useSupport } from './api/support.ts';
import { ContactCard } from './contact-card.tsx';
import { RequestsCard } from './requests-card.tsx';
import { SupportForm } from './support-form.tsx';
import { topicOf } from './support-rules.ts';

export function SupportTab() {
  const support = useSupport();
  return (
    <WaitForQueries queries={[support, useProfile()]} waiting={threeCards}>
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
  const writer = useProfile();
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

import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { Card } from '../../../../ui/card.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../../ui/loading.tsx';
import { ProtocolNotice } from '../public/protocol-notice.tsx';
import { PastProtocols } from '../released/past-protocols.tsx';
import { ReleaseCard } from './release-card.tsx';
import { RulesCard } from './rules-card.tsx';
import { SecondAddressCard } from './second-address-card.tsx';
import { PaperCodeCard } from './stop-code-card.tsx';

/** What the owner decides about the start of the protocol, and how it can be stopped. */
export function ProtocolTab() {
  const { t } = useTranslation('release');
  const query = useEndpoint('getProtocolRules');
  const rules = query.data;
  return (
    <>
      <ProtocolNotice activatedAt={null} />
      {rules && (
        <>
          <ReleaseCard rules={rules} />
          <RulesCard rules={rules} />
          <SecondAddressCard address={rules.second_address} />
          <PaperCodeCard madeAt={rules.stop_code_made_at} />
        </>
      )}
      {!rules && (
        <Card>
          {query.isError ? (
            <ErrorState
              title={t('loadFailed')}
              error={query.error}
              isRetrying={query.isFetching}
              onRetry={() => void query.refetch()}
            />
          ) : (
            <SkeletonLines lines={5} />
          )}
        </Card>
      )}
      <PastProtocols />
    </>
  );
}

import type { StopInput } from '@zavet/contract/protocol/stop-endpoints';
import { useState } from 'react';
import { Card } from '../../../../ui/card.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Page } from '../../../../ui/page.tsx';
import { SkeletonLines } from '../../../../ui/skeleton.tsx';
import { useMailedLink } from '../../../identity/account/public/mailed-link.ts';
import { useStopDescription } from '../api/mailed-stop.ts';
import { StopCodePage } from './stop-code-form.tsx';
import { isUnknownLink } from './stop-failure.ts';
import { StopLinkProblem } from './stop-link-problem.tsx';
import { StopQuestion } from './stop-question.tsx';

/** Opened from a mail, or typed with the code on paper at hand; signed in or not. */
export function StopScreen() {
  const { token } = useMailedLink();
  const [given, setGiven] = useState<StopInput>();
  const [isLinkGivenUp, setLinkGivenUp] = useState(false);
  const link = token !== undefined && !isLinkGivenUp ? { token } : undefined;
  const chosen = given ?? link;
  return (
    <>
      <meta name="robots" content="noindex" />
      {chosen ? (
        <DescribedStop
          key={JSON.stringify(chosen)}
          given={chosen}
          onCode={setGiven}
          onEnterCode={() => setLinkGivenUp(true)}
        />
      ) : (
        <StopCodePage onKnown={setGiven} />
      )}
    </>
  );
}

interface DescribedStopProps {
  given: StopInput;
  onCode: (given: StopInput) => void;
  onEnterCode: () => void;
}

function DescribedStop({ given, onCode, onEnterCode }: DescribedStopProps) {
  const { t } = useTranslation('stop');
  const query = useStopDescription(given);
  if (isUnknownLink(query.error)) return <StopLinkProblem onEnterCode={onEnterCode} />;
  if (query.data) {
    return (
      <StopQuestion
        given={given}
        view={query.data}
        onCode={onCode}
        onEnterCode={'token' in given ? onEnterCode : undefined}
      />
    );
  }
  return (
    <Page title={t('tabTitle')} width="text">
      {query.isError ? (
        <ErrorState
          title={t('loadFailed')}
          error={query.error}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Card>
          <p>{t('loading')}</p>
          <SkeletonLines lines={4} />
        </Card>
      )}
    </Page>
  );
}

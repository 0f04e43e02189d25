import { Card } from '../../../../ui/card.tsx';
import { Envelope } from '../../../../ui/drawings/envelope.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Page } from '../../../../ui/page.tsx';
import { ResultPage } from '../../../../ui/result-page.tsx';
import { SkeletonLines } from '../../../../ui/skeleton.tsx';
import { useMailedLink } from '../../../identity/account/public/mailed-link.ts';
import { useSecondAddressLink } from '../api/second-address.ts';
import { type AddressLinkProblem, addressLinkProblemOf } from './address-link-problem.ts';
import { ConfirmAddress } from './confirm-address.tsx';

/** Opened from the mail to a second address, signed in or not. Nothing happens on load. */
export function SecondAddressScreen() {
  const { t } = useTranslation('release');
  const { token } = useMailedLink();
  const query = useSecondAddressLink(token);
  const problem = token === undefined ? 'invalid' : addressLinkProblemOf(query.error);
  const isKnown = token !== undefined && query.data !== undefined;
  return (
    <>
      <meta name="robots" content="noindex" />
      {problem && <UnusableLink problem={problem} />}
      {!problem && isKnown && <ConfirmAddress token={token} link={query.data} />}
      {!problem && !isKnown && (
        <Page title={t('confirmation.title')} tabTitle={t('confirmation.tabTitle')} width="text">
          {query.isError ? (
            <ErrorState
              title={t('confirmation.loadFailed')}
              error={query.error}
              isRetrying={query.isFetching}
              onRetry={() => void query.refetch()}
            />
          ) : (
            <Card>
              <p>{t('confirmation.loading')}</p>
              <SkeletonLines lines={3} />
            </Card>
          )}
        </Page>
      )}
    </>
  );
}

function UnusableLink({ problem }: { problem: AddressLinkProblem }) {
  const { t } = useTranslation('release');
  const isExpired = problem === 'expired';
  return (
    <ResultPage
      drawing={<Envelope kind="empty" />}
      title={t(isExpired ? 'confirmation.expiredTitle' : 'confirmation.linkTitle')}
      tabTitle={t('confirmation.tabTitle')}
      lead={t(`confirmation.${problem}`)}
    >
      <p>{t('confirmation.ask')}</p>
    </ResultPage>
  );
}

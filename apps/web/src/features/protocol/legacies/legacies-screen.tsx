import { priceEditions, pricesInForce } from '@zavet/contract/billing/plan-catalogue';
import { moscowDay } from '@zavet/contract/days';
import { useInvalidateAfter } from '../../../platform/queries/invalidation.ts';
import { useSession } from '../../../platform/session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { KeyWithTag } from '../../../ui/drawings/key-with-tag.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../ui/loading.tsx';
import { IconRefresh } from '../../../ui/more-icons.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { useSignOut } from '../../identity/account/public/use-sign-out.ts';
import { legaciesFailureOf } from './failure-rules.ts';
import { InvitationCodeForm } from './invitation-code-form.tsx';
import styles from './legacies.module.css';
import { LegacyCard } from './legacy-card.tsx';
import { useLegacies } from './legacy-queries.ts';
import { isReviewed } from './start-rules.ts';

/** The owners who named the user as a contact, one card each. */
export function LegaciesScreen() {
  const { t } = useTranslation('legacies');
  const query = useLegacies();
  const invalidate = useInvalidateAfter('startActivation');
  // Without an owner, the current price is shown as an example.
  const { protocolActivation } = pricesInForce(priceEditions, moscowDay(new Date()));
  const price = query.data?.legacies[0]?.activation_price ?? protocolActivation;
  return (
    <Page
      title={t('title')}
      actions={
        <Button
          kind="plain"
          icon={<IconRefresh size={20} aria-hidden />}
          loading={query.isFetching && !query.isPending}
          onClick={() => void invalidate()}
        >
          {t('refresh')}
        </Button>
      }
    >
      <Legacies query={query} />
      {/* Shown together with the list above, to avoid a layout shift. */}
      {!query.isPending && (
        <HowItWorks price={price} isReviewed={query.data?.legacies.some(isReviewed) ?? false} />
      )}
    </Page>
  );
}

type LegaciesQuery = ReturnType<typeof useLegacies>;

function Legacies({ query }: { query: LegaciesQuery }) {
  const { t } = useTranslation('legacies');
  const { status } = useSession();
  if (status === 'signed_out') return <Notice kind="warning">{t('notSignedIn')}</Notice>;
  if (query.isError && !query.data) return <LoadFailure query={query} />;
  if (!query.data) {
    return (
      <Card>
        <SkeletonLines lines={6} />
      </Card>
    );
  }
  const { legacies } = query.data;
  return (
    <>
      {query.isError && (
        <Notice kind="error" announced>
          {t('failure.outdated')}
        </Notice>
      )}
      {legacies.length === 0 ? (
        <NoLegacies />
      ) : (
        <ul className={styles.list} aria-label={t('list')}>
          {legacies.map((legacy) => (
            <li key={legacy.trusted_contact_id}>
              <LegacyCard legacy={legacy} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function LoadFailure({ query }: { query: LegaciesQuery }) {
  const { t } = useTranslation(['legacies', 'shell']);
  const { signOut, isSigningOut } = useSignOut();
  const failure = legaciesFailureOf(query.error);
  if (failure === 'authentication') {
    return (
      <Notice
        kind="error"
        announced
        title={t('failure.authenticationTitle')}
        actions={
          <Button kind="quiet" loading={isSigningOut} onClick={() => void signOut()}>
            {t('shell:nav.signOut')}
          </Button>
        }
      >
        {t('failure.authentication')}
      </Notice>
    );
  }
  return (
    <ErrorState
      title={t('failure.title')}
      error={query.error}
      text={failure === 'noAccess' ? t('failure.noAccess') : undefined}
      isRetrying={query.isFetching}
      onRetry={() => query.refetch()}
    />
  );
}

const emptyListReasons = ['unanswered', 'otherAddress', 'removed'] as const;

/** The field for an invitation code, and the possible reasons for an empty list. */
function NoLegacies() {
  const { t } = useTranslation('legacies');
  const session = useSession();
  const email = session.status === 'signed_in' ? session.session.user.email : '';
  return (
    <EmptyState drawing={<KeyWithTag />} title={t('empty.title')}>
      <InvitationCodeForm />
      <details className={styles.fold}>
        <summary>{t('empty.text')}</summary>
        <ul className={styles.reasons}>
          {emptyListReasons.map((reason) => (
            <li key={reason}>{t(`empty.${reason}`, { email })}</li>
          ))}
        </ul>
      </details>
    </EmptyState>
  );
}

const explainedSteps = ['before', 'start', 'agreement', 'waiting', 'delivery'] as const;

interface HowItWorksProps {
  /** Price of a start in rubles. */
  price: number;
  /** True if operators review documents before a start. */
  isReviewed: boolean;
}

function HowItWorks({ price: rubles, isReviewed }: HowItWorksProps) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  const price = formats.rubles(rubles);
  return (
    <details className={styles.fold}>
      <summary>{t('how.title')}</summary>
      <ol className={styles.steps}>
        {explainedSteps.map((step) => (
          <li key={step}>
            {t(step === 'start' && isReviewed ? 'how.startReviewed' : `how.${step}`, { price })}
          </li>
        ))}
      </ol>
    </details>
  );
}

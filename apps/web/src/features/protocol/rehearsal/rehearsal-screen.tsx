import type { RehearsalsView } from '@zavet/contract/protocol/rehearsal-endpoints';
import { useEndpoint } from '../../../platform/queries/use-endpoint.ts';
import { ButtonLink, TextLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { KeyWithTag } from '../../../ui/drawings/key-with-tag.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../ui/loading.tsx';
import { IconArrowLeft } from '../../../ui/more-icons.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';

/** Answers come while the owner looks on. */
const pollIntervalMs = 15_000;

import { EarlierRehearsals, LastRehearsal } from './ended-rehearsals.tsx';
import { PlanCard } from './plan-card.tsx';
import styles from './rehearsal.module.css';
import { RunningCard } from './running-card.tsx';

/** The owner's side of rehearsals: what one would do, the one under way, the last ones. */
export function RehearsalScreen() {
  const { t } = useTranslation('rehearsal');
  return (
    <Page title={t('title')} lead={t('lead')} width="text">
      <TextLink to="/readiness" className={styles.back}>
        <IconArrowLeft size={20} aria-hidden />
        {t('back')}
      </TextLink>
      <Rehearsals />
    </Page>
  );
}

function Rehearsals() {
  const { t } = useTranslation('rehearsal');
  const query = useEndpoint(
    'getRehearsals',
    {},
    {
      refetchInterval: ({ state }) =>
        state.data?.rehearsals.some(({ ended_at }) => ended_at === null) ? pollIntervalMs : false,
    },
  );
  if (query.data) return <Loaded view={query.data} />;
  if (query.isError) {
    return (
      <ErrorState
        title={t('loadFailed')}
        error={query.error}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <Card>
      <SkeletonLines lines={6} />
    </Card>
  );
}

function Loaded({ view: { plan, rehearsals } }: { view: RehearsalsView }) {
  const open = rehearsals.find(({ ended_at }) => ended_at === null);
  const [last, ...earlier] = rehearsals.filter((rehearsal) => rehearsal !== open);
  return (
    <>
      {open && <RunningCard rehearsal={open} />}
      {last && <LastRehearsal rehearsal={last} />}
      {!open && <NextRehearsal plan={plan} isAgain={last !== undefined} />}
      <EarlierRehearsals rehearsals={earlier} />
    </>
  );
}

function NextRehearsal({ plan, isAgain }: Pick<RehearsalsView, 'plan'> & { isAgain: boolean }) {
  const { t } = useTranslation('rehearsal');
  const formats = useFormats();
  if (plan.obstacle === 'protocol_running') return <Notice>{t('protocolRunning')}</Notice>;
  if (plan.obstacle === 'rehearsal_too_soon' && plan.next_start_at) {
    return <p>{t('plan.tooSoon', { date: formats.dateTime(plan.next_start_at) })}</p>;
  }
  if (plan.obstacle !== 'no_confirmed_contact') return <PlanCard plan={plan} isAgain={isAgain} />;
  return (
    <EmptyState
      drawing={<KeyWithTag />}
      title={t('nobody.title')}
      actions={<ButtonLink to="/contact">{t('nobody.action')}</ButtonLink>}
    >
      {t('nobody.text')}
    </EmptyState>
  );
}

import type { ReadinessFinding } from '@zavet/contract/protocol/dashboard-endpoints';
import { useId } from 'react';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { TextLink } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Envelope } from '../../../../ui/drawings/envelope.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../../ui/loading.tsx';
import { IconArrowLeft } from '../../../../ui/more-icons.tsx';
import { Page } from '../../../../ui/page.tsx';
import { ProtocolNotice } from '../../control/public/protocol-notice.tsx';
import { useDashboard } from '../use-dashboard.ts';
import { FindingItem } from './finding-item.tsx';
import { LastRehearsal } from './last-rehearsal.tsx';
import styles from './readiness.module.css';
import { ReadinessBadge } from './readiness-badge.tsx';
import { isAboutService, readinessStateOf, withGravity } from './readiness-rules.ts';

export function ReadinessScreen() {
  const { t } = useTranslation('readiness');
  const activatedAt = useDashboard().query.data?.protocol_activated_at ?? null;
  return (
    <Page title={t('title')} lead={t('lead')} width="text">
      <TextLink to="/dashboard" className={styles.back}>
        <IconArrowLeft size={20} aria-hidden />
        {t('back')}
      </TextLink>
      <ProtocolNotice activatedAt={activatedAt} />
      {activatedAt === null && <Findings />}
    </Page>
  );
}

function Findings() {
  const { t } = useTranslation('readiness');
  const query = useEndpoint('getReadiness');
  if (query.data) {
    return (
      <>
        <FindingSections findings={query.data.findings} />
        {query.data.rehearsal && <LastRehearsal rehearsal={query.data.rehearsal} />}
      </>
    );
  }
  if (query.isError) {
    return (
      <ErrorState
        title={t('loadFailed')}
        error={query.error}
        isRetrying={query.isFetching}
        onRetry={() => query.refetch()}
      />
    );
  }
  return (
    <Card>
      <SkeletonLines lines={5} />
    </Card>
  );
}

function FindingSections({ findings }: { findings: ReadinessFinding[] }) {
  const { t } = useTranslation('readiness');
  if (findings.length === 0) {
    return (
      <EmptyState drawing={<Envelope kind="sealed" />} title={t('ready.badge')}>
        {t('ready.text')}
      </EmptyState>
    );
  }
  const mostSevere = findings.find((finding) => !isAboutService(finding));
  return (
    <>
      <div className={styles.state}>
        <ReadinessBadge findings={findings} />
        <p>{t(`${readinessStateOf(findings).state}.text`)}</p>
      </div>
      {(['blocking', 'advice'] as const).map((gravity) => (
        <Section
          key={gravity}
          title={t(`sections.${gravity}`)}
          findings={withGravity(findings, gravity)}
          mostSevere={mostSevere}
        />
      ))}
    </>
  );
}

interface SectionProps {
  title: string;
  findings: ReadinessFinding[];
  /** Its way is the main action of the screen. */
  mostSevere: ReadinessFinding | undefined;
}

function Section({ title, findings, mostSevere }: SectionProps) {
  const headingId = useId();
  if (findings.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <Heading level={2} id={headingId}>
        {title}
      </Heading>
      <ul className={styles.findings}>
        {findings.map((finding) => (
          <FindingItem key={finding.kind} finding={finding} isMain={finding === mostSevere} />
        ))}
      </ul>
    </section>
  );
}

import type {
  ReadinessFinding,
  ReadinessRehearsal,
} from '@zavet/contract/protocol/dashboard-endpoints';
import { useId } from 'react';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { ButtonLink, TextLink } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Envelope } from '../../../../ui/drawings/envelope.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { IconAlertTriangle } from '../../../../ui/icons.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../../ui/loading.tsx';
import { IconArrowLeft, IconBulb } from '../../../../ui/more-icons.tsx';
import { Page } from '../../../../ui/page.tsx';
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx';
import { ProtocolNotice } from '../../control/public/own-protocol.tsx';
import { useDashboard } from '../use-dashboard.ts';
import styles from './readiness.module.css';
import {
  filterByGravity,
  fixLinkOf,
  isAboutService,
  itemLinkOf,
  readinessStateOf,
} from './readiness-rules.ts';
import { useFindingTexts } from './use-finding-texts.ts';

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
        {query.data.rehearsal && <LatestRehearsal rehearsal={query.data.rehearsal} />}
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
        <FindingSection
          key={gravity}
          title={t(`sections.${gravity}`)}
          findings={filterByGravity(findings, gravity)}
          mostSevere={mostSevere}
        />
      ))}
    </>
  );
}

interface FindingSectionProps {
  title: string;
  findings: ReadinessFinding[];
  /** The fix of this finding is the main action of the screen. */
  mostSevere: ReadinessFinding | undefined;
}

function FindingSection({ title, findings, mostSevere }: FindingSectionProps) {
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

function ReadinessBadge({ findings }: { findings: readonly ReadinessFinding[] }) {
  const { t } = useTranslation('readiness');
  const { state, count } = readinessStateOf(findings);
  switch (state) {
    case 'ready':
      return <Badge tone="green">{t('ready.badge')}</Badge>;
    case 'advised':
      return <Badge>{t('advised.badge', { count })}</Badge>;
    case 'blocked':
      return <Badge tone="gold">{t('blocked.badge', { count })}</Badge>;
  }
}

interface FindingItemProps {
  finding: ReadinessFinding;
  isMain: boolean;
}

function FindingItem({ finding, isMain }: FindingItemProps) {
  const { title, text, action } = useFindingTexts()(finding);
  const fix = fixLinkOf(finding);
  return (
    <li>
      <Card>
        <div className={styles.finding}>
          <FindingMark gravity={finding.gravity} />
          <div className={styles.findingBody}>
            <Heading level={3}>{title}</Heading>
            <p className={styles.quiet}>{text}</p>
            <ItemList finding={finding} />
            {fix && (
              <div>
                <ButtonLink {...fix} kind={isMain ? 'primary' : 'quiet'}>
                  {action}
                </ButtonLink>
              </div>
            )}
          </div>
        </div>
      </Card>
    </li>
  );
}

function ItemList({ finding: { kind, count, concerned } }: Pick<FindingItemProps, 'finding'>) {
  const { t } = useTranslation('readiness');
  if (concerned.length === 0) return null;
  const more = count - concerned.length;
  return (
    <ul className={styles.concerned} aria-label={t('concerned')}>
      {concerned.map(({ id, name }) => {
        // An unreadable item cannot be opened in a form.
        const fix = name ? itemLinkOf(kind, id) : undefined;
        return (
          <li key={id}>{fix ? <TextLink {...fix}>{name}</TextLink> : name || t('damaged')}</li>
        );
      })}
      {more > 0 && <li className={styles.quiet}>{t('more', { count: more })}</li>}
    </ul>
  );
}

/** The severity as an icon and as text for screen readers. */
function FindingMark({ gravity }: Pick<ReadinessFinding, 'gravity'>) {
  const { t } = useTranslation('readiness');
  const Icon = gravity === 'blocking' ? IconAlertTriangle : IconBulb;
  return (
    <span className={styles.mark} data-gravity={gravity}>
      <Icon size={24} aria-hidden />
      <VisuallyHidden>{t(`gravity.${gravity}`)}: </VisuallyHidden>
    </span>
  );
}

function LatestRehearsal({ rehearsal }: { rehearsal: ReadinessRehearsal }) {
  const { t } = useTranslation('readiness');
  const formats = useFormats();
  const headingId = useId();
  const { answered, contacts: total, started_at, is_open } = rehearsal;
  const values = { date: formats.date(started_at), answered, total };
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <Heading level={2} id={headingId}>
        {t('rehearsal.title')}
      </Heading>
      <p>{t(is_open ? 'rehearsal.open' : 'rehearsal.last', values)}</p>
      <p>
        <TextLink to="/readiness/rehearsal" className={styles.link}>
          {t('rehearsal.link')}
        </TextLink>
      </p>
    </section>
  );
}

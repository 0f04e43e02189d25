import { Link } from '@tanstack/react-router';
import type { DashboardView, ReadinessFinding } from '@zavet/contract/protocol/dashboard-endpoints';
import type { ReactNode } from 'react';
import type { EndpointResult } from '../../../platform/queries/use-endpoint.ts';
import { Button, ButtonLink, TextLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../ui/loading.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ProtocolNotice } from '../control/public/own-protocol.tsx';
import { TrustingPeople } from '../legacies/public/trusting-people.tsx';
import styles from './dashboard.module.css';
import { isContactOnly } from './dashboard-rules.ts';
import { Guidance } from './guidance.tsx';
import { PeopleColumn } from './people-column.tsx';
import { fixFor, isAboutService } from './readiness/readiness-rules.ts';
import { useFindingTexts } from './readiness/use-finding-texts.ts';

interface OverviewProps {
  /** Undefined without a database. */
  dashboard: DashboardView | undefined;
  /** Queried by the screen: an observer here would refetch on every mount. */
  readiness: EndpointResult<'getReadiness'>;
}

/** Owners who named the user as a contact, then the user's own data. */
export function Overview({ dashboard, readiness }: OverviewProps) {
  const activatedAt = dashboard?.protocol_activated_at ?? null;
  return (
    <div className={styles.overview}>
      <ProtocolNotice activatedAt={activatedAt} />
      {dashboard && dashboard.legacies.length > 0 && (
        <TrustingPeople legacies={dashboard.legacies} />
      )}
      <ServiceNotices findings={readiness.data?.findings ?? []} />
      {dashboard && activatedAt === null && (
        <div className={styles.columns}>
          <Guidance dashboard={dashboard} readiness={readiness} />
          <PeopleColumn dashboard={dashboard} people={readiness.data?.people ?? []} />
        </div>
      )}
      <Figures dashboard={dashboard} />
      <div className={styles.cards}>
        {/* The cards of the owners have the same link. */}
        {!(dashboard && isContactOnly(dashboard)) && <EmergencyCard dashboard={dashboard} />}
        <QuickSetupCard />
      </div>
    </div>
  );
}

/** In the shape of the two columns. */
export function OverviewSkeleton() {
  return (
    <div className={styles.columns}>
      <Card>
        <SkeletonLines lines={6} />
      </Card>
      <div aria-hidden className={styles.side}>
        <SkeletonLines lines={4} />
      </div>
    </div>
  );
}

/** Settings of the service that block letters. */
function ServiceNotices({ findings }: { findings: readonly ReadinessFinding[] }) {
  const textsOf = useFindingTexts();
  return findings.filter(isAboutService).map((finding) => {
    const { title, text, action } = textsOf(finding);
    const link = fixFor(finding);
    return (
      <Notice
        key={finding.kind}
        kind={finding.gravity === 'blocking' ? 'warning' : 'info'}
        title={title}
      >
        {text} {link && <TextLink {...link}>{action}</TextLink>}
      </Notice>
    );
  });
}

interface DashboardProps {
  /** Undefined without a database. */
  dashboard: DashboardView | undefined;
}

/** Counts of contacts and instructions with links to them. */
function Figures({ dashboard }: DashboardProps) {
  const { t } = useTranslation('dashboard');
  const total = dashboard?.instructions.total;
  return (
    <ul className={styles.figures} aria-label={t('figures')}>
      <ContactsFigure dashboard={dashboard} />
      <Figure to="/instructions" title={t('instructions.title')} figure={total?.toString()}>
        {total === 0 && t('instructions.none')}
      </Figure>
    </ul>
  );
}

function ContactsFigure({ dashboard }: DashboardProps) {
  const { t } = useTranslation('dashboard');
  const contacts = dashboard?.trusted_contacts;
  return (
    <Figure
      to="/contact"
      title={t('contacts.title')}
      figure={contacts && figureOf(contacts.total, contacts.limit)}
    >
      {contacts?.total === 0 && t('contacts.none')}
      {contacts && contacts.total > 0 && (
        <>
          <span>{t('contacts.confirmed', { count: contacts.confirmed })}</span>
          {contacts.pending > 0 && (
            <span>{t('contacts.waiting', { count: contacts.pending })}</span>
          )}
          {contacts.uninvited > 0 && (
            <span>{t('contacts.uninvited', { count: contacts.uninvited })}</span>
          )}
        </>
      )}
    </Figure>
  );
}

interface FigureProps {
  to: '/contact' | '/instructions';
  title: string;
  figure: ReactNode;
  children: ReactNode;
}

function Figure({ to, title, figure, children }: FigureProps) {
  return (
    <li>
      <Link to={to} className={styles.figure}>
        <span className={styles.figureTitle}>{title}</span>
        <span className={styles.figureValue}>{figure ?? '–'}</span>
        {children && <span className={styles.figureNote}>{children}</span>}
      </Link>
    </li>
  );
}

function figureOf(total: number, limit: number): string {
  return limit === 0 ? total.toString() : `${total}/${limit}`;
}

function EmergencyCard({ dashboard }: DashboardProps) {
  const { t } = useTranslation('dashboard');
  const isOpen = dashboard !== undefined && dashboard.trusted_contacts.confirmed > 0;
  return (
    <Card>
      <Heading level={2} size="row">
        {t('emergency.title')}
      </Heading>
      <p className={styles.quiet}>{t('emergency.text')}</p>
      <div className={styles.action}>
        {isOpen ? (
          <ButtonLink to="/trusted-legacies" kind="quiet">
            {t('emergency.action')}
          </ButtonLink>
        ) : (
          <>
            <Button kind="quiet" disabled aria-describedby="emergency-reason">
              {t('emergency.action')}
            </Button>
            <p id="emergency-reason" className={styles.reason}>
              {t('main.addTrustedContactsFirst')}
            </p>
          </>
        )}
      </div>
    </Card>
  );
}

function QuickSetupCard() {
  const { t } = useTranslation('dashboard');
  return (
    <Card>
      <Heading level={2} size="row">
        {t('quickSetup.title')}
      </Heading>
      <p className={styles.quiet}>{t('quickSetup.text')}</p>
      <div className={styles.action}>
        <ButtonLink to="/settings" kind="quiet">
          {t('quickSetup.action')}
        </ButtonLink>
      </div>
    </Card>
  );
}

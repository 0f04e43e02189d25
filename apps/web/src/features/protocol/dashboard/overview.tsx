import type { DashboardView, ReadinessFinding } from '@zavet/contract/protocol/dashboard-endpoints';
import type { EndpointResult } from '../../../platform/queries/use-endpoint.ts';
import { Button, TextLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../ui/loading.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ProtocolNotice } from '../control/public/own-protocol.tsx';
import { LegacySummaries } from '../legacies/public/legacy-summaries.tsx';
import styles from './dashboard.module.css';
import { isContactOnly } from './dashboard-rules.ts';
import { Guidance } from './guidance.tsx';
import { PeopleColumn } from './people-column.tsx';
import { fixLinkOf, isAboutService } from './readiness/readiness-rules.ts';
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
        <LegacySummaries legacies={dashboard.legacies} />
      )}
      <ServiceNotices findings={readiness.data?.findings ?? []} />
      {dashboard && activatedAt === null && (
        <div className={styles.columns}>
          <Guidance dashboard={dashboard} readiness={readiness} />
          <PeopleColumn dashboard={dashboard} people={readiness.data?.people ?? []} />
        </div>
      )}
      <OtherPageLinks dashboard={dashboard} />
    </div>
  );
}

/** Same layout as the two columns, to avoid a layout shift when they load. */
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

/** Findings about the configuration of the service. */
function ServiceNotices({ findings }: { findings: readonly ReadinessFinding[] }) {
  const textsOf = useFindingTexts();
  return findings.filter(isAboutService).map((finding) => {
    const { title, text, action } = textsOf(finding);
    const link = fixLinkOf(finding);
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

/** A row of links to other pages, with counts. */
function OtherPageLinks({ dashboard }: DashboardProps) {
  const { t } = useTranslation('dashboard');
  const contacts = dashboard?.trusted_contacts;
  return (
    <nav aria-label={t('links.title')}>
      <ul className={styles.links}>
        <li>
          <TextLink to="/contact">{t('contacts.title')}</TextLink>
          <span>
            {contacts ? countLabelOf(contacts.total, contacts.limit) : '–'}
            {contacts && contacts.total > 0 && (
              <span className={styles.note}>
                {' '}
                {t('contacts.confirmed', { count: contacts.confirmed })}
              </span>
            )}
          </span>
        </li>
        <li>
          <TextLink to="/instructions">{t('instructions.title')}</TextLink>
          <span>{dashboard?.instructions.total ?? '–'}</span>
        </li>
        {/* For a contact without own data, the owners' cards have the same link. */}
        {!(dashboard && isContactOnly(dashboard)) && <EmergencyLink dashboard={dashboard} />}
        <li>
          <TextLink to="/settings">{t('links.setup')}</TextLink>
        </li>
      </ul>
    </nav>
  );
}

function countLabelOf(total: number, limit: number): string {
  return limit === 0 ? total.toString() : `${total}/${limit}`;
}

function EmergencyLink({ dashboard }: DashboardProps) {
  const { t } = useTranslation('dashboard');
  const isAvailable = dashboard !== undefined && dashboard.trusted_contacts.confirmed > 0;
  if (isAvailable) {
    return (
      <li>
        <TextLink to="/trusted-legacies">{t('links.emergency')}</TextLink>
      </li>
    );
  }
  return (
    <li>
      <Button kind="plain" disabled aria-describedby="emergency-reason">
        {t('links.emergency')}
      </Button>
      <span id="emergency-reason" className={styles.note}>
        {t('main.addTrustedContactsFirst')}
      </span>
    </li>
  );
}

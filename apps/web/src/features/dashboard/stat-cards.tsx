import { Link } from '@tanstack/react-router';
import type { DashboardView } from '@zavet/contract/dashboard/dashboard-endpoints';
import type { StorageView } from '@zavet/contract/storage/storage-endpoints';
import { storageColor } from '@zavet/contract/storage/storage-rules';
import type { ReactNode } from 'react';
import { Badge } from '../../interface/badge.tsx';
import { Card } from '../../interface/card.tsx';
import { useFormats } from '../../interface/language/formats.ts';
import { useTranslation } from '../../interface/language/use-translation.ts';
import { Meter } from '../../interface/meter.tsx';
import styles from './dashboard.module.css';

export interface DashboardCardProps {
  /** Absent where the database cannot be reached. */
  dashboard: DashboardView | undefined;
}

export function ContactsCard({ dashboard }: DashboardCardProps) {
  const { t } = useTranslation('dashboard');
  const contacts = dashboard?.trusted_contacts;
  const waiting = contacts?.pending ?? 0;
  return (
    <StatCard
      to="/contact"
      title={t('contacts.title')}
      figure={contacts && figureOf(contacts.total, contacts.limit)}
    >
      {contacts && contacts.total === 0 && <p>{t('contacts.none')}</p>}
      {contacts && contacts.total > 0 && (
        <div className={styles.badges}>
          <Badge tone={contacts.confirmed > 0 ? 'green' : 'plain'}>
            {t('contacts.confirmed', { count: contacts.confirmed })}
          </Badge>
          {waiting > 0 && <Badge tone="gold">{t('contacts.waiting', { count: waiting })}</Badge>}
        </div>
      )}
    </StatCard>
  );
}

export function InstructionsCard({ dashboard }: DashboardCardProps) {
  const { t } = useTranslation('dashboard');
  const total = dashboard?.instructions.total;
  return (
    <StatCard to="/instructions" title={t('instructions.title')} figure={total?.toString()}>
      {total === 0 && <p>{t('instructions.none')}</p>}
      {dashboard && <StorageUse storage={dashboard.storage} />}
    </StatCard>
  );
}

function StorageUse({ storage }: { storage: StorageView }) {
  const { t } = useTranslation('dashboard');
  const formats = useFormats();
  const text = t('instructions.storage', {
    used: formats.megabytes(storage.used_mb),
    limit: formats.storage(storage.limit_mb),
  });
  return (
    <div className={styles.storage}>
      <Meter
        label={t('instructions.storageLabel')}
        valueText={text}
        percent={storage.percent_used}
        color={storageColor(storage.percent_used)}
      />
      <p>{text}</p>
    </div>
  );
}

interface StatCardProps {
  to: '/contact' | '/instructions';
  title: string;
  figure: ReactNode;
  children: ReactNode;
}

function StatCard({ to, title, figure, children }: StatCardProps) {
  return (
    <Card className={styles.stat}>
      <h2 className={styles.statTitle}>
        <Link to={to} className={styles.stretched}>
          {title}
        </Link>
      </h2>
      <p className={styles.figure}>{figure ?? '–'}</p>
      {children}
    </Card>
  );
}

function figureOf(total: number, limit: number): ReactNode {
  if (limit === 0) return total;
  return (
    <>
      {total}
      <span className={styles.limit}>/{limit}</span>
    </>
  );
}

import { Link } from '@tanstack/react-router';
import type { DashboardView } from '@zavet/contract/protocol/dashboard-endpoints';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import styles from './figures.module.css';

interface FiguresProps {
  /** Absent where the database cannot be reached. */
  dashboard: DashboardView | undefined;
}

/** How much there is, in one quiet row; each figure leads to what it counts. */
export function Figures({ dashboard }: FiguresProps) {
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

function ContactsFigure({ dashboard }: FiguresProps) {
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
  /** A word or two about it. */
  children: ReactNode;
}

function Figure({ to, title, figure, children }: FigureProps) {
  return (
    <li>
      <Link to={to} className={styles.figure}>
        <span className={styles.title}>{title}</span>
        <span className={styles.value}>{figure ?? '–'}</span>
        {children && <span className={styles.note}>{children}</span>}
      </Link>
    </li>
  );
}

function figureOf(total: number, limit: number): string {
  return limit === 0 ? total.toString() : `${total}/${limit}`;
}

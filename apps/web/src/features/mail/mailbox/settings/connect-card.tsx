import { useRef } from 'react';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { SectionCard } from '../../../../ui/card.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../../ui/loading.tsx';
import { ConnectForm } from './connect-form.tsx';
import styles from './settings.module.css';
import { useTakenFocus } from './use-taken-focus.ts';

const points = ['reading', 'kept', 'password', 'refreshed', 'protocol'] as const;

interface ConnectCardProps {
  takesFocus: boolean;
  onConnected: () => void;
}

/** What connecting a mailbox means and what it does not, and the form for it. */
export function ConnectCard({ takesFocus, onConnected }: ConnectCardProps) {
  const { t } = useTranslation('mailbox');
  const heading = useRef<HTMLHeadingElement>(null);
  useTakenFocus(heading, takesFocus);
  const profile = useEndpoint('getProfile');
  return (
    <SectionCard title={t('connect.title')} lead={t('connect.lead')} headingRef={heading}>
      <ul className={styles.points}>
        {points.map((point) => (
          <li key={point}>{t(`connect.points.${point}`)}</li>
        ))}
      </ul>
      {profile.isPending ? (
        <SkeletonLines lines={4} />
      ) : (
        <ConnectForm address={profile.data?.user_email ?? ''} onConnected={onConnected} />
      )}
    </SectionCard>
  );
}

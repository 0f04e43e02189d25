import { useRef } from 'react';
import { useConsents, useSecurityEvents } from '../../features/account/api/privacy.ts';
import { ConsentsCard } from '../../features/account/privacy/consents-card.tsx';
import { LogCard } from '../../features/account/privacy/log-card.tsx';
import { useProfile } from '../../features/account/public/use-profile.ts';
import { OwnAuditCard } from '../../features/audit/own-audit-card.tsx';
import { useOwnAudit } from '../../features/audit/use-own-audit.ts';
import { useOwnData } from '../../features/own-data/api.ts';
import { ExportCard } from '../../features/own-data/export-card.tsx';
import { ImportCard } from '../../features/own-data/import-card.tsx';
import { usePresence } from '../../features/presence/api.ts';
import { PresenceCard } from '../../features/presence/presence-card.tsx';
import { ArriveTogether } from '../../interface/arrive-together.tsx';
import styles from './settings.module.css';

/** What the owner lets happen without being asked, and what was done about the account. */
export function PrivacyTab() {
  const ownData = useRef<HTMLDivElement>(null);
  const queries = [
    useProfile(),
    useConsents(),
    usePresence(),
    useSecurityEvents(undefined),
    useOwnAudit(),
    useOwnData(),
  ];
  return (
    <ArriveTogether queries={queries}>
      <ConsentsCard onDownload={() => ownData.current?.focus()} />
      <PresenceCard />
      <LogCard />
      <OwnAuditCard />
      <div ref={ownData} tabIndex={-1} className={styles.cards}>
        <ExportCard />
        <ImportCard />
      </div>
    </ArriveTogether>
  );
}

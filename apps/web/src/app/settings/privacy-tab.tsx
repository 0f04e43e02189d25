import { useRef } from 'react';
import { useConsents, useSecurityEvents } from '../../features/identity/account/api/privacy.ts';
import { ConsentsCard } from '../../features/identity/account/privacy/consents-card.tsx';
import { LogCard } from '../../features/identity/account/privacy/log-card.tsx';
import { useProfile } from '../../features/identity/account/public/use-profile.ts';
import { OwnAuditCard } from '../../features/identity/audit/own-audit-card.tsx';
import { useOwnAudit } from '../../features/identity/audit/use-own-audit.ts';
import { usePresence } from '../../features/protocol/check-ins/api.ts';
import { PresenceCard } from '../../features/protocol/check-ins/presence-card.tsx';
import { useOwnData } from '../../features/vault/data-export/api.ts';
import { ExportCard } from '../../features/vault/data-export/export-card.tsx';
import { ImportCard } from '../../features/vault/data-export/import-card.tsx';
import { WaitForQueries } from '../../ui/wait-for-queries.tsx';
import styles from './settings.module.css';

/** Consents, presence, logs of the account, export and import. */
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
    <WaitForQueries queries={queries}>
      <ConsentsCard onDownload={() => ownData.current?.focus()} />
      <PresenceCard />
      <LogCard />
      <OwnAuditCard />
      <div ref={ownData} tabIndex={-1} className={styles.cards}>
        <ExportCard />
        <ImportCard />
      </div>
    </WaitForQueries>
  );
}

import { useRef } from 'react';
import { ConsentsCard } from '../../features/identity/account/privacy/consents-card.tsx';
import { LogCard } from '../../features/identity/account/privacy/log-card.tsx';
import { OwnAuditCard } from '../../features/identity/audit/own-audit-card.tsx';
import { PresenceCard } from '../../features/protocol/check-ins/presence-card.tsx';
import { ExportCard } from '../../features/vault/data-export/export-card.tsx';
import { ImportCard } from '../../features/vault/data-export/import-card.tsx';
import { useOwnData } from '../../features/vault/data-export/use-own-data.ts';
import { useEndpoint, useEndpointPages } from '../../platform/queries/use-endpoint.ts';
import { ArriveTogether } from '../../ui/arrive-together.tsx';
import styles from './settings.module.css';

/** What the owner lets happen without being asked, and what was done about the account. */
export function PrivacyTab() {
  const ownData = useRef<HTMLDivElement>(null);
  const queries = [
    useEndpoint('getProfile'),
    useEndpoint('listConsents'),
    useEndpoint('getPresence'),
    useEndpointPages('listSecurityEvents', { query: {} }),
    useEndpointPages('listOwnAudit', {}),
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

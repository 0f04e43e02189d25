import { type ReactNode, useEffect, useRef } from 'react';
import { LogCard } from '../../features/identity/account/privacy/log-card.tsx';
import { WithdrawConsent } from '../../features/identity/account/privacy/withdraw-consent.tsx';
import { DocumentsCard } from '../../features/identity/legal/documents-card.tsx';
import { useDocuments } from '../../features/identity/legal/documents-notice.tsx';
import { MailboxCard } from '../../features/mail/mailbox/mailbox-card.tsx';
import { useMailbox } from '../../features/mail/mailbox/use-mailbox.ts';
import { ExportCard, useOwnData } from '../../features/vault/data-export/export-card.tsx';
import { ImportCard } from '../../features/vault/data-export/import-card.tsx';
import { useEndpoint } from '../../platform/queries/use-endpoint.ts';
import { WaitForQueries } from '../../ui/loaded.tsx';
import styles from './settings.module.css';
import type { DataSection } from './settings-tab.ts';

/** Export, import, connected mailbox, documents and log. */
export function DataTab({ section }: { section: DataSection | undefined }) {
  const exported = useRef<HTMLDivElement>(null);
  const queries = [useEndpoint('getProfile'), useOwnData(), useMailbox(), useDocuments()];
  return (
    <WaitForQueries queries={queries}>
      <div ref={exported} tabIndex={-1} className={styles.cards}>
        <ExportCard />
      </div>
      <ImportCard />
      <Section isNamed={section === 'email'}>
        <MailboxCard startsOpen={section === 'email'} />
      </Section>
      <Section isNamed={section === 'agreements'}>
        <DocumentsCard>
          <WithdrawConsent onDownload={() => exported.current?.focus()} />
        </DocumentsCard>
      </Section>
      <LogCard />
    </WaitForQueries>
  );
}

interface SectionProps {
  /** The address leads here. */
  isNamed: boolean;
  children: ReactNode;
}

function Section({ isNamed, children }: SectionProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNamed) place.current?.scrollIntoView();
  }, [isNamed]);
  return <div ref={place}>{children}</div>;
}

import { type ReactNode, useEffect, useRef } from 'react';
import { LogCard } from '../../features/identity/account/privacy/log-card.tsx';
import { WithdrawConsent } from '../../features/identity/account/privacy/withdraw-consent.tsx';
import { DocumentsCard } from '../../features/identity/legal/documents-card.tsx';
import { useDocuments } from '../../features/identity/legal/documents-notice.tsx';
import { MailboxCard } from '../../features/mail/mailbox/mailbox-card.tsx';
import { useMailbox } from '../../features/mail/mailbox/use-mailbox.ts';
import { ExportCard, useDataExports } from '../../features/vault/data-export/export-card.tsx';
import { ImportCard } from '../../features/vault/data-export/import-card.tsx';
import { useEndpoint } from '../../platform/queries/use-endpoint.ts';
import { WaitForQueries } from '../../ui/loaded.tsx';
import styles from './settings.module.css';
import type { DataSection } from './settings-tab.ts';

/** Export, import, connected mailbox, documents and log. */
export function DataTab({ section }: { section: DataSection | undefined }) {
  const exportCard = useRef<HTMLDivElement>(null);
  const queries = [useEndpoint('getProfile'), useDataExports(), useMailbox(), useDocuments()];
  return (
    <WaitForQueries queries={queries}>
      <div ref={exportCard} tabIndex={-1} className={styles.cards}>
        <ExportCard />
      </div>
      <ImportCard />
      <Section isTarget={section === 'email'}>
        <MailboxCard startsOpen={section === 'email'} />
      </Section>
      <Section isTarget={section === 'agreements'}>
        <DocumentsCard>
          <WithdrawConsent onDownload={() => exportCard.current?.focus()} />
        </DocumentsCard>
      </Section>
      <LogCard />
    </WaitForQueries>
  );
}

interface SectionProps {
  /** True if the address names this section: the page then scrolls to the section. */
  isTarget: boolean;
  children: ReactNode;
}

function Section({ isTarget, children }: SectionProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isTarget) element.current?.scrollIntoView();
  }, [isTarget]);
  return <div ref={element}>{children}</div>;
}

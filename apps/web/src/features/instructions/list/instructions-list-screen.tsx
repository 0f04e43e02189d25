import { useState } from 'react';
import { ErrorState } from '../../../interface/error-state.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { Page } from '../../../interface/page.tsx';
import { SkeletonLines } from '../../../interface/skeleton.tsx';
import { useIsBroad } from '../../../interface/use-is-broad.ts';
import { useContacts } from '../../contacts/public/use-contacts.ts';
import { useInstructions } from '../api/instructions.ts';
import { AssistantPlace } from '../assistant/assistant-place.tsx';
import { UploadPanel } from '../files/upload-panel.tsx';
import styles from '../instructions.module.css';
import { ProtocolActiveNotice } from '../protocol-active-notice.tsx';
import { InstructionsList } from './instructions-list.tsx';
import { NewInstructionLink } from './new-instruction-link.tsx';
import { StorageCard, StorageNotice } from './storage-card.tsx';

export function InstructionsListScreen() {
  const { t } = useTranslation('instructions');
  const instructions = useInstructions();
  const contacts = useContacts();
  const isBroad = useIsBroad();
  const [isUnfolded, setUnfolded] = useState(false);
  const failed = [instructions, contacts].find((query) => query.isError && !query.data);
  const newLink = contacts.data && contacts.data.contacts.length > 0 && (
    <NewInstructionLink isFloating={isBroad || !isUnfolded} />
  );
  return (
    <Page title={t('title')} lead={t('lead')} hasAside>
      {contacts.data && <ProtocolActiveNotice contacts={contacts.data.contacts} />}
      <StorageNotice />
      <UploadPanel />
      {failed && (
        <ErrorState
          title={t('loadFailed')}
          error={failed.error}
          isRetrying={failed.isFetching}
          onRetry={() => void Promise.all([instructions.refetch(), contacts.refetch()])}
        />
      )}
      {!isBroad && <AssistantPlace onUnfold={setUnfolded} />}
      {!failed && (
        <div className={styles.layout}>
          <div className={styles.main}>
            {instructions.data && contacts.data ? (
              <InstructionsList
                instructions={instructions.data.instructions}
                contacts={contacts.data.contacts}
              />
            ) : (
              <SkeletonLines lines={8} />
            )}
            {isBroad && newLink}
          </div>
          <div className={styles.side}>
            {isBroad && <AssistantPlace />}
            <StorageCard />
          </div>
        </div>
      )}
      {!isBroad && newLink}
    </Page>
  );
}

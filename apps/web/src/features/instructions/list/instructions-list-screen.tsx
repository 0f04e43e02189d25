import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../interface/error-state.tsx';
import { Page } from '../../../interface/page.tsx';
import { SkeletonLines } from '../../../interface/skeleton.tsx';
import { useContacts } from '../../contacts/api/contacts.ts';
import { useInstructions } from '../api/instructions.ts';
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
  const failed = [instructions, contacts].find((query) => query.isError && !query.data);
  return (
    <Page title={t('title')} lead={t('lead')}>
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
          </div>
          <StorageCard />
        </div>
      )}
      {contacts.data && contacts.data.contacts.length > 0 && <NewInstructionLink />}
    </Page>
  );
}

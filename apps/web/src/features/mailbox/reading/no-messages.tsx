import { IconMailOpened } from '@tabler/icons-react';
import type { MailboxView } from '@zavet/contract/mailbox/mailbox-schemas';
import type { MailboxFolder } from '@zavet/contract/mailbox/mailbox-values';
import { EmptyState } from '../../../interface/empty-state.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';

interface NoMessagesProps {
  mailbox: MailboxView;
  folder: MailboxFolder;
  isSearched: boolean;
}

export function NoMessages({ mailbox, folder, isSearched }: NoMessagesProps) {
  const { t } = useTranslation(['mailbox', 'mail']);
  const icon = <IconMailOpened size={28} />;
  if (isSearched) {
    return (
      <EmptyState icon={icon} title={t('mail:empty.searchTitle')}>
        {t('list.nothingFound')}
      </EmptyState>
    );
  }
  if (mailbox.state === 'first_sync') return null;
  return (
    <EmptyState icon={icon} title={t(`list.empty.${folder}Title`)}>
      {t(`list.empty.${folder}Text`)}
    </EmptyState>
  );
}

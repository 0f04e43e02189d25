import type { MailboxAttachment, MailboxMessageView } from '@zavet/contract/mail/mailbox-endpoints';
import { api } from '../../../../platform/client/api.ts';
import { Heading } from '../../../../ui/heading.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import {
  FileRow,
  FileRows,
  useSavingFiles,
} from '../../../vault/instructions/public/file-list.tsx';
import styles from './reading.module.css';

/** What came with a mail, to be saved. Strangers sent it: nothing of it is opened here. */
export function MessageAttachments({ message }: { message: MailboxMessageView }) {
  const { t } = useTranslation('mailbox');
  const { busyId, save } = useSavingFiles();
  if (message.attachments.length === 0) return null;

  function download({ index, file_name }: MailboxAttachment) {
    const params = { id: message.id, index };
    void save(String(index), file_name, () => api.downloadMailboxAttachment({ params }));
  }

  return (
    <>
      <Heading level={3}>{t('message.attachments')}</Heading>
      <FileRows label={t('message.attachments')}>
        {message.attachments.map((attachment) => (
          <FileRow
            key={attachment.index}
            file={{ ...attachment, id: String(attachment.index), size_bytes: attachment.size }}
            isBusy={busyId === String(attachment.index)}
            onDownload={() => download(attachment)}
          />
        ))}
      </FileRows>
      <p className={styles.quiet}>{t('message.attachmentsNote')}</p>
    </>
  );
}

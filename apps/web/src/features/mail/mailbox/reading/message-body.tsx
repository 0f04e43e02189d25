import type { MailboxMessageView } from '@zavet/contract/mail/mailbox-endpoints';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { LinkedText } from '../../../../ui/linked-text.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { SegmentedControl } from '../../../../ui/segmented-control.tsx';
import { MessagePage } from './message-page.tsx';
import styles from './reading.module.css';

const views = ['html', 'text'] as const;

/** The mail as its sender made it, or its plain text. */
export function MessageBody({ message }: { message: MailboxMessageView }) {
  const { t } = useTranslation('mailbox');
  const [view, setView] = useState<(typeof views)[number]>('html');
  const [hasImages, setImages] = useState(false);
  const isPage = message.has_html && view === 'html';
  return (
    <div className={styles.body}>
      {message.has_html && (
        <SegmentedControl
          label={t('message.view')}
          hidesLabel
          value={view}
          options={views.map((value) => ({ value, label: t(`message.views.${value}`) }))}
          onChange={setView}
        />
      )}
      {isPage && message.has_remote_images && (
        <ImagesNotice isShown={hasImages} onChoose={setImages} />
      )}
      {isPage ? (
        <MessagePage key={String(hasImages)} message={message} hasImages={hasImages} />
      ) : (
        <div className={styles.text}>
          {message.text.trim() === '' ? (
            <p className={styles.quiet}>{t('message.noText')}</p>
          ) : (
            <LinkedText text={message.text} />
          )}
        </div>
      )}
    </div>
  );
}

interface ImagesNoticeProps {
  isShown: boolean;
  onChoose: (isShown: boolean) => void;
}

/** Images from elsewhere tell their server that, when and where a mail is read. */
function ImagesNotice({ isShown, onChoose }: ImagesNoticeProps) {
  const { t } = useTranslation('mailbox');
  return (
    <Notice
      actions={
        <Button kind="quiet" onClick={() => onChoose(!isShown)}>
          {t(isShown ? 'message.hideImages' : 'message.showImages')}
        </Button>
      }
    >
      {t(isShown ? 'message.imagesShown' : 'message.imagesHidden')}
    </Notice>
  );
}

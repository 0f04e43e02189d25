import type { MailboxMessageView } from '@zavet/contract/mail/mailbox-endpoints';
import { type CSSProperties, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { LinkedText } from '../../../ui/linked-text.tsx';
import { SkeletonLines } from '../../../ui/loading.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { useIsDark } from '../../../ui/theme/theme.ts';
import styles from './mailbox.module.css';

const views = ['html', 'text'] as const;

/** The HTML of a message, or its plain text. */
export function MessageBody({ message }: { message: MailboxMessageView }) {
  const { t } = useTranslation('mailbox');
  const [view, setView] = useState<(typeof views)[number]>('html');
  const [hasImages, setImages] = useState(false);
  const showsHtml = message.has_html && view === 'html';
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
      {showsHtml && message.has_remote_images && (
        <ImagesNotice isShown={hasImages} onChoose={setImages} />
      )}
      {showsHtml ? (
        <MessageFrame key={String(hasImages)} message={message} hasImages={hasImages} />
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

/** Offers to load remote images, which reveal to their server when and where a message is read. */
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

interface MessageFrameProps {
  message: MailboxMessageView;
  hasImages: boolean;
}

/**
 * Shows untrusted HTML in a frame. The frame and the response headers sandbox it, without scripts
 * and without our origin. The height is estimated, because a frame of another origin cannot be
 * measured.
 */
function MessageFrame({ message, hasImages }: MessageFrameProps) {
  const { t } = useTranslation('mailbox');
  const [isLoaded, setLoaded] = useState(false);
  const isDark = useIsDark();
  const params = new URLSearchParams({
    images: hasImages ? 'shown' : 'hidden',
    theme: isDark ? 'dark' : 'light',
  });
  return (
    <div className={styles.frameBox}>
      <iframe
        className={styles.frame}
        style={{ '--lines': estimateLines(message) } as CSSProperties}
        title={message.subject || t('noSubject')}
        src={`/api/mailbox/messages/${encodeURIComponent(message.id)}/page?${params}`}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        onLoad={() => setLoaded(true)}
      />
      {!isLoaded && (
        <div className={styles.framePlaceholder}>
          <SkeletonLines lines={6} />
        </div>
      )}
    </div>
  );
}

const charactersPerLine = 45;
/** More lines than any screen shows. */
const maxLines = 200;

/**
 * Estimates the number of lines. Returns the maximum if images or a missing text make it unknown.
 */
function estimateLines({ text, has_remote_images, attachments }: MailboxMessageView): number {
  const hasPictures = attachments.some(({ mime_type }) => mime_type.startsWith('image/'));
  if (has_remote_images || hasPictures || text.trim() === '') return maxLines;
  const lines = text.split('\n').map(({ length }) => Math.ceil(length / charactersPerLine) || 1);
  return lines.reduce((sum, count) => sum + count, 0);
}

import type { MailboxMessageView } from '@zavet/contract/mail/mailbox-endpoints';
import { type CSSProperties, useState } from 'react';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../../ui/loading.tsx';
import { useIsDark } from '../../../../ui/theme/theme.ts';
import styles from './reading.module.css';

interface MessagePageProps {
  message: MailboxMessageView;
  hasImages: boolean;
}

/**
 * The HTML of a mail, which strangers wrote. Its answer locks it into a sandbox without scripts and
 * without our origin, and so does the frame. A page of no origin cannot be measured from here, so
 * the frame is as high as its text lets expect, and scrolls: with our origin, one hole in the
 * cleaning of HTML would be a hole in the account.
 */
export function MessagePage({ message, hasImages }: MessagePageProps) {
  const { t } = useTranslation('mailbox');
  const [isLoaded, setLoaded] = useState(false);
  const isDark = useIsDark();
  const facts = new URLSearchParams({
    images: hasImages ? 'shown' : 'hidden',
    theme: isDark ? 'dark' : 'light',
  });
  return (
    <div className={styles.frameBox}>
      <iframe
        className={styles.frame}
        style={{ '--lines': expectedLines(message) } as CSSProperties}
        title={message.subject || t('noSubject')}
        src={`/api/mailbox/messages/${encodeURIComponent(message.id)}/page?${facts}`}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        onLoad={() => setLoaded(true)}
      />
      {!isLoaded && (
        <div className={styles.frameWaits}>
          <SkeletonLines lines={6} />
        </div>
      )}
    </div>
  );
}

const charactersPerLine = 45;
/** More than any screen shows. */
const many = 200;

/** Images say nothing about their height beforehand. */
function expectedLines({ text, has_remote_images, attachments }: MailboxMessageView): number {
  const hasPictures = attachments.some(({ mime_type }) => mime_type.startsWith('image/'));
  if (has_remote_images || hasPictures || text.trim() === '') return many;
  const lines = text.split('\n').map(({ length }) => Math.ceil(length / charactersPerLine) || 1);
  return lines.reduce((all, count) => all + count, 0);
}

import type { MailboxView } from '@zavet/contract/mail/mailbox-endpoints';
import { useEffect, useState } from 'react';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';

const minuteMs = 60_000;

/** «Обновлено 5 минут назад» */
export function LastSync({ mailbox }: { mailbox: MailboxView }) {
  const { t } = useTranslation('mailbox');
  const formats = useFormats();
  useEachMinute();
  const moment = mailbox.last_email_sync;
  if (moment === null) return t('lastSync.never');
  return (
    <time dateTime={moment} title={formats.dateTime(moment)}>
      {t('lastSync.at', { ago: formats.ago(moment) })}
    </time>
  );
}

/** Draws again as the minutes go by. */
function useEachMinute(): void {
  const [, setTurn] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTurn((turn) => turn + 1), minuteMs);
    return () => clearInterval(timer);
  }, []);
}

import { Link } from '@tanstack/react-router';
import type { OutputOf } from '@zavet/contract/endpoint';
import type { capturedMailEndpoints } from '@zavet/contract/mail/captured-mail-endpoints';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import styles from './captured-mail.module.css';

type Mails = OutputOf<typeof capturedMailEndpoints.listCapturedMails>['mails'];

interface MailListProps {
  mails: Mails;
  chosenId: string | undefined;
}

export function MailList({ mails, chosenId }: MailListProps) {
  const { t } = useTranslation('captured-mail');
  const formats = useFormats();
  return (
    <nav aria-label={t('list')} className={styles.list}>
      <ul>
        {mails.map((mail) => (
          <li key={mail.id}>
            <Link
              to="/dev/mailbox"
              search={{ mail: mail.id }}
              className={styles.item}
              aria-current={mail.id === chosenId ? 'true' : undefined}
            >
              <strong>{mail.subject}</strong>
              <span>{mail.to}</span>
              <span>{formats.dateTime(mail.captured_at)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

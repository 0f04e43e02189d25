import type { SupportRequestView } from '@zavet/contract/desk/support-endpoints';
import type { SupportStatus } from '@zavet/contract/desk/support-values';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { Trans } from '../../../ui/language/trans.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { Conversation } from './conversation.tsx';
import { MailboxLink } from './mailbox-link.tsx';
import requestStyles from './public/request.module.css';
import { Reply } from './reply-form.tsx';
import styles from './support.module.css';
import { answerStage, beginningOf } from './support-rules.ts';

const tones: Record<SupportStatus, Tone> = {
  queued: 'gold',
  sent: 'green',
  reopened: 'green',
  answered: 'plain',
};

interface RequestItemProps {
  request: SupportRequestView;
  supportEmail: string;
}

export function RequestItem({ request, supportEmail }: RequestItemProps) {
  const { t } = useTranslation('support');
  const formats = useFormats();
  const { reference, category, status, created_at } = request;
  const isAnswered = request.messages.at(-1)?.author === 'support';
  const title = request.subject || beginningOf(request.message);
  return (
    <li className={requestStyles.request}>
      <div className={requestStyles.head}>
        <p className={requestStyles.strong}>{title || t(`categories.${category}`)}</p>
        <Badge tone={tones[status]}>{t(`requests.status.${status}`)}</Badge>
      </div>
      <p className={requestStyles.details}>
        <span>{t('requests.number', { reference })}</span>
        <time dateTime={created_at}>{formats.dateTime(created_at)}</time>
        {title && <span>{t(`categories.${category}`)}</span>}
      </p>
      <AnswerPromise request={request} supportEmail={supportEmail} />
      <details className={styles.whole}>
        <summary>
          {t(isAnswered ? 'requests.showAnswer' : 'requests.show')}
          <VisuallyHidden> {t('requests.number', { reference })}</VisuallyHidden>
        </summary>
        <Conversation request={request} />
        <p className={styles.quiet}>{t('requests.answerTo', { email: request.user_email })}</p>
        <Reply id={request.id} reference={reference} />
      </details>
    </li>
  );
}

/** When to expect the answer; a promise that was not kept is admitted, with another way to go. */
function AnswerPromise({ request, supportEmail }: RequestItemProps) {
  const { t } = useTranslation('support');
  const formats = useFormats();
  const { user_email: email, answer_by, answered_at } = request;
  const time = formats.dateTime(answer_by);
  switch (answerStage(request, new Date())) {
    case 'promised':
      return <p>{t('requests.promised', { time })}</p>;
    case 'overdue':
      return (
        <p className={styles.overdue}>
          <Trans
            t={t}
            i18nKey="requests.overdue"
            values={{ time, email: supportEmail }}
            components={{ mailbox: <MailboxLink email={supportEmail} /> }}
          />
        </p>
      );
    case 'answered':
      return (
        <p>{t('requests.answered', { time: formats.dateTime(answered_at ?? answer_by), email })}</p>
      );
  }
}

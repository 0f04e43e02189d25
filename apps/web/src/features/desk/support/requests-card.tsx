import type { UseQueryResult } from '@tanstack/react-query';
import type { SupportRequestView, SupportView } from '@zavet/contract/desk/support-endpoints';
import type { SupportStatus } from '@zavet/contract/desk/support-values';
import { type ReactNode, useState } from 'react';
import { updateCached } from '../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { SectionCard } from '../../../ui/card.tsx';
import { CollapsibleList } from '../../../ui/collapsible-list.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { useContractForm } from '../../../ui/form/use-contract-form.ts';
import { useDraftId } from '../../../ui/form/use-draft-id.ts';
import { useFormats } from '../../../ui/language/formats.ts';
import { Trans } from '../../../ui/language/trans.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { toasts } from '../../../ui/toasts.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { MessageField, SendFailureNotice } from './message-field.tsx';
import requestStyles from './public/request.module.css';
import { SupportMessage } from './public/support-message.tsx';
import styles from './support.module.css';
import { answerStageOf, excerptOf, replaceRequest } from './support-rules.ts';

const shownAtFirst = 5;

export function RequestsCard({ query }: { query: UseQueryResult<SupportView> }) {
  const { t } = useTranslation('support');
  return (
    <SectionCard title={t('requests.title')}>
      <Loaded query={query} lines={3} failed={t('loadFailed')}>
        {(support) => <RequestList support={support} />}
      </Loaded>
    </SectionCard>
  );
}

function RequestList({ support: { requests, support_email } }: { support: SupportView }) {
  const { t } = useTranslation('support');
  if (requests.length === 0) return <p className={styles.quiet}>{t('requests.none')}</p>;
  return (
    <CollapsibleList
      items={requests}
      shownAtFirst={shownAtFirst}
      className={requestStyles.requests}
      more={t('requests.more')}
      less={t('requests.less')}
    >
      {(request) => <RequestItem key={request.id} request={request} supportEmail={support_email} />}
    </CollapsibleList>
  );
}

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

function RequestItem({ request, supportEmail }: RequestItemProps) {
  const { t } = useTranslation('support');
  const formats = useFormats();
  const { reference, category, status, created_at } = request;
  const isAnswered = request.messages.at(-1)?.author === 'support';
  const title = request.subject || excerptOf(request.message);
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
        <ReplySection id={request.id} reference={reference} />
      </details>
    </li>
  );
}

/** Shows when the answer is due or was sent. An overdue answer adds a link to the mailbox. */
function AnswerPromise({ request, supportEmail }: RequestItemProps) {
  const { t } = useTranslation('support');
  const formats = useFormats();
  const { user_email: email, answer_by, answered_at } = request;
  const time = formats.dateTime(answer_by);
  switch (answerStageOf(request, new Date())) {
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

/** Shows all messages of a request, oldest first. */
function Conversation({ request }: { request: SupportRequestView }) {
  const { t } = useTranslation('support');
  const { id, message: text, created_at, messages } = request;
  const first = { id, author: 'owner', text, created_at } as const;
  return (
    <ol className={requestStyles.conversation}>
      {[first, ...messages].map((message) => (
        <SupportMessage
          key={message.id}
          author={message.author}
          name={t(`requests.authors.${message.author}`)}
          created_at={message.created_at}
          text={message.text || t('requests.damaged')}
        />
      ))}
    </ol>
  );
}

type ReplyProps = Pick<SupportRequestView, 'id' | 'reference'>;

function ReplySection({ id, reference }: ReplyProps) {
  const { t } = useTranslation('support');
  const [isWriting, setWriting] = useState(false);
  if (isWriting) return <ReplyForm id={id} onDone={() => setWriting(false)} />;
  return (
    <div>
      <Button kind="quiet" onClick={() => setWriting(true)}>
        {t('requests.reply.open')}
        <VisuallyHidden> {t('requests.number', { reference })}</VisuallyHidden>
      </Button>
    </div>
  );
}

function ReplyForm({ id, onDone }: { id: string; onDone: () => void }) {
  const { t } = useTranslation('support');
  const reply = useMutationOf('replyToSupport', {
    show: (client, { request }) =>
      updateCached(client, 'getSupport', {}, (support) => replaceRequest(support, request)),
  });
  const draft = useDraftId();
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/desk/support-endpoints')).supportReplyInput,
    initialValues: { message: '' },
    // `submit` sets `draft_id`.
    toInput: (values) => ({ ...values, draft_id: undefined }),
    submit: async ({ message }) => {
      const body = { message, draft_id: draft.idFor(message) };
      await reply.mutateAsync({ params: { id }, body });
      draft.forget();
      toasts.success(t('requests.reply.sent'));
      onDone();
    },
  });
  return (
    <Form {...form.formProps}>
      <MessageField {...form.field('message')} />
      {form.failure !== undefined && <SendFailureNotice error={form.failure} />}
      <div className={styles.actions}>
        <Button type="submit" loading={form.isBusy}>
          {t('form.send')}
        </Button>
        <Button kind="quiet" disabled={form.isBusy} onClick={onDone}>
          {t('requests.reply.cancel')}
        </Button>
      </div>
      <LeaveGuard isChanged={form.values.message !== ''} title={t('form.leaveTitle')} />
    </Form>
  );
}

interface MailboxLinkProps {
  email: string;
  /** Defaults to the mail address. */
  children?: ReactNode;
}

function MailboxLink({ email, children }: MailboxLinkProps) {
  return <a href={`mailto:${email}`}>{children ?? email}</a>;
}

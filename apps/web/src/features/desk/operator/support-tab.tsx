import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { SupportRow, SupportThread } from '@zavet/contract/desk/support-endpoints';
import { useEndpoint, useEndpointPages } from '../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { SectionCard } from '../../../ui/card.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { TextAreaField } from '../../../ui/field.tsx';
import { Form, FormFailure } from '../../../ui/form/form.tsx';
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { useContractForm } from '../../../ui/form/use-contract-form.ts';
import { useDraftId } from '../../../ui/form/use-draft-id.ts';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { toasts } from '../../../ui/toasts.tsx';
import requestStyles from '../support/public/request.module.css';
import { SupportMessage } from '../support/public/support-message.tsx';
import styles from './desk.module.css';
import { MorePages } from './desk-parts.tsx';

export function SupportTab() {
  const { id, state } = useSearch({ strict: false });
  if (id) return <ThreadView id={id} state={stateOf(state)} />;
  return <RequestList state={stateOf(state)} />;
}

function stateOf(state: string | undefined): RequestState {
  return state === 'answered' ? 'answered' : 'open';
}

function RequestList({ state }: { state: RequestState }) {
  const { t } = useTranslation('desk-support');
  const navigate = useNavigate();
  const pages = useEndpointPages('listSupportRequests', { query: { state } });
  const showList = (next: RequestState) =>
    void navigate({ to: '/operator/support', search: { state: next }, replace: true });
  return (
    <SectionCard title={t('title')}>
      <SegmentedControl
        label={t('states.label')}
        hidesLabel
        value={state}
        options={(['open', 'answered'] as const).map((value) => ({
          value,
          label: t(`states.${value}`),
        }))}
        onChange={showList}
      />
      <Loaded query={pages} lines={6}>
        {(data) => {
          const requests = data.pages.flatMap((page) => page.requests);
          if (requests.length === 0) return <p className={styles.quiet}>{t(`none.${state}`)}</p>;
          return (
            <ul className={requestStyles.requests}>
              {requests.map((request) => (
                <RequestRow key={request.id} request={request} state={state} />
              ))}
            </ul>
          );
        }}
      </Loaded>
      <MorePages pages={pages} />
    </SectionCard>
  );
}

export function ThreadView({ id, state }: { id: string; state: RequestState }) {
  const { t } = useTranslation('desk-support');
  const thread = useEndpoint('getSupportRequest', { params: { id } });
  return (
    <>
      <div>
        <ButtonLink to="/operator/support" search={{ state }} kind="quiet">
          {t('back')}
        </ButtonLink>
      </div>
      <Loaded query={thread} lines={8}>
        {({ request }) => (
          <>
            <ThreadCard request={request} />
            <AnswerForm key={id} request={request} />
          </>
        )}
      </Loaded>
    </>
  );
}

function ThreadCard({ request }: { request: SupportThread }) {
  const { t } = useTranslation('desk-support');
  const { reference, subject, category, user_email, account_email } = request;
  const topic = subject || t(`categories.${category}`);
  const { id, name, message: text, created_at } = request;
  const first = { id, author: 'owner', text, created_at } as const;
  return (
    <SectionCard title={t('named', { reference, topic })}>
      <div className={requestStyles.head}>
        <RequestTimes request={request} />
        <RequestBadge request={request} />
      </div>
      <p className={styles.quiet}>{t('account', { email: account_email })}</p>
      {user_email !== account_email && (
        <Notice kind="warning">{t('otherAddress', { email: user_email })}</Notice>
      )}
      <ol className={requestStyles.conversation}>
        {[{ ...first, mail_state: null }, ...request.messages].map((message) => (
          <SupportMessage
            key={message.id}
            author={message.author}
            name={(message.author === 'owner' && name) || t(`authors.${message.author}`)}
            created_at={message.created_at}
            text={message.text || t('damaged')}
          >
            {message.author === 'support' && message.mail_state && (
              <span>{t(`mails.${message.mail_state}`)}</span>
            )}
          </SupportMessage>
        ))}
      </ol>
      {request.is_answer_refused && (
        <Notice kind="warning" title={t('refused.title')}>
          {t('refused.text')}
        </Notice>
      )}
    </SectionCard>
  );
}

type RequestState = 'open' | 'answered';

interface RequestRowProps {
  request: SupportRow;
  state: RequestState;
}

function RequestRow({ request, state }: RequestRowProps) {
  const { t } = useTranslation('desk-support');
  const { id, reference, category, subject } = request;
  return (
    <li className={requestStyles.request}>
      <div className={requestStyles.head}>
        <Link to="/operator/support" search={{ id, state }} className={requestStyles.strong}>
          {t('named', { reference, topic: subject || t(`categories.${category}`) })}
        </Link>
        <RequestBadge request={request} />
      </div>
      <RequestTimes request={request} />
    </li>
  );
}

function RequestBadge({ request }: { request: SupportRow }) {
  const { t } = useTranslation('desk-support');
  const { status, is_overdue, is_answer_refused } = request;
  if (is_answer_refused) return <Badge tone="red">{t('badges.refused')}</Badge>;
  if (is_overdue) return <Badge tone="red">{t('badges.overdue')}</Badge>;
  return <Badge tone={tones[status]}>{t(`badges.${status}`)}</Badge>;
}

const tones: Record<SupportRow['status'], Tone> = {
  queued: 'gold',
  sent: 'gold',
  reopened: 'gold',
  answered: 'green',
};

function RequestTimes({ request }: { request: SupportRow }) {
  const { t } = useTranslation('desk-support');
  const formats = useFormats();
  const { category, tier, created_at, answer_by, answered_at } = request;
  return (
    <p className={requestStyles.details}>
      <span>{t(`categories.${category}`)}</span>
      <span>{t(`tiers.${tier}`)}</span>
      <span>{t('times.written', { time: formats.dateTime(created_at) })}</span>
      <span>
        {answered_at
          ? t('times.answered', { time: formats.dateTime(answered_at) })
          : t('times.promised', { time: formats.dateTime(answer_by) })}
      </span>
    </p>
  );
}

/** The server refuses an answer if the thread has changed since it was displayed. */
function AnswerForm({ request }: { request: SupportThread }) {
  const { t } = useTranslation('desk-support');
  const answer = useMutationOf('answerSupportRequest');
  const draft = useDraftId();
  const seen_messages = request.messages.length;
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/desk/support-endpoints')).supportAnswer,
    initialValues: { text: '' },
    // `submit` sets `draft_id`.
    toInput: (values) => ({ ...values, seen_messages, draft_id: undefined }),
    submit: async (body) => {
      const params = { id: request.id };
      const draft_id = draft.idFor(body.text);
      await answer.mutateAsync({ params, body: { ...body, draft_id } });
      draft.forget();
      form.setValues({ text: '' });
      toasts.success(t('answer.sent'));
    },
  });
  return (
    <SectionCard title={t('answer.title')}>
      <Form {...form.formProps}>
        <TextAreaField
          {...form.field('text')}
          label={t('answer.text')}
          help={t('answer.help', { email: request.user_email })}
          className={styles.answer}
          aria-required
        />
        <FormFailure failure={form.failure} title={t('answer.failed')} />
        <div className={styles.actions}>
          <Button type="submit" loading={form.isBusy}>
            {t('answer.submit')}
          </Button>
        </div>
      </Form>
      <LeaveGuard isChanged={form.values.text !== ''} title={t('answer.leave')} />
      <SettleRequest request={request} />
    </SectionCard>
  );
}

/** Closes a request that was answered outside of the desk. */
function SettleRequest({ request }: { request: SupportThread }) {
  const { t } = useTranslation('desk-support');
  const describe = useErrorText();
  const settle = useMutationOf('settleSupportRequest');
  if (request.status === 'answered' && !request.is_answer_refused) return null;
  const submit = () =>
    settle.mutate(
      { params: { id: request.id } },
      { onSuccess: () => toasts.success(t('settle.done')) },
    );
  return (
    <div className={styles.settlement}>
      <p className={styles.quiet}>{t('settle.text')}</p>
      {settle.isError && (
        <Notice kind="error" announced title={t('settle.failed')}>
          {describe(settle.error)}
        </Notice>
      )}
      <div>
        <Button kind="quiet" loading={settle.isPending} onClick={submit}>
          {t('settle.submit')}
        </Button>
      </div>
    </div>
  );
}

import type { SupportRequestView } from '@zavet/contract/desk/support-endpoints';
import { supportCategories, supportTerms } from '@zavet/contract/desk/support-values';
import type { ProfileView } from '@zavet/contract/identity/account-schemas';
import { useEffect, useRef, useState } from 'react';
import { updateCached } from '../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { privateStorage } from '../../../platform/storage/private-storage.ts';
import { useStoredDraft } from '../../../platform/storage/use-stored-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { SectionCard } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { useContractForm } from '../../../ui/form/use-contract-form.ts';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Notice } from '../../../ui/notice.tsx';
import { SelectField } from '../../../ui/select.tsx';
import { toasts } from '../../../ui/toasts.tsx';
import { type MessageDraft, MessageDraftStore } from './message-draft.ts';
import { MessageField, SendFailureNotice } from './message-field.tsx';
import styles from './support.module.css';
import {
  type Attempt,
  addRequest,
  attemptFor,
  changedValues,
  emptyValues,
  initialFormValues,
  isAttemptOf,
  type SupportTopic,
  sendFailureOf,
  valuesAfterSending,
  valuesForTopic,
} from './support-rules.ts';

interface SupportFormProps {
  writer: ProfileView;
  topic: SupportTopic | undefined;
}

export function SupportForm({ writer, topic }: SupportFormProps) {
  const { t } = useTranslation('support');
  const { form, sent, isChanged, isRestored, hasRoom } = useSupportForm(writer, topic);
  const message = useRef<HTMLTextAreaElement>(null);

  // A link with a topic means that the user wants to write.
  useEffect(() => {
    if (topic) message.current?.focus();
  }, [topic]);

  return (
    <SectionCard title={t('form.title')}>
      <Form {...form.formProps}>
        {isRestored && <Notice>{t('form.restored')}</Notice>}
        <div className={styles.fields}>
          <Field {...form.field('name')} label={t('form.name')} autoComplete="name" />
          <Field
            {...form.field('userEmail')}
            label={t('form.userEmail')}
            type="email"
            autoComplete="email"
            aria-required
          />
          <SelectField
            {...form.field('category')}
            label={t('form.category')}
            help={
              form.values.category === 'data_request'
                ? t('form.dataHelp', { count: supportTerms.dataRequestWorkingDays })
                : undefined
            }
            options={supportCategories.map((value) => ({ value, label: t(`categories.${value}`) }))}
          />
          <Field
            {...form.field('subject')}
            label={t('form.subject')}
            help={t('form.subjectHelp')}
            autoComplete="off"
          />
          <MessageField {...form.field('message')} ref={message} />
        </div>
        {form.failure !== undefined && <SendFailureNotice error={form.failure} />}
        {sent && <SentNotice request={sent} />}
        <div>
          <Button type="submit" loading={form.isBusy}>
            {t('form.send')}
          </Button>
        </div>
      </Form>
      <LeaveGuard
        isChanged={isChanged}
        title={t('form.leaveTitle')}
        text={hasRoom ? t('form.leave') : undefined}
        signOutText={t('form.leaveSignOut')}
      />
    </SectionCard>
  );
}

function SentNotice({ request }: { request: SupportRequestView }) {
  const { t } = useTranslation('support');
  const formats = useFormats();
  return (
    <Notice kind="success" announced title={t('form.success')}>
      {t('form.successText', {
        reference: request.reference,
        email: request.user_email,
        time: formats.dateTime(request.answer_by),
      })}
    </Notice>
  );
}

/** Stores a draft in this browser. Retries send the same id, so that a message is accepted once. */
function useSupportForm(writer: ProfileView, topic: SupportTopic | undefined) {
  const { t } = useTranslation('support');
  const send = useMutationOf('sendSupportEmail', {
    show: (client, { request }) =>
      updateCached(client, 'getSupport', {}, (support) => addRequest(support, request)),
  });
  const [sent, setSent] = useState<SupportRequestView>();

  const [initial] = useState(() => {
    const store = new MessageDraftStore(privateStorage, writer.user_id);
    const empty = emptyValues(writer);
    const draft = store.load();
    const topicValues = topic && valuesForTopic(empty, topic, t(`topics.${topic}`));
    const values = initialFormValues(empty, topicValues, draft?.values);
    const isRestored = draft !== undefined && values !== topicValues;
    const attempt = isRestored && draft.draft_id ? { draft_id: draft.draft_id, values } : undefined;
    return { store, empty, values, isRestored, attempt };
  });
  const { store, empty } = initial;
  const [attempt, setAttempt] = useState<Attempt | undefined>(initial.attempt);
  const [isRestored, setRestored] = useState(initial.isRestored);
  /** Prefilled values; they do not count as unsaved changes. */
  const [prefilled, setPrefilled] = useState(initial.isRestored ? empty : initial.values);

  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/desk/support-endpoints')).supportInput,
    initialValues: initial.values,
    // `submit` sets `draft_id`.
    toInput: (values) => ({ ...values, draft_id: undefined }),
    onWrongFields: () => setSent(undefined),
    submit: async (body) => {
      const sentValues = form.values;
      const current = attemptFor(sentValues, attempt, () => crypto.randomUUID());
      setAttempt(current);
      setSent(undefined);
      const { draft_id } = current;
      const { request } = await send
        .mutateAsync({ body: { ...body, draft_id } })
        .catch((error: unknown) => {
          // Without a session the screen closes and cannot show the error itself.
          if (sendFailureOf(error) === 'notSignedIn') toasts.error(t('form.notSignedIn'));
          throw error;
        });
      store.removeSent(draft_id);
      setAttempt(undefined);
      setRestored(false);
      setPrefilled(empty);
      form.setValues(valuesAfterSending(latest.current, sentValues, empty));
      setSent(request);
    },
  });
  const { values } = form;

  // The current values, which may differ from the sent ones when the call ends.
  const latest = useRef(values);
  useEffect(() => {
    latest.current = values;
  });

  const isChanged = changedValues(values, prefilled) !== undefined;
  const changed = isChanged ? changedValues(values, empty) : undefined;
  const draft_id = attempt && isAttemptOf(attempt, values) ? attempt.draft_id : undefined;
  const { hasRoom } = useStoredDraft({
    keep: (message: MessageDraft) => store.save(message),
    forget: () => store.remove(),
    wasRestored: initial.isRestored,
    draft: changed && { values: changed, draft_id },
  });

  return { form, sent, isChanged, isRestored, hasRoom };
}

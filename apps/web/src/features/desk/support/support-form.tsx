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
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Notice } from '../../../ui/notice.tsx';
import { SelectField } from '../../../ui/select.tsx';
import { toasts } from '../../../ui/toasts.tsx';
import { type MessageDraft, MessageDraftStore } from './message-draft.ts';
import { MessageField, SendFailureNotice, SentNotice } from './message-field.tsx';
import styles from './support.module.css';
import {
  type Attempt,
  addRequest,
  attemptFor,
  changedValues,
  emptyValues,
  isAttemptOf,
  type SupportTopic,
  sendFailureOf,
  startingValues,
  valuesAfterSending,
  withTopic,
} from './support-rules.ts';

interface SupportFormProps {
  writer: ProfileView;
  topic: SupportTopic | undefined;
}

export function SupportForm({ writer, topic }: SupportFormProps) {
  const { t } = useTranslation('support');
  const { form, sent, isChanged, isRestored, hasRoom } = useSupportForm(writer, topic);
  const message = useRef<HTMLTextAreaElement>(null);

  // A person who comes with a subject has chosen to write.
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

/** The form of a message: typed, kept in this browser, sent once however often it is tried. */
function useSupportForm(writer: ProfileView, topic: SupportTopic | undefined) {
  const { t } = useTranslation('support');
  const send = useMutationOf('sendSupportEmail', {
    show: (client, { request }) =>
      updateCached(client, 'getSupport', {}, (support) => addRequest(support, request)),
  });
  const [sent, setSent] = useState<SupportRequestView>();

  const [begun] = useState(() => {
    const kept = new MessageDraftStore(privateStorage, writer.user_id);
    const empty = emptyValues(writer);
    const draft = kept.find();
    const topicValues = topic && withTopic(empty, topic, t(`topics.${topic}`));
    const values = startingValues(empty, topicValues, draft?.values);
    const isRestored = draft !== undefined && values !== topicValues;
    const attempt = isRestored && draft.draft_id ? { draft_id: draft.draft_id, values } : undefined;
    return { kept, empty, values, isRestored, attempt };
  });
  const { kept, empty } = begun;
  const [attempt, setAttempt] = useState<Attempt | undefined>(begun.attempt);
  const [isRestored, setRestored] = useState(begun.isRestored);
  /** What nobody has typed. */
  const [given, setGiven] = useState(begun.isRestored ? empty : begun.values);

  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/desk/support-endpoints')).supportInput,
    initialValues: begun.values,
    // The id is made when it is sent.
    toInput: (values) => ({ ...values, draft_id: undefined }),
    onWrongFields: () => setSent(undefined),
    submit: async (body) => {
      const written = form.values;
      const tried = attemptFor(written, attempt, () => crypto.randomUUID());
      setAttempt(tried);
      setSent(undefined);
      const { draft_id } = tried;
      const { request } = await send
        .mutateAsync({ body: { ...body, draft_id } })
        .catch((error: unknown) => {
          // Without a session this screen goes away, and the reason with it.
          if (sendFailureOf(error) === 'notSignedIn') toasts.error(t('form.notSignedIn'));
          throw error;
        });
      kept.forgetSent(draft_id);
      setAttempt(undefined);
      setRestored(false);
      setGiven(empty);
      form.setValues(valuesAfterSending(typed.current, written, empty));
      setSent(request);
    },
  });
  const { values } = form;

  // A call that takes its time ends with what is typed then, not with what was typed when it began.
  const typed = useRef(values);
  useEffect(() => {
    typed.current = values;
  });

  const isChanged = changedValues(values, given) !== undefined;
  const changed = isChanged ? changedValues(values, empty) : undefined;
  const draft_id = attempt && isAttemptOf(attempt, values) ? attempt.draft_id : undefined;
  const { hasRoom } = useStoredDraft({
    keep: (message: MessageDraft) => kept.keep(message),
    forget: () => kept.forget(),
    wasRestored: begun.isRestored,
    draft: changed && { values: changed, draft_id },
  });

  return { form, sent, isChanged, isRestored, hasRoom };
}

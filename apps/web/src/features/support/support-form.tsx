import type { ProfileView } from '@zavet/contract/account/account-schemas';
import { limits } from '@zavet/contract/limits';
import type { SupportRequestView } from '@zavet/contract/support/support-endpoints';
import { supportCategories } from '@zavet/contract/support/support-values';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../interface/button.tsx';
import { Field } from '../../interface/field.tsx';
import { Form } from '../../interface/form/form.tsx';
import { LeaveGuard } from '../../interface/form/leave-guard.tsx';
import { useContractForm } from '../../interface/form/use-contract-form.ts';
import { SectionCard } from '../../interface/section-card.tsx';
import { SelectField } from '../../interface/select-field.tsx';
import { toasts } from '../../interface/toasts.tsx';
import { useSendSupportEmail } from './api/support.ts';
import { MessageField } from './message-field.tsx';
import { SendFailed, Sent } from './send-result.tsx';
import styles from './support.module.css';
import { categoryOf, type SupportTopic, sendFailureOf } from './support-rules.ts';

interface SupportFormProps {
  writer: ProfileView;
  topic: SupportTopic | undefined;
}

export function SupportForm({ writer, topic }: SupportFormProps) {
  const { t } = useTranslation('support');
  const send = useSendSupportEmail();
  const [sent, setSent] = useState<SupportRequestView>();
  const message = useRef<HTMLTextAreaElement>(null);
  const [initialValues, setInitialValues] = useState(() => valuesOf(writer, topic, t));

  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/support/support-endpoints')).supportInput,
    initialValues,
    submit: async (body) => {
      setSent(undefined);
      const { request } = await send.mutateAsync(body).catch((error: unknown) => {
        // Without a session this screen goes away, and the reason with it.
        if (sendFailureOf(error) === 'notSignedIn') toasts.error(t('form.notSignedIn'));
        throw error;
      });
      const empty = valuesOf(writer, undefined, t);
      setInitialValues(empty);
      form.setValues(empty);
      setSent(request);
    },
  });

  // Whoever comes with a subject has chosen to write.
  useEffect(() => {
    if (topic) message.current?.focus();
  }, [topic]);

  return (
    <SectionCard title={t('form.title')}>
      <Form {...form.formProps}>
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
        {form.failure !== undefined && <SendFailed error={form.failure} />}
        {sent && <Sent request={sent} />}
        <div>
          <Button type="submit" loading={form.isBusy}>
            {t('form.send')}
          </Button>
        </div>
      </Form>
      <LeaveGuard isChanged={form.isChanged} />
    </SectionCard>
  );
}

function valuesOf(
  writer: ProfileView,
  topic: SupportTopic | undefined,
  t: (key: `topics.${SupportTopic}`) => string,
) {
  return {
    name: (writer.full_name ?? '').slice(0, limits.nameMaxLength),
    userEmail: writer.user_email,
    category: categoryOf(topic),
    subject: topic ? t(`topics.${topic}`) : '',
    message: '',
  };
}

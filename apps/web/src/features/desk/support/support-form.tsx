import { supportCategories, supportTerms } from '@zavet/contract/desk/support-values';
import type { ProfileView } from '@zavet/contract/identity/account-schemas';
import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { SectionCard } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Notice } from '../../../ui/notice.tsx';
import { SelectField } from '../../../ui/select.tsx';
import { MessageField } from './message-field.tsx';
import { SendFailed, Sent } from './send-result.tsx';
import styles from './support.module.css';
import type { SupportTopic } from './support-rules.ts';
import { useSupportForm } from './use-support-form.ts';

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
        {form.failure !== undefined && <SendFailed error={form.failure} />}
        {sent && <Sent request={sent} />}
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

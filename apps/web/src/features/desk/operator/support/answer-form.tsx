import type { SupportThread } from '@zavet/contract/desk/support-endpoints';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { TextAreaField } from '../../../../ui/field.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { LeaveGuard } from '../../../../ui/form/leave-guard.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { useDraftId } from '../../../../ui/form/use-draft-id.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import styles from './support-desk.module.css';

/** Answers by mail what stands above it, and nothing that came meanwhile. */
export function AnswerForm({ request }: { request: SupportThread }) {
  const { t } = useTranslation('desk-support');
  const answer = useMutationOf('answerSupportRequest');
  const draft = useDraftId();
  const seen_messages = request.messages.length;
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/desk/support-endpoints')).supportAnswer,
    initialValues: { text: '' },
    // The id is made when it is sent.
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
      <Settling request={request} />
    </SectionCard>
  );
}

/** For what was answered elsewhere. */
function Settling({ request }: { request: SupportThread }) {
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
    <div className={styles.settling}>
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

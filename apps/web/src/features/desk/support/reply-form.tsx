import type { SupportRequestView } from '@zavet/contract/desk/support-endpoints';
import { useState } from 'react';
import { updateCached } from '../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { useContractForm } from '../../../ui/form/use-contract-form.ts';
import { useDraftId } from '../../../ui/form/use-draft-id.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { toasts } from '../../../ui/toasts.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { MessageField } from './message-field.tsx';
import { SendFailed } from './send-result.tsx';
import styles from './support.module.css';
import { withChanged } from './support-rules.ts';

type ReplyProps = Pick<SupportRequestView, 'id' | 'reference'>;

/** Another message in the same request. */
export function Reply({ id, reference }: ReplyProps) {
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
      updateCached(client, 'getSupport', {}, (support) => withChanged(support, request)),
  });
  const draft = useDraftId();
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/desk/support-endpoints')).supportReplyInput,
    initialValues: { message: '' },
    // The id is made when it is sent.
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
      {form.failure !== undefined && <SendFailed error={form.failure} />}
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

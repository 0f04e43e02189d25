import type { QueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '@zavet/contract/client';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Page } from '../../../../ui/page.tsx';
import { CodeField } from '../code/code-field.tsx';
import styles from './desk.module.css';

/** In place of the desk. */
export function DoorScreen() {
  const { t } = useTranslation('desk');
  return (
    <Page title={t('door.title')} lead={t('door.lead')} width="form">
      <Card>
        <DoorForm />
      </Card>
    </Page>
  );
}

/** Over a desk that has closed; what stands there stays. */
export function ClosedDialog({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('desk');
  const navigate = useNavigate();
  const leave = () => {
    onLeave();
    void navigate({ to: '/operator' });
  };
  return (
    <Dialog isOpen title={t('door.closedTitle')} onClose={leave}>
      <p>{t('door.closedLead')}</p>
      <DoorForm onLeave={leave} />
    </Dialog>
  );
}

function DoorForm({ onLeave }: { onLeave?: () => void }) {
  const { t } = useTranslation('desk');
  const open = useMutationOf('openDesk', {
    onSuccess: (_desk, _code, _result, { client }) => readRefused(client),
  });
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/desk/desk-endpoints')).codeInput,
    initialValues: { code: '' },
    submit: (body) => open.mutateAsync({ body }),
  });
  return (
    <Form {...form.formProps}>
      <CodeField {...form.field('code')} />
      <FormFailure failure={form.failure} />
      <div className={styles.actions}>
        <Button type="submit" loading={form.isBusy}>
          {t('door.submit')}
        </Button>
        {onLeave && (
          <Button kind="quiet" disabled={form.isBusy} onClick={onLeave}>
            {t('door.leave')}
          </Button>
        )}
      </div>
    </Form>
  );
}

/** Reads again what was refused while the desk was closed. */
function readRefused(client: QueryClient): void {
  void client.refetchQueries({
    type: 'active',
    predicate: ({ state }) =>
      state.error instanceof ApiError && state.error.code === 'operator_code_required',
  });
}

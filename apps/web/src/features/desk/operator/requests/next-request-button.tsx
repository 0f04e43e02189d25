import { useNavigate } from '@tanstack/react-router';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button, type ButtonKind } from '../../../../ui/button.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { mayLeave } from '../../../../ui/form/leaving.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';

/** Claims the oldest unclaimed request and opens it. */
export function NextRequestButton({ kind = 'primary' }: { kind?: ButtonKind }) {
  const { t } = useTranslation('desk-requests');
  const describe = useErrorText();
  const navigate = useNavigate();
  const take = useMutationOf('takeNextReview');

  async function open() {
    if (!(await mayLeave())) return;
    try {
      const { id } = await take.mutateAsync();
      if (!id) return toasts.success(t('next.none'));
      await navigate({
        to: '/operator/requests',
        search: { state: 'mine', id },
        ignoreBlocker: true,
      });
    } catch (error) {
      toasts.error(describe(error));
    }
  }

  return (
    <Button kind={kind} loading={take.isPending} onClick={() => void open()}>
      {t('next.take')}
    </Button>
  );
}

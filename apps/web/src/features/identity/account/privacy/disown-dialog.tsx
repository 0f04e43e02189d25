import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '@zavet/contract/client';
import type { SecurityEventView } from '@zavet/contract/identity/account-schemas';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { sessionKeeper } from '../../../../platform/session/session.ts';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import { useDeviceName } from '../security/use-device-name.ts';

interface DisownDialogProps {
  event: SecurityEventView | undefined;
  onClose: () => void;
}

/** Says what follows, does it, and leads to a new password. */
export function DisownDialog({ event, onClose }: DisownDialogProps) {
  const { t } = useTranslation('privacy');
  const describe = useErrorText();
  const formats = useFormats();
  const deviceName = useDeviceName();
  const navigate = useNavigate();
  const disown = useMutationOf('disownLoggedSignIn');

  async function leave(token: string) {
    const mailedLink = { type: 'recovery', token, hasAccessToken: false };
    await navigate({ to: '/update-password', state: { mailedLink }, replace: true });
    sessionKeeper.refused();
  }

  function confirm() {
    if (!event) return;
    disown.mutate(
      { params: { id: event.id } },
      {
        onSuccess: ({ recovery_token }) => void leave(recovery_token),
        onError: (error) => {
          const isGone = error instanceof ApiError && error.code === 'not_found';
          toasts.error(isGone ? t('disown.gone') : t('disown.failed', { reason: describe(error) }));
          onClose();
        },
      },
    );
  }

  return (
    <ConfirmDialog
      isOpen={event !== undefined}
      title={t('disown.title')}
      confirmLabel={t('disown.confirm')}
      cancelLabel={t('disown.cancel')}
      isDangerous
      isBusy={disown.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {event &&
        t('disown.text', {
          device: deviceName(event.user_agent),
          moment: formats.dateTime(event.created_at),
        })}
    </ConfirmDialog>
  );
}

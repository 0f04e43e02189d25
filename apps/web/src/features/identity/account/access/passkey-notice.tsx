import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { PasskeyFailure } from './passkey-failure.ts';
import { usePasskeyFailure } from './use-passkey-failure.ts';

/** Why a passkey was of no use; changing one's mind is no error. */
export function PasskeyNotice({ failure }: { failure: unknown }) {
  const { t } = useTranslation('factors');
  const describe = usePasskeyFailure();
  if (failure === undefined) return null;
  const isCancelled = failure instanceof PasskeyFailure && failure.kind === 'cancelled';
  const words = describe(failure);
  if (isCancelled) return <Notice announced>{words}</Notice>;
  const title = t('passkeys.failure');
  return (
    <Notice kind="error" announced title={title}>
      {words === title ? undefined : words}
    </Notice>
  );
}

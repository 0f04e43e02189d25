import { findSecrets } from '@zavet/contract/vault/secret-rules';
import { useDeferredValue } from 'react';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Notice } from '../../../ui/notice.tsx';

/** Warns while a message can still be changed; whether to send it stays its writer's choice. */
export function SecretWarning({ text }: { text: string }) {
  const { t } = useTranslation('assistant');
  const kinds = findSecrets(useDeferredValue(text));
  return (
    <div aria-live="polite">
      {kinds.length > 0 && (
        <Notice kind="warning" title={t('secrets.title')}>
          {kinds.map((kind) => (
            <p key={kind}>{t(`secrets.${kind}`)}</p>
          ))}
        </Notice>
      )}
    </div>
  );
}

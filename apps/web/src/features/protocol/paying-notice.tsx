import type { PayingContact } from '@zavet/contract/protocol/protocol-schemas';
import { ButtonLink } from '../../interface/button.tsx';
import { useFormats } from '../../interface/language/formats.ts';
import { useTranslation } from '../../interface/language/use-translation.ts';
import { Notice } from '../../interface/notice.tsx';

/** Who is paying for the start at this moment, and how an owner who lives stops it. */
export function PayingNotice({ paying }: { paying: readonly PayingContact[] }) {
  const { t } = useTranslation('protocol');
  const formats = useFormats();
  return (
    <Notice
      kind="warning"
      announced
      title={t('pending.title')}
      actions={
        <ButtonLink to="/contact" kind="quiet">
          {t('pending.action')}
        </ButtonLink>
      }
    >
      {paying.map(({ activation_id, name, email, started_at }) => (
        <p key={activation_id}>
          {t('pending.by', { name, email, date: formats.dateTime(started_at) })}
        </p>
      ))}
      <p>{t('pending.stop')}</p>
    </Notice>
  );
}

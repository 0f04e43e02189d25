import { useFormats } from '../../../interface/language/formats.ts';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { Notice } from '../../../interface/notice.tsx';
import { useOwnProtocol } from './own-protocol.ts';

/** On the card of a contact: this person is paying for the start at this moment. */
export function ContactPays({ contactId }: { contactId: string }) {
  const { t } = useTranslation('protocol');
  const formats = useFormats();
  const paying = useOwnProtocol().data?.paying.find(({ contact_id }) => contact_id === contactId);
  if (!paying) return null;
  return (
    <Notice
      kind="warning"
      announced
      title={t('pending.contact', { date: formats.dateTime(paying.started_at) })}
    >
      {t('pending.stop')}
    </Notice>
  );
}

import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import type { InstructionValues } from '../form/instruction-values.ts';

interface FilledNoticeProps {
  /** What a draft of the assistant has filled in besides the text. */
  filled: Partial<InstructionValues>;
  contacts: readonly ContactView[];
}

/** Says what was not typed by hand, above all who would get the instruction. */
export function FilledNotice({ filled, contacts }: FilledNoticeProps) {
  const { t } = useTranslation('instructions');
  const fields = (['title', 'category'] as const).filter((field) => filled[field] !== undefined);
  const contact = contacts.find(({ id }) => filled.trusted_contact_ids?.includes(id));
  const recipient = filled.recipient_name;
  if (fields.length === 0 && !contact && !recipient) return null;
  const labels = fields.map((field) => t(`fields.${field}`)).join(', ');
  return (
    <Notice announced title={t('insertion.filledTitle')}>
      {labels && <p>{t('insertion.filledText', { fields: labels })}</p>}
      {contact && <p>{t('insertion.filledContact', { name: contact.name })}</p>}
      {recipient && <p>{t('insertion.filledRecipient', { name: recipient })}</p>}
    </Notice>
  );
}

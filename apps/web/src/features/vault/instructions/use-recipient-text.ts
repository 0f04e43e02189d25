import type { InstructionSummary } from '@zavet/contract/vault/instruction-schemas';
import { useTranslation } from '../../../ui/language/use-translation.ts';

type Addressed = Pick<InstructionSummary, 'recipient_name' | 'recipient_email'>;

/** The one more person an instruction goes to: name, address, or both. */
export function useRecipientText(): (instruction: Addressed) => string | undefined {
  const { t } = useTranslation('instructions');
  return ({ recipient_name: name, recipient_email: email }) => {
    if (name && email) return t('card.nameAndEmail', { name, email });
    return name ?? email ?? undefined;
  };
}

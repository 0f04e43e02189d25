import type { MailboxPerson } from '@zavet/contract/mail/mailbox-endpoints';
import { useTranslation } from '../../../ui/language/use-translation.ts';

const maxShown = 5;

/** `short` for lists; `full` and `all` also show the addresses. */
export function usePersonNames() {
  const { t } = useTranslation('mailbox');
  const short = (person: MailboxPerson | null) =>
    person?.name || person?.address || t('unknownPerson');
  const full = (person: MailboxPerson | null) =>
    person?.name && person.address ? `${person.name} <${person.address}>` : short(person);
  const all = (people: readonly MailboxPerson[]) => {
    const named = people.slice(0, maxShown).map(full).join(', ');
    const hiddenCount = people.length - maxShown;
    return hiddenCount > 0 ? t('message.andOthers', { named, count: hiddenCount }) : named;
  };
  return { short, full, all };
}

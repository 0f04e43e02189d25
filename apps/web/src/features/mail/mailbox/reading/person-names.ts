import type { MailboxPerson } from '@zavet/contract/mail/mailbox-endpoints';
import { useTranslation } from '../../../../ui/language/use-translation.ts';

const shownAtMost = 5;

/** How people are named: in a list by name, in a mail always with the address as well. */
export function usePersonNames() {
  const { t } = useTranslation('mailbox');
  const short = (person: MailboxPerson | null) =>
    person?.name || person?.address || t('unknownPerson');
  const full = (person: MailboxPerson | null) =>
    person?.name && person.address ? `${person.name} <${person.address}>` : short(person);
  const all = (people: readonly MailboxPerson[]) => {
    const named = people.slice(0, shownAtMost).map(full).join(', ');
    const others = people.length - shownAtMost;
    return others > 0 ? t('message.andOthers', { named, count: others }) : named;
  };
  return { short, full, all };
}

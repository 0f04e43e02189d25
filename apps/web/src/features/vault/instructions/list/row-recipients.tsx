import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import type { InstructionSummary } from '@zavet/contract/vault/instruction-schemas';
import { ButtonLink } from '../../../../ui/button.tsx';
import { Initials } from '../../../../ui/initials.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx';
import { useRecipientText } from '../instruction-contacts.tsx';
import { deliveryStageOf, shortNameOf } from '../instruction-rules.ts';
import { useListSearch } from './list-state.ts';
import styles from './rows.module.css';

interface RowRecipientsProps {
  instruction: InstructionSummary;
  contacts: readonly ContactView[];
}

const maxChips = 2;

/** The recipients of an instruction, or a link to choose them. */
export function RowRecipients({ instruction, contacts }: RowRecipientsProps) {
  const { t } = useTranslation(['list', 'instructions']);
  const listSearch = useListSearch();
  const recipients = useRecipients({ instruction, contacts });
  const rest = recipients.slice(maxChips);
  const hasNoRecipient =
    instruction.trusted_contact_ids.length === 0 && deliveryStageOf(instruction) === 'open';
  return (
    <div className={styles.people}>
      {recipients.length > 0 && (
        <ul className={styles.chips} aria-label={t('instructions:card.contacts')}>
          {recipients.slice(0, maxChips).map((person) => (
            <li key={person.key}>
              <RecipientChip
                name={person.name}
                shortName={person.shortName}
                isConfirmed={person.isConfirmed}
                note={person.note}
              />
            </li>
          ))}
          {rest.length > 0 && (
            <li className={styles.others} title={rest.map(({ name }) => name).join(', ')}>
              <span aria-hidden>{t('row.others', { count: rest.length })}</span>
              <VisuallyHidden>{rest.map(({ name }) => name).join(', ')}</VisuallyHidden>
            </li>
          )}
        </ul>
      )}
      {hasNoRecipient && (
        <ButtonLink
          to="/instructions"
          search={{ ...listSearch, edit: instruction.id, at: 'contacts' }}
          kind="plain"
          className={styles.choose}
          aria-label={t('row.chooseNamed', { title: instruction.title })}
        >
          {t('row.choose')}
        </ButtonLink>
      )}
    </div>
  );
}

interface RecipientChipProps {
  name: string;
  /** The displayed name; screen readers announce the full name. */
  shortName: string;
  isConfirmed: boolean;
  /** Describes the colour to screen readers. */
  note: string | undefined;
}

function RecipientChip({ name, shortName, isConfirmed, note }: RecipientChipProps) {
  return (
    <span className={styles.chip}>
      <Initials name={name} tone={isConfirmed ? 'green' : 'gold'} size="small" />
      <span className={styles.name} title={name} aria-hidden={shortName !== name || undefined}>
        {shortName}
      </span>
      {shortName !== name && <VisuallyHidden>{name}</VisuallyHidden>}
      {note && <VisuallyHidden>{note}</VisuallyHidden>}
    </span>
  );
}

function useRecipients({ instruction, contacts }: RowRecipientsProps) {
  const { t } = useTranslation(['list', 'instructions']);
  const recipient = useRecipientText()(instruction);
  const names = contacts.map(({ name }) => name);
  const recipients = contacts
    .filter(({ id }) => instruction.trusted_contact_ids.includes(id))
    .map(({ id, name, is_confirmed, status }) => ({
      key: id,
      name,
      shortName: shortNameOf(name, names),
      isConfirmed: is_confirmed,
      note: is_confirmed ? undefined : `, ${t(`instructions:contactStates.${status}`)}`,
    }));
  if (!recipient) return recipients;
  const { recipient_name: name } = instruction;
  const furtherRecipient = {
    key: 'recipient',
    name: recipient,
    shortName: name ? shortNameOf(name, [...names, name]) : recipient,
    isConfirmed: false,
    note: `, ${t('row.recipient')}`,
  };
  return [...recipients, furtherRecipient];
}

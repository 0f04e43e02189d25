import { Link, useNavigate } from '@tanstack/react-router';
import { ApiError } from '@zavet/contract/client';
import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import type { LettersPreview, PreviewedLetter } from '@zavet/contract/protocol/delivery-endpoints';
import type { ReactNode } from 'react';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { ButtonAnchor, ButtonLink } from '../../../../ui/button.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { Initials } from '../../../../ui/initials.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Page } from '../../../../ui/page.tsx';
import { Select } from '../../../../ui/select.tsx';
import { useContacts } from '../../../people/contacts/public/use-contacts.ts';
import { BackLink } from '../back-link.tsx';
import { SkeletonRows } from '../list/instruction-rows.tsx';
import styles from './person.module.css';

/** Previews the letters that a contact would receive today, and those without any recipient. */
export function PersonScreen({ contactId }: { contactId: string }) {
  const { t } = useTranslation('list');
  const query = useEndpoint('previewLetters', { params: { id: contactId } });
  const contactsQuery = useContacts();
  const contacts = contactsQuery.data?.contacts ?? [];
  const preview = contactsQuery.isPending ? undefined : query.data;
  const name = preview?.contact.name ?? contacts.find(({ id }) => id === contactId)?.name;
  const isUnknown =
    query.error instanceof ApiError &&
    ['contact_not_found', 'invalid_input'].includes(query.error.code);
  return (
    <Page
      title={name ? t('person.title', { name }) : t('person.untitled')}
      lead={preview && t('person.lead')}
      actions={preview && <RecipientPageLink preview={preview} />}
    >
      {preview && (
        <>
          <BackLink />
          <div className={styles.head}>
            <ContactSummary
              contact={preview.contact}
              details={contacts.find(({ id }) => id === contactId)}
            />
            {contacts.length > 1 && <ContactSelect contacts={contacts} selectedId={contactId} />}
          </div>
          <PreviewedLetters preview={preview} />
        </>
      )}
      {!preview && query.isError && (
        <>
          <BackLink />
          <ErrorState
            title={t(isUnknown ? 'person.unknownTitle' : 'person.loadFailed')}
            text={isUnknown ? t('person.unknownText') : undefined}
            error={query.error}
            isRetrying={query.isFetching}
            onRetry={() => query.refetch()}
          />
        </>
      )}
      {!preview && !query.isError && <SkeletonRows count={4} />}
    </Page>
  );
}

/** Previews the recipient's page, which is a separate application. */
function RecipientPageLink({ preview: { contact, letters } }: { preview: LettersPreview }) {
  const { t } = useTranslation('list');
  if (letters.length === 0) return null;
  return <ButtonAnchor href={`/delivery?preview=${contact.id}`}>{t('person.open')}</ButtonAnchor>;
}

interface ContactSelectProps {
  contacts: readonly ContactView[];
  selectedId: string;
}

function ContactSelect({ contacts, selectedId }: ContactSelectProps) {
  const { t } = useTranslation('list');
  const navigate = useNavigate();
  return (
    <div className={styles.people}>
      <Select
        aria-label={t('person.choose')}
        prefix={`${t('person.choose')}:`}
        value={selectedId}
        options={contacts.map(({ id, name, is_confirmed }) => ({
          value: id,
          label: name,
          mark: <Initials name={name} tone={is_confirmed ? 'green' : 'gold'} size="small" />,
        }))}
        onChange={({ currentTarget: { value } }) =>
          void navigate({ to: '/instructions', search: { person: value }, resetScroll: false })
        }
      />
    </div>
  );
}

const consents = {
  pending: 'notAgreed',
  declined: 'declined',
  confirmed: 'agreed',
  activated: 'agreed',
} as const;

interface ContactSummaryProps extends Pick<LettersPreview, 'contact'> {
  /** Undefined if the contact is not in the list. */
  details: ContactView | undefined;
}

function ContactSummary({ contact, details }: ContactSummaryProps) {
  const { t } = useTranslation('list');
  const consent = consents[contact.status];
  return (
    <div className={styles.who}>
      <Initials name={contact.name} tone={consent === 'agreed' ? 'green' : 'gold'} size="large" />
      <div className={styles.main}>
        <p className={styles.name}>{contact.name}</p>
        {details && (
          <p className={styles.quiet}>
            {[details.relationship, details.email].filter(Boolean).join(' · ')}
          </p>
        )}
        <p>{t(`person.${consent}`)}</p>
      </div>
    </div>
  );
}

/** Letters in the order of the recipient's page, then those that would not be delivered. */
function PreviewedLetters({
  preview: { letters, unreached: undeliverable },
}: {
  preview: LettersPreview;
}) {
  const { t } = useTranslation(['list', 'instructions']);
  const deliverable = letters.filter(({ withheld }) => withheld === null);
  const unconfirmed = letters.filter(({ withheld }) => withheld === 'not_agreed');
  const declined = letters.filter(({ withheld }) => withheld === 'declined');
  // Letters to this contact are already listed with their reason.
  const isListed = (id: string) => letters.some((letter) => letter.instruction_id === id);
  const unreached = undeliverable.filter(({ instruction_id }) => !isListed(instruction_id));
  return (
    <>
      <LetterSection title={t('person.now')} count={deliverable.length}>
        {deliverable.length === 0 ? (
          <p className={styles.quiet}>{t('person.nowNone')}</p>
        ) : (
          <LetterRows letters={deliverable} />
        )}
      </LetterSection>
      {unconfirmed.length > 0 && (
        <LetterSection title={t('person.later')} count={unconfirmed.length}>
          <LetterRows letters={unconfirmed} />
        </LetterSection>
      )}
      {declined.length > 0 && (
        <LetterSection title={t('person.never')} count={declined.length}>
          <LetterRows letters={declined} />
        </LetterSection>
      )}
      {unreached.length > 0 && (
        <LetterSection title={t('person.unreached')} count={unreached.length}>
          <ul className={styles.rows}>
            {unreached.map(({ instruction_id: id, title, is_unreadable, reason }) => (
              <li key={id} className={styles.row}>
                <div className={styles.main}>
                  <LetterTitle id={id} title={is_unreadable ? t('instructions:damaged') : title} />
                  <p className={styles.reason}>{t(`person.reasons.${reason}`)}</p>
                </div>
                {reason === 'no_recipient' && !is_unreadable && (
                  <ButtonLink
                    to="/instructions"
                    search={{ edit: id, at: 'contacts' }}
                    kind="plain"
                    aria-label={t('row.chooseNamed', { title })}
                  >
                    {t('row.choose')}
                  </ButtonLink>
                )}
              </li>
            ))}
          </ul>
        </LetterSection>
      )}
    </>
  );
}

function LetterSection({
  title,
  count,
  children,
}: {
  title: string;
  count: number;
  children: ReactNode;
}) {
  const formats = useFormats();
  return (
    <section className={styles.part}>
      <Heading level={2} size="section">
        {title}
        {count > 0 && <span className={styles.count}>{formats.number(count)}</span>}
      </Heading>
      {children}
    </section>
  );
}

function LetterRows({ letters }: { letters: readonly PreviewedLetter[] }) {
  const { t } = useTranslation(['list', 'instructions']);
  const formats = useFormats();
  return (
    <ol className={styles.rows}>
      {letters.map((letter) => (
        <li key={letter.instruction_id} className={styles.row}>
          <div className={styles.main}>
            <div className={styles.titleLine}>
              <LetterTitle
                id={letter.instruction_id}
                title={letter.is_unreadable ? t('instructions:damaged') : letter.title}
              />
              {letter.priority === 'high' && (
                <Badge tone="gold">{t('instructions:priorities.high')}</Badge>
              )}
            </div>
            <p className={styles.preview}>{letter.preview}</p>
            {letter.withheld && (
              <p className={styles.reason}>{t(`person.reasons.${letter.withheld}`)}</p>
            )}
            {letter.is_further_recipient && (
              <p className={styles.quiet}>{t('person.asRecipient')}</p>
            )}
          </div>
          <div className={styles.note}>
            <span>{formats.day(letter.written_at)}</span>
            {letter.file_count > 0 && (
              <span>{t('instructions:card.files', { count: letter.file_count })}</span>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

function LetterTitle({ id, title }: { id: string; title: string }) {
  return (
    <Heading level={3} className={styles.title}>
      <Link to="/instructions" search={{ read: id }}>
        {title}
      </Link>
    </Heading>
  );
}

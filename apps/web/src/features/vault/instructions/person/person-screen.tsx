import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '@zavet/contract/client';
import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import type { LettersPreview } from '@zavet/contract/protocol/delivery-endpoints';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { ButtonAnchor, TextLink } from '../../../../ui/button.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { Initials } from '../../../../ui/initials.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { IconArrowLeft } from '../../../../ui/more-icons.tsx';
import { Page } from '../../../../ui/page.tsx';
import { Select } from '../../../../ui/select.tsx';
import { useContacts } from '../../../people/contacts/public/use-contacts.ts';
import { SkeletonRows } from '../list/instruction-rows.tsx';
import styles from './person.module.css';
import { WhatArrives } from './what-arrives.tsx';
import { Who } from './who.tsx';

/** What one person would receive today, what they would not, and what reaches nobody. */
export function PersonScreen({ contactId }: { contactId: string }) {
  const { t } = useTranslation('list');
  const query = useEndpoint('previewLetters', { params: { id: contactId } });
  const contacts = useContacts();
  const people = contacts.data?.contacts ?? [];
  const answer = contacts.isPending ? undefined : query.data;
  const name = answer?.contact.name ?? people.find(({ id }) => id === contactId)?.name;
  const isUnknown =
    query.error instanceof ApiError &&
    ['contact_not_found', 'invalid_input'].includes(query.error.code);
  return (
    <Page
      title={name ? t('person.title', { name }) : t('person.untitled')}
      lead={answer && t('person.lead')}
      actions={answer && <OpenPage answer={answer} />}
    >
      {answer && (
        <>
          <BackToList />
          <div className={styles.head}>
            <Who contact={answer.contact} known={people.find(({ id }) => id === contactId)} />
            {people.length > 1 && <People contacts={people} chosenId={contactId} />}
          </div>
          <WhatArrives answer={answer} />
        </>
      )}
      {!answer && query.isError && (
        <>
          <BackToList />
          <ErrorState
            title={t(isUnknown ? 'person.unknownTitle' : 'person.loadFailed')}
            text={isUnknown ? t('person.unknownText') : undefined}
            error={query.error}
            isRetrying={query.isFetching}
            onRetry={() => query.refetch()}
          />
        </>
      )}
      {!answer && !query.isError && <SkeletonRows count={4} />}
    </Page>
  );
}

function BackToList() {
  const { t } = useTranslation('list');
  return (
    <TextLink to="/instructions" className={styles.back}>
      <IconArrowLeft size={20} aria-hidden />
      {t('person.back')}
    </TextLink>
  );
}

/** The very page that they would see. It is no screen of this application, but a page of its own. */
function OpenPage({ answer: { contact, letters } }: { answer: LettersPreview }) {
  const { t } = useTranslation('list');
  if (letters.length === 0) return null;
  return (
    <ButtonAnchor href={`/delivery?preview=${contact.id}`}>
      {t('person.open', { name: contact.name })}
    </ButtonAnchor>
  );
}

interface PeopleProps {
  contacts: readonly ContactView[];
  chosenId: string;
}

function People({ contacts, chosenId }: PeopleProps) {
  const { t } = useTranslation('list');
  const navigate = useNavigate();
  return (
    <div className={styles.people}>
      <Select
        aria-label={t('person.choose')}
        prefix={`${t('person.choose')}:`}
        value={chosenId}
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

import type { ContactView } from '@zavet/contract/contacts/contact-schemas';
import { ButtonLink } from '../../../interface/button.tsx';
import { KeyWithTag } from '../../../interface/drawings/key-with-tag.tsx';
import { Notebook } from '../../../interface/drawings/notebook.tsx';
import { EmptyState } from '../../../interface/empty-state.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { Notice } from '../../../interface/notice.tsx';
import { ProtocolActiveNotice } from '../protocol-active-notice.tsx';
import { NewDraftNotice } from './new-draft-notice.tsx';
import { StorageNotice } from './storage-line.tsx';

/** Nothing is written yet: the next step is the first instruction, or whom it could be for. */
export function EmptyList({ contacts }: { contacts: readonly ContactView[] }) {
  const hasContacts = contacts.length > 0;
  return (
    <>
      <ProtocolActiveNotice contacts={contacts} />
      <StorageNotice />
      {hasContacts && <NewDraftNotice />}
      {hasContacts ? <NothingYet /> : <NobodyYet />}
    </>
  );
}

/** The assistant can be told everything before anybody is named. */
function Help() {
  const { t } = useTranslation('list');
  return (
    <ButtonLink to="/instructions" search={{ write: 'assistant' }} kind="plain">
      {t('help')}
    </ButtonLink>
  );
}

function NothingYet() {
  const { t } = useTranslation('instructions');
  return (
    <EmptyState
      drawing={<Notebook />}
      title={t('empty.title')}
      actions={
        <>
          <ButtonLink to="/instructions" search={{ new: '1' }}>
            {t('empty.action')}
          </ButtonLink>
          <Help />
        </>
      }
    >
      {t('empty.text')}
    </EmptyState>
  );
}

function NobodyYet() {
  const { t } = useTranslation('instructions');
  return (
    <EmptyState
      drawing={<KeyWithTag />}
      title={t('noContacts.title')}
      actions={
        <>
          <ButtonLink to="/contact">{t('noContacts.action')}</ButtonLink>
          <Help />
        </>
      }
    >
      {t('noContacts.text')}
    </EmptyState>
  );
}

export function NoContactsNotice() {
  const { t } = useTranslation('instructions');
  return (
    <Notice
      kind="warning"
      title={t('noContacts.title')}
      actions={
        <ButtonLink to="/contact" kind="quiet">
          {t('noContacts.action')}
        </ButtonLink>
      }
    >
      {t('noContacts.text')}
    </Notice>
  );
}

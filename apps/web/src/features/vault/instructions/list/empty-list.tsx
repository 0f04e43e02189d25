import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import { ButtonLink } from '../../../../ui/button.tsx';
import { Notebook } from '../../../../ui/drawings/notebook.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { ProtocolActiveNotice } from '../protocol-active-notice.tsx';
import { NewDraftNotice } from '../public/new-draft-notice.tsx';
import { StorageNotice } from './storage-line.tsx';

/** Nothing is written yet: the next step is the first instruction, also before a contact exists. */
export function EmptyList({ contacts }: { contacts: readonly ContactView[] }) {
  return (
    <>
      <ProtocolActiveNotice contacts={contacts} />
      <StorageNotice />
      <NewDraftNotice />
      <NothingYet hasContacts={contacts.length > 0} />
    </>
  );
}

function Help() {
  const { t } = useTranslation('list');
  return (
    <ButtonLink to="/instructions" search={{ write: 'assistant' }} kind="plain">
      {t('help')}
    </ButtonLink>
  );
}

function NothingYet({ hasContacts }: { hasContacts: boolean }) {
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
          {!hasContacts && (
            <ButtonLink to="/contact" kind="plain">
              {t('noContacts.action')}
            </ButtonLink>
          )}
        </>
      }
    >
      {t('empty.text')}
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

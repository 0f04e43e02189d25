import { useNavigate } from '@tanstack/react-router';
import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import type { InstructionView } from '@zavet/contract/vault/instruction-schemas';
import { type ReactNode, useState } from 'react';
import { type EndpointResult, useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { SkeletonLines } from '../../../../ui/loading.tsx';
import { Page } from '../../../../ui/page.tsx';
import { useContacts } from '../../../people/contacts/public/use-contacts.ts';
import { WritingDialog } from '../assistant/writing-dialog.tsx';
import { useChosenFiles } from '../files/file-picker.tsx';
import { ProtocolActiveNotice } from '../instruction-contacts.tsx';
import { isMissingInstruction } from '../instruction-queries.ts';
import {
  deliveryStageOf,
  differingFields,
  emptyValues,
  type InstructionValues,
  valuesOf,
} from '../instruction-rules.ts';
import { ReadingScreen } from '../reading/reading-screen.tsx';
import { UnsavedTextNotice, useDrafts } from './draft-notices.tsx';
import { InstructionForm } from './instruction-form.tsx';

export function NewInstructionScreen() {
  const { t } = useTranslation('instructions');
  return (
    <FormPage title={t('form.newTitle')}>
      <ContactsLoader>
        {(contacts, canAddContact) => (
          <OpenedForm instruction={undefined} contacts={contacts} canAddContact={canAddContact} />
        )}
      </ContactsLoader>
    </FormPage>
  );
}

interface EditInstructionScreenProps {
  id: string;
  /** Moves the focus to the contacts. */
  startsAtContacts: boolean;
}

export function EditInstructionScreen({ id, startsAtContacts }: EditInstructionScreenProps) {
  const { t } = useTranslation('instructions');
  // Always loads the latest version, but does not refetch during editing.
  const query = useEndpoint(
    'getInstruction',
    { params: { id } },
    { staleTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );
  const isFresh = query.isFetchedAfterMount && query.isSuccess;
  if (isFresh && deliveryStageOf(query.data) !== 'open') return <ReadingScreen id={id} />;
  return (
    <FormPage title={t('form.editTitle')}>
      {isFresh && (
        <ContactsLoader>
          {(contacts, canAddContact) => (
            <OpenedForm
              instruction={query.data}
              contacts={contacts}
              canAddContact={canAddContact}
              startsAtContacts={startsAtContacts}
            />
          )}
        </ContactsLoader>
      )}
      {query.isError && <OpenFailure id={id} query={query} />}
      {!isFresh && !query.isError && <SkeletonLines lines={10} />}
    </FormPage>
  );
}

function FormPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page title={title} width="text" actions={<WritingDialog />}>
      {children}
    </Page>
  );
}

interface ContactsLoaderProps {
  children: (contacts: ContactView[], canAddContact: boolean) => ReactNode;
}

function ContactsLoader({ children }: ContactsLoaderProps) {
  const { t } = useTranslation('instructions');
  return (
    <Loaded query={useContacts()} lines={10} failed={t('loadFailed')}>
      {({ contacts, limit }) => (
        <>
          <ProtocolActiveNotice contacts={contacts} />
          {children(contacts, limit === 0 || contacts.length < limit)}
        </>
      )}
    </Loaded>
  );
}

interface OpenFailureProps {
  id: string;
  query: EndpointResult<'getInstruction'>;
}

/** If the instruction was deleted, offers to copy the text of the draft. */
function OpenFailure({ id, query }: OpenFailureProps) {
  const { t } = useTranslation(['instructions', 'errors']);
  const { drafts } = useDrafts();
  const isDeleted = isMissingInstruction(query.error);
  const draft = isDeleted ? drafts.find(id) : undefined;
  return (
    <>
      <ErrorState
        title={isDeleted ? t('form.goneTitle') : t('loadFailed')}
        error={query.error}
        text={isDeleted ? t('errors:not_found') : undefined}
        isRetrying={query.isFetching}
        onRetry={() => query.refetch()}
      />
      {draft && (
        <UnsavedTextNotice
          title={t('ownText.goneTitle')}
          values={draft.values}
          onDismiss={() => drafts.remove(id)}
        />
      )}
    </>
  );
}

interface OpenedFormProps {
  /** Undefined for a new instruction. */
  instruction: InstructionView | undefined;
  contacts: ContactView[];
  canAddContact: boolean;
  startsAtContacts?: boolean;
}

/** The form with the stored draft, the chosen files, and text that a newer version replaced. */
function OpenedForm(props: OpenedFormProps) {
  const { instruction, contacts, canAddContact, startsAtContacts = false } = props;
  const { t } = useTranslation('instructions');
  const navigate = useNavigate();
  const { drafts, userId } = useDrafts();
  const subject = instruction?.id ?? 'new';
  const [version, setVersion] = useState(() => openedVersion(instruction));
  const [draft, setDraft] = useState(() => {
    const stored = drafts.find(subject);
    return stored && differingFields(stored.values, version.values).length > 0 ? stored : undefined;
  });
  const [formKey, setFormKey] = useState(0);
  const [unsavedText, setUnsavedText] = useState(() => drafts.findSetAside(subject));
  const files = useChosenFiles(userId, instruction?.files ?? []);

  /** Remounts the form with other initial values. */
  function reopen(next: { version: typeof version; unsavedText?: InstructionValues }) {
    setVersion(next.version);
    setDraft(undefined);
    if (next.unsavedText) setUnsavedText(next.unsavedText);
    setFormKey(formKey + 1);
  }

  /** Loads the newer version into the form and shows the user's text above it. */
  function acceptTheirs(theirs: InstructionView, mine: InstructionValues) {
    drafts.setAside(theirs.id, mine);
    if (instruction) reopen({ version: openedVersion(theirs), unsavedText: mine });
    else {
      const search = { edit: theirs.id };
      void navigate({ to: '/instructions', search, replace: true, ignoreBlocker: true });
    }
  }

  return (
    <>
      {unsavedText && (
        <UnsavedTextNotice
          key={formKey}
          title={t('ownText.asideTitle')}
          values={unsavedText}
          onDismiss={() => drafts.removeSetAside(subject)}
        />
      )}
      <InstructionForm
        key={`${subject}-${formKey}`}
        subject={subject}
        opened={version}
        draft={draft}
        contacts={contacts}
        canAddContact={canAddContact}
        attached={instruction}
        files={files}
        startsAtContacts={startsAtContacts && formKey === 0}
        onDiscarded={() => {
          files.clear();
          reopen({ version });
        }}
        onTheirsAccepted={acceptTheirs}
      />
    </>
  );
}

function openedVersion(instruction: InstructionView | undefined) {
  return instruction
    ? { version: instruction.version, values: valuesOf(instruction) }
    : { version: null, values: emptyValues };
}

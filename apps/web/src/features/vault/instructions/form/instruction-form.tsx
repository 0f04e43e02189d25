import { ApiError } from '@zavet/contract/client';
import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import type { InstructionView } from '@zavet/contract/vault/instruction-schemas';
import { useState } from 'react';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { LeaveGuard } from '../../../../ui/form/leave-guard.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { NewContactDialog } from '../../../people/contacts/public/new-contact-dialog.tsx';
import { fieldsFromDraft } from '../assistant/draft-insertion.ts';
import { DraftInsertion } from '../assistant/insertion.tsx';
import { AttachedFiles } from '../files/attached-files.tsx';
import { type ChosenFiles, FilePicker } from '../files/file-picker.tsx';
import { MissingFiles } from '../files/missing-files.tsx';
import type { InstructionValues } from '../instruction-rules.ts';
import { useListSearch } from '../list/list-state.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DraftNotice, DraftStatus } from './draft-notices.tsx';
import type { Draft, DraftSubject } from './drafts.ts';
import styles from './form.module.css';
import {
  CategoryFields,
  Collapsible,
  FurtherRecipient,
  LetterFields,
} from './instruction-fields.tsx';
import { PeopleChips } from './people-chips.tsx';
import { type InstructionFormOptions, useInstructionForm } from './use-instruction-form.ts';

interface InstructionFormProps {
  subject: DraftSubject;
  opened: InstructionFormOptions['opened'];
  draft: Draft | undefined;
  contacts: ContactView[];
  /** False at the contact limit. */
  canAddContact: boolean;
  /** The saved instruction with its files; undefined for a new one. */
  attached: InstructionView | undefined;
  files: ChosenFiles;
  startsAtContacts: boolean;
  onDiscarded: () => void;
  /** Called when the user resolves a conflict in favour of the newer version. */
  onTheirsAccepted: (theirs: InstructionView, mine: InstructionValues) => void;
}

const filesHeadingId = 'instruction-files';

export function InstructionForm(props: InstructionFormProps) {
  const { subject, opened, draft, contacts, attached, files } = props;
  const { t } = useTranslation(['instructions', 'shell']);
  const listSearch = useListSearch();
  const contactIds = contacts.map(({ id }) => id);
  const [isAddingContact, setAddingContact] = useState(false);
  const { form, storedDraft, conflict, saveAsNew, hasTextChanged, isChanged } = useInstructionForm({
    subject,
    opened,
    draft,
    contactIds,
    files,
    expected: attached?.expected_files ?? [],
    onContactMissing: () => setAddingContact(true),
  });

  const [filled, setFilled] = useState<Partial<InstructionValues>>({});

  function discard() {
    storedDraft.finish();
    props.onDiscarded();
  }

  return (
    <>
      {draft && <DraftNotice draft={draft} openedVersion={opened.version} onDiscard={discard} />}
      <Form {...form.formProps}>
        <FilledFieldsNotice filled={filled} contacts={contacts} />
        <LetterFields form={form} />
        <PeopleChips
          contacts={contacts}
          values={form.values.trusted_contact_ids}
          error={form.errorOf('trusted_contact_ids')}
          takesFocus={props.startsAtContacts}
          onChange={(ids) => form.setValues({ trusted_contact_ids: ids })}
          onAdd={props.canAddContact ? () => setAddingContact(true) : undefined}
        />
        <CategoryFields form={form} />
        <div className={styles.folds}>
          <FurtherRecipient form={form} />
          <Collapsible
            title={t('files.title')}
            id={filesHeadingId}
            hasContent={hasFileContent(attached, files)}
          >
            {attached && (
              <AttachedFiles instruction={attached} canDelete headingId={filesHeadingId} />
            )}
            {attached && <MissingFiles instruction={attached} headingId={filesHeadingId} />}
            <FilePicker files={files} />
          </Collapsible>
        </div>
        <SaveFailure
          failure={conflict.failure ?? form.failure}
          isBusy={conflict.isBusy}
          onSaveAsNew={() => void saveAsNew()}
        />
        <div className={styles.actions}>
          <Button type="submit" loading={form.isBusy}>
            {t('form.save')}
          </Button>
          <ButtonLink to="/instructions" search={listSearch} kind="quiet">
            {t('shell:actions.cancel')}
          </ButtonLink>
        </div>
        {hasTextChanged && (
          <DraftStatus hasRoom={storedDraft.hasRoom} onDiscard={draft ? undefined : discard} />
        )}
      </Form>
      {conflict.state && (
        <ConflictDialog
          {...conflict.state}
          conflict={conflict}
          contacts={contacts}
          onAcceptTheirs={(theirs) => {
            storedDraft.finish();
            props.onTheirsAccepted(theirs, form.values);
          }}
        />
      )}
      <DraftInsertion
        form={form.formProps.ref}
        content={form.values.content}
        onChange={(content, facts) => {
          const fields = fieldsFromDraft(form.values, facts, contacts);
          form.setValues({ ...fields, content });
          setFilled({ ...filled, ...fields });
        }}
      />
      {isAddingContact && (
        <NewContactDialog
          isFirst={contacts.length === 0}
          onSaved={({ id }) => {
            setAddingContact(false);
            form.setValues({ trusted_contact_ids: [...form.values.trusted_contact_ids, id] });
          }}
          onCancel={() => setAddingContact(false)}
        />
      )}
      <LeaveGuard
        isChanged={isChanged}
        title={t('form.leaveTitle')}
        text={t(files.chosen.length > 0 ? 'form.leaveWithFiles' : 'form.leave')}
        signOutText={t('form.leaveSignOut')}
      />
    </>
  );
}

function hasFileContent(attached: InstructionView | undefined, files: ChosenFiles): boolean {
  return (
    (attached !== undefined && attached.files.length + attached.expected_files.length > 0) ||
    files.chosen.length + files.refused.length > 0 ||
    files.shortage !== undefined
  );
}

interface SaveFailureProps {
  failure: unknown;
  isBusy: boolean;
  onSaveAsNew: () => void;
}

/** Offers to save the text as a new instruction if the original was deleted. */
function SaveFailure({ failure, isBusy, onSaveAsNew }: SaveFailureProps) {
  const { t } = useTranslation('instructions');
  const isDeleted = failure instanceof ApiError && failure.code === 'not_found';
  if (!isDeleted) return <FormFailure failure={failure} title={t('form.saveFailed')} />;
  return (
    <Notice
      kind="error"
      announced
      title={t('form.goneTitle')}
      actions={
        <Button kind="quiet" loading={isBusy} onClick={onSaveAsNew}>
          {t('conflict.saveAsNew')}
        </Button>
      }
    >
      {t('form.goneText')}
    </Notice>
  );
}

interface FilledFieldsNoticeProps {
  /** Values from a draft of the assistant. */
  filled: Partial<InstructionValues>;
  contacts: readonly ContactView[];
}

/** Lists the fields that the assistant filled in, because the recipient must be checked. */
function FilledFieldsNotice({ filled, contacts }: FilledFieldsNoticeProps) {
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

import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import type { InstructionView } from '@zavet/contract/vault/instruction-schemas';
import { useState } from 'react';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Form } from '../../../../ui/form/form.tsx';
import { LeaveGuard } from '../../../../ui/form/leave-guard.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { filledFrom } from '../assistant/fill-rules.ts';
import { FilledNotice } from '../assistant/filled-notice.tsx';
import { Insertion } from '../assistant/insertion.tsx';
import { AttachedFiles } from '../files/attached-files.tsx';
import { FilePicker } from '../files/file-picker.tsx';
import { MissingFiles } from '../files/missing-files.tsx';
import type { ChosenFiles } from '../files/use-chosen-files.ts';
import { useListSearch } from '../list/use-list-place.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DraftNotice, DraftStatus } from './draft-notices.tsx';
import type { Draft, DraftSubject } from './drafts.ts';
import styles from './form.module.css';
import type { InstructionValues } from './instruction-values.ts';
import { ReaderQuestion } from './reader-question.tsx';
import { RecipientFields } from './recipient-fields.tsx';
import { SaveFailure } from './save-failure.tsx';
import { TextFields } from './text-fields.tsx';
import { type OpenedInstruction, useInstructionForm } from './use-instruction-form.ts';

interface InstructionFormProps {
  subject: DraftSubject;
  opened: OpenedInstruction['opened'];
  draft: Draft | undefined;
  contacts: ContactView[];
  /** With the files it has already; undefined for a new one. */
  attached: InstructionView | undefined;
  files: ChosenFiles;
  isAtContacts: boolean;
  onDiscarded: () => void;
  /** The newer version was chosen over what was typed here. */
  onGaveWay: (theirs: InstructionView, mine: InstructionValues) => void;
}

const filesHeadingId = 'instruction-files';

export function InstructionForm(props: InstructionFormProps) {
  const { subject, opened, draft, contacts, attached, files } = props;
  const { t } = useTranslation(['instructions', 'shell']);
  const listSearch = useListSearch();
  const contactIds = contacts.map(({ id }) => id);
  const { form, kept, conflict, saveAsNew, hasTextChanged, isChanged, ...rest } =
    useInstructionForm({
      subject,
      opened,
      draft,
      contactIds,
      files,
      expected: attached?.expected_files ?? [],
    });

  const [filled, setFilled] = useState<Partial<InstructionValues>>({});

  function discard() {
    kept.finish();
    props.onDiscarded();
  }

  return (
    <>
      {draft && <DraftNotice draft={draft} opened={opened} onDiscard={discard} />}
      <Form {...form.formProps}>
        <Card className={styles.part}>
          <FilledNotice filled={filled} contacts={contacts} />
          <TextFields form={form} />
        </Card>
        <Card className={styles.part}>
          <RecipientFields form={form} contacts={contacts} isAtContacts={props.isAtContacts} />
        </Card>
        <Card className={styles.part} aria-labelledby={filesHeadingId}>
          <Heading level={2} size="row" id={filesHeadingId} tabIndex={-1}>
            {t('files.title')}
          </Heading>
          {attached && (
            <AttachedFiles instruction={attached} canDelete headingId={filesHeadingId} />
          )}
          {attached && <MissingFiles instruction={attached} headingId={filesHeadingId} />}
          <FilePicker files={files} />
        </Card>
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
          <DraftStatus hasRoom={kept.hasRoom} onDiscard={draft ? undefined : discard} />
        )}
      </Form>
      {conflict.state && (
        <ConflictDialog
          {...conflict.state}
          conflict={conflict}
          contacts={contacts}
          onTakeTheirs={(theirs) => {
            kept.finish();
            props.onGaveWay(theirs, form.values);
          }}
        />
      )}
      <Insertion
        form={form.formProps.ref}
        content={form.values.content}
        onChange={(content, facts) => {
          const known = filledFrom(form.values, facts, contacts);
          form.setValues({ ...known, content });
          setFilled({ ...filled, ...known });
        }}
      />
      <ReaderQuestion
        isOpen={rest.isReaderMissing}
        hasFiles={files.chosen.length > 0}
        onClose={rest.closeReaderQuestion}
      />
      <LeaveGuard
        isChanged={isChanged}
        title={t('form.leaveTitle')}
        text={t(files.chosen.length > 0 ? 'form.leaveWithFiles' : 'form.leave')}
        signOutText={t('form.leaveSignOut')}
      />
    </>
  );
}

import { useNavigate } from '@tanstack/react-router';
import { limits } from '@zavet/contract/limits';
import type {
  ExpectedFileInput,
  ExpectedFileView,
  InstructionInput,
  InstructionView,
} from '@zavet/contract/vault/instruction-schemas';
import { useRef, useState } from 'react';
import { api } from '../../../../platform/client/api.ts';
import { useStoredDraft } from '../../../../platform/storage/use-stored-draft.ts';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import type { ChosenFiles } from '../files/file-picker.tsx';
import { useUploads } from '../files/uploads.tsx';
import { announceFiles, useInstructionCache } from '../instruction-queries.ts';
import { differingFields, type InstructionValues } from '../instruction-rules.ts';
import { useListSearch } from '../list/list-state.ts';
import { useConflict } from './conflict-dialog.tsx';
import { useDrafts } from './draft-notices.tsx';
import type { Draft, DraftSubject } from './drafts.ts';
import {
  type InstructionCalls,
  type OpenedVersion,
  saveChanged,
  saveNew,
} from './save-instruction.ts';

export interface InstructionFormOptions {
  subject: DraftSubject;
  /** The saved values; the version is null for a new instruction. */
  opened: { version: number | null; values: InstructionValues };
  draft: Draft | undefined;
  /** Ids of all contacts; a draft may refer to a deleted contact. */
  contactIds: readonly string[];
  files: ChosenFiles;
  /** Files that were announced but not uploaded. */
  expected: readonly ExpectedFileView[];
  /** Called if only a contact is missing, and none exists yet. */
  onContactMissing: () => void;
}

/** The state of the form: stores a draft, saves, handles conflicts, then uploads the files. */
export function useInstructionForm(options: InstructionFormOptions) {
  const { subject, opened, draft, files } = options;
  const { t } = useTranslation('instructions');
  const { drafts } = useDrafts();
  const cache = useInstructionCache();
  const { runner } = useUploads();
  const leave = useLeaveForm();
  const [draftId] = useState(() => draft?.draft_id ?? crypto.randomUUID());
  const attempts = useRef<InstructionInput[]>([]);
  const isNew = subject === 'new';

  const form = useContractForm({
    schema: loadSchema,
    initialValues: initialValuesOf(options),
    submit: save,
    onWrongFields: (errors) => {
      const wrongFields = Object.keys(errors);
      // Without any contact, the form has no field at which it could show the error.
      if (options.contactIds.length === 0 && wrongFields.join() === 'trusted_contact_ids') {
        storedDraft.keepNow();
        options.onContactMissing();
        return;
      }
      const isIncomplete = Object.values(errors).some((code) => missingValueCodes.includes(code));
      if (isIncomplete) toasts.error(t('form.fillRequired'));
    },
  });
  const hasTextChanged = differingFields(form.values, opened.values).length > 0;
  const storedDraft = useStoredDraft({
    keep: (typed) => drafts.save(subject, { ...typed, kept_at: new Date().toISOString() }),
    forget: () => drafts.remove(subject),
    wasRestored: draft !== undefined,
    draft: hasTextChanged
      ? {
          draft_id: draftId,
          version: draft ? draft.version : opened.version,
          values: form.values,
          file_names: files.chosen.map(({ file }) => file.name),
        }
      : undefined,
  });
  const chosen = files.chosen.map(({ file }) => file);
  const fileInputs = chosen.map(({ name, size }) => ({ file_name: name, size_bytes: size }));
  const calls = callsWithFiles(fileInputs);
  const conflict = useConflict(calls, finishSaved);

  async function save(mine: InstructionInput) {
    if (isNew) {
      const earlier = [...attempts.current];
      attempts.current.push(mine);
      return conflict.handleResult(await saveNew(calls, mine, draftId, earlier));
    }
    if (hasTextChanged) {
      const version = versionOf(options);
      return conflict.handleResult(await saveChanged(calls, subject, mine, version));
    }
    if (chosen.length > 0) return finish({ id: subject, expected_files: options.expected });
    toasts.plain(t('form.noChanges'));
  }

  /** Saves the text of a deleted instruction as a new one. */
  async function saveAsNew() {
    const parsed = (await loadSchema()).safeParse(form.values);
    if (parsed.success) await conflict.saveAsNew(parsed.data);
    else toasts.error(t('form.fillRequired'));
  }

  async function finishSaved(instruction: InstructionView) {
    cache.storeInstruction(instruction);
    cache.refresh();
    await finish(instruction);
  }

  /** Announces all files before the upload, so that none is lost if the page is closed. */
  async function finish(saved: { id: string; expected_files: readonly ExpectedFileView[] }) {
    const expected = await announceFiles(saved.id, fileInputs, saved.expected_files);
    cache.updateExpectedFiles(saved.id, () => expected);
    storedDraft.finish();
    if (chosen.length > 0) runner.add(saved.id, chosen);
    toasts.success(t(chosen.length > 0 ? 'form.savedWithFiles' : 'form.saved'));
    leave({ keepsFilter: !isNew });
  }

  return {
    form,
    storedDraft,
    conflict,
    saveAsNew,
    hasTextChanged,
    isChanged: hasTextChanged || chosen.length > 0,
  };
}

export type InstructionFormState = ReturnType<typeof useInstructionForm>['form'];

/** Returns calls that save an instruction together with the list of files to be uploaded. */
function callsWithFiles(files: readonly ExpectedFileInput[]): InstructionCalls {
  const expected_files = files.slice(0, limits.expectedFilesAtOnce);
  return {
    create: (body) => api.createInstruction({ body: { ...body, expected_files } }),
    update: (id, body) =>
      api.updateInstruction({ params: { id }, body: { ...body, expected_files } }),
    get: (id) => api.getInstruction({ params: { id } }),
  };
}

async function loadSchema() {
  return (await import('@zavet/contract/vault/instruction-schemas')).instructionInput;
}

const missingValueCodes = ['required', 'contact_required'];

function initialValuesOf({ opened, draft, contactIds }: InstructionFormOptions): InstructionValues {
  const values = draft?.values ?? opened.values;
  const existingIds = values.trusted_contact_ids.filter((id) => contactIds.includes(id));
  return { ...values, trusted_contact_ids: existingIds };
}

/** The version that a save may overwrite: for a draft the one it is based on, never a newer one. */
function versionOf({ opened, draft }: InstructionFormOptions): OpenedVersion {
  const version = draft?.version ?? opened.version ?? 1;
  return { version, values: version === opened.version ? opened.values : undefined };
}

/**
 * Returns a function that opens the list without the leave dialog and replaces the history entry of
 * the form.
 */
function useLeaveForm() {
  const navigate = useNavigate();
  const listSearch = useListSearch();
  return ({ keepsFilter }: { keepsFilter: boolean }) =>
    void navigate({
      to: '/instructions',
      search: keepsFilter ? listSearch : {},
      replace: true,
      ignoreBlocker: true,
    });
}

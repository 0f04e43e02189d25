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

export interface OpenedInstruction {
  subject: DraftSubject;
  /** The saved values; the version is null for a new instruction. */
  opened: { version: number | null; values: InstructionValues };
  draft: Draft | undefined;
  /** All contacts; a draft may still refer to a deleted one. */
  contactIds: readonly string[];
  files: ChosenFiles;
  /** Files that were announced but not uploaded. */
  expected: readonly ExpectedFileView[];
  /** Only a contact is missing, and there is none to choose. */
  onContactMissing: () => void;
}

/** The state of the form: stores a draft, saves, handles conflicts, then uploads the files. */
export function useInstructionForm(options: OpenedInstruction) {
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
    schema,
    initialValues: initialValues(options),
    submit: save,
    onWrongFields: (errors) => {
      const wrongFields = Object.keys(errors);
      // The only error is that no contact exists, which the form cannot show at a field.
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
  const conflict = useConflict(calls, saved);

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

  /** For a deleted instruction. */
  async function saveAsNew() {
    const parsed = (await schema()).safeParse(form.values);
    if (parsed.success) await conflict.saveAsNew(parsed.data);
    else toasts.error(t('form.fillRequired'));
  }

  async function saved(instruction: InstructionView) {
    cache.saved(instruction);
    cache.refresh();
    await finish(instruction);
  }

  /** Announces all files before the upload, so that none is lost if the page is closed. */
  async function finish(saved: { id: string; expected_files: readonly ExpectedFileView[] }) {
    const expected = await announceFiles(saved.id, fileInputs, saved.expected_files);
    cache.expectedChanged(saved.id, () => expected);
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

/** Saves an instruction together with the names of its files to be uploaded. */
function callsWithFiles(files: readonly ExpectedFileInput[]): InstructionCalls {
  const expected_files = files.slice(0, limits.expectedFilesAtOnce);
  return {
    create: (body) => api.createInstruction({ body: { ...body, expected_files } }),
    update: (id, body) =>
      api.updateInstruction({ params: { id }, body: { ...body, expected_files } }),
    get: (id) => api.getInstruction({ params: { id } }),
  };
}

async function schema() {
  return (await import('@zavet/contract/vault/instruction-schemas')).instructionInput;
}

const missingValueCodes = ['required', 'contact_required'];

function initialValues({ opened, draft, contactIds }: OpenedInstruction): InstructionValues {
  const values = draft?.values ?? opened.values;
  const existingIds = values.trusted_contact_ids.filter((id) => contactIds.includes(id));
  return { ...values, trusted_contact_ids: existingIds };
}

/** A draft is saved against the version it is based on, so that it cannot overwrite a newer one. */
function versionOf({ opened, draft }: OpenedInstruction): OpenedVersion {
  const version = draft?.version ?? opened.version ?? 1;
  return { version, values: version === opened.version ? opened.values : undefined };
}

/** Returns to the list without the leave dialog; the form leaves no history entry. */
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

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
import type { Draft, DraftSubject } from './drafts.ts';
import {
  type InstructionCalls,
  type OpenedVersion,
  saveChanged,
  saveNew,
} from './save-instruction.ts';
import { useDrafts } from './use-drafts.ts';

export interface OpenedInstruction {
  subject: DraftSubject;
  /** What is saved; the version is null for a new one. */
  opened: { version: number | null; values: InstructionValues };
  draft: Draft | undefined;
  /** Whom one can choose; a draft may still name somebody who is gone. */
  contactIds: readonly string[];
  files: ChosenFiles;
  /** Files that were chosen before and have not arrived. */
  expected: readonly ExpectedFileView[];
}

/** The form of an instruction: typed, kept as a draft, saved, and followed by its files. */
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
  const [isContactMissing, setContactMissing] = useState(false);

  const form = useContractForm({
    schema,
    initialValues: initialValues(options),
    submit: save,
    onWrongFields: (errors) => {
      const wrong = Object.keys(errors);
      // Nothing is wrong but that no contact exists to be chosen: the form cannot show that.
      if (options.contactIds.length === 0 && wrong.join() === 'trusted_contact_ids') {
        draftKeeping.keepNow();
        setContactMissing(true);
        return;
      }
      const hasGap = Object.values(errors).some((code) => missingValueCodes.includes(code));
      if (hasGap) toasts.error(t('form.fillRequired'));
    },
  });
  const hasTextChanged = differingFields(form.values, opened.values).length > 0;
  const draftKeeping = useStoredDraft({
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
      return conflict.settle(await saveNew(calls, mine, draftId, earlier));
    }
    if (hasTextChanged) {
      const version = versionOf(options);
      return conflict.settle(await saveChanged(calls, subject, mine, version));
    }
    if (chosen.length > 0) return finish({ id: subject, expected_files: options.expected });
    toasts.plain(t('form.noChanges'));
  }

  /** For a text whose instruction is gone. */
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

  /** The files go only when the server knows of each: none may be lost with this page. */
  async function finish(saved: { id: string; expected_files: readonly ExpectedFileView[] }) {
    const expected = await announceFiles(saved.id, fileInputs, saved.expected_files);
    cache.expectedChanged(saved.id, () => expected);
    draftKeeping.finish();
    if (chosen.length > 0) runner.add(saved.id, chosen);
    toasts.success(t(chosen.length > 0 ? 'form.savedWithFiles' : 'form.saved'));
    leave({ keepsFilter: !isNew });
  }

  return {
    form,
    draftKeeping,
    conflict,
    saveAsNew,
    hasTextChanged,
    isContactMissing,
    closeMissingContactDialog: () => setContactMissing(false),
    isChanged: hasTextChanged || chosen.length > 0,
  };
}

export type InstructionFormState = ReturnType<typeof useInstructionForm>['form'];

/** Saves an instruction together with the names of the files that will follow it. */
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
  const known = values.trusted_contact_ids.filter((id) => contactIds.includes(id));
  return { ...values, trusted_contact_ids: known };
}

/** A draft belongs to the version it was begun on: what it does not know must not be written over. */
function versionOf({ opened, draft }: OpenedInstruction): OpenedVersion {
  const version = draft?.version ?? opened.version ?? 1;
  return { version, values: version === opened.version ? opened.values : undefined };
}

/** Back to the list, without asking and without a way back into the form. */
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

import { useNavigate } from '@tanstack/react-router';
import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import type { InstructionView } from '@zavet/contract/vault/instruction-schemas';
import { useState } from 'react';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { useChosenFiles } from '../files/use-chosen-files.ts';
import { InstructionForm } from './instruction-form.tsx';
import {
  differingFields,
  emptyValues,
  type InstructionValues,
  valuesOf,
} from './instruction-values.ts';
import { OwnTextNotice } from './own-text-notice.tsx';
import { useDrafts } from './use-drafts.ts';

interface OpenedFormProps {
  /** Undefined for a new one. */
  instruction: InstructionView | undefined;
  contacts: ContactView[];
  isAtContacts?: boolean;
}

/** A form with its draft, its chosen files and a text that once gave way to a newer version. */
export function OpenedForm({ instruction, contacts, isAtContacts = false }: OpenedFormProps) {
  const { t } = useTranslation('instructions');
  const navigate = useNavigate();
  const { drafts, userId } = useDrafts();
  const subject = instruction?.id ?? 'new';
  const [version, setVersion] = useState(() => openedVersion(instruction));
  const [draft, setDraft] = useState(() => {
    const found = drafts.find(subject);
    return found && differingFields(found.values, version.values).length > 0 ? found : undefined;
  });
  const [round, setRound] = useState(0);
  const [ownText, setOwnText] = useState(() => drafts.findSetAside(subject));
  const files = useChosenFiles(userId, instruction?.files ?? []);

  /** Another beginning: the same form, drawn again. */
  function reopen(next: { version: typeof version; ownText?: InstructionValues }) {
    setVersion(next.version);
    setDraft(undefined);
    if (next.ownText) setOwnText(next.ownText);
    setRound(round + 1);
  }

  /** The newer version is taken; what was typed here stays beside it. */
  function giveWay(theirs: InstructionView, mine: InstructionValues) {
    drafts.setAside(theirs.id, mine);
    if (instruction) reopen({ version: openedVersion(theirs), ownText: mine });
    else {
      const search = { edit: theirs.id };
      void navigate({ to: '/instructions', search, replace: true, ignoreBlocker: true });
    }
  }

  return (
    <>
      {ownText && (
        <OwnTextNotice
          key={round}
          title={t('ownText.asideTitle')}
          values={ownText}
          onDismiss={() => drafts.forgetSetAside(subject)}
        />
      )}
      <InstructionForm
        key={`${subject}-${round}`}
        subject={subject}
        opened={version}
        draft={draft}
        contacts={contacts}
        attached={instruction}
        files={files}
        isAtContacts={isAtContacts && round === 0}
        onDiscarded={() => {
          files.clear();
          reopen({ version });
        }}
        onGaveWay={giveWay}
      />
    </>
  );
}

function openedVersion(instruction: InstructionView | undefined) {
  return instruction
    ? { version: instruction.version, values: valuesOf(instruction) }
    : { version: null, values: emptyValues };
}

import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import type { InstructionInput, InstructionView } from '@zavet/contract/vault/instruction-schemas';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { FormFailure } from '../../../../ui/form/form.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import {
  differingFields,
  type InstructionField,
  type InstructionValues,
  valuesOf,
} from '../instruction-rules.ts';
import styles from './form.module.css';
import {
  type InstructionCalls,
  type SaveResult,
  saveChanged,
  saveNew,
} from './save-instruction.ts';

interface ConflictDialogProps {
  theirs: InstructionView;
  mine: InstructionInput;
  conflict: Conflict;
  contacts: readonly ContactView[];
  onAcceptTheirs: (theirs: InstructionView) => void;
}

/** Shows both versions side by side. Escape closes the dialog without choosing one. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { theirs, mine, conflict, contacts } = props;
  const { t } = useTranslation('instructions');
  const formats = useFormats();
  const differing = differingFields(valuesOf(theirs), mine);
  return (
    <Dialog isOpen width="wide" title={t('conflict.title')} onClose={conflict.close}>
      <p>{t('conflict.text', { date: formats.dateTime(theirs.updated_at) })}</p>
      <div className={styles.versions}>
        {differing.map((field) => (
          <FieldVersions
            key={field}
            field={field}
            theirs={valuesOf(theirs)}
            mine={mine}
            contacts={contacts}
          />
        ))}
      </div>
      <FormFailure failure={conflict.failure} title={t('form.saveFailed')} />
      <ul className={styles.choices}>
        <Resolution text={t('conflict.saveOverText')}>
          <Button
            kind="quietDanger"
            wide
            loading={conflict.isBusy}
            onClick={() => void conflict.saveOver({ theirs, mine })}
          >
            {t('conflict.saveOver')}
          </Button>
        </Resolution>
        <Resolution text={t('conflict.takeTheirsText')}>
          <Button
            kind="quiet"
            wide
            disabled={conflict.isBusy}
            onClick={() => props.onAcceptTheirs(theirs)}
          >
            {t('conflict.takeTheirs')}
          </Button>
        </Resolution>
        <Resolution text={t('conflict.saveAsNewText')}>
          <Button
            kind="quiet"
            wide
            loading={conflict.isBusy}
            onClick={() => void conflict.saveAsNew(mine)}
          >
            {t('conflict.saveAsNew')}
          </Button>
        </Resolution>
        <Resolution text={t('conflict.backText')}>
          <Button wide data-autofocus disabled={conflict.isBusy} onClick={conflict.close}>
            {t('conflict.back')}
          </Button>
        </Resolution>
      </ul>
    </Dialog>
  );
}

function Resolution({ text, children }: { text: string; children: ReactNode }) {
  return (
    <li className={styles.choice}>
      {children}
      <span className={styles.quiet}>{text}</span>
    </li>
  );
}

interface FieldVersionsProps {
  field: InstructionField;
  theirs: InstructionValues;
  mine: InstructionInput;
  contacts: readonly ContactView[];
}

function FieldVersions({ field, theirs, mine, contacts }: FieldVersionsProps) {
  const { t } = useTranslation('instructions');
  const textOf = useFieldText(contacts);
  return (
    <section aria-label={t(`fields.${field}`)}>
      <Heading level={3}>{t(`fields.${field}`)}</Heading>
      <dl className={styles.both}>
        {(['theirs', 'mine'] as const).map((side) => (
          <div key={side}>
            <dt className={styles.quiet}>{t(`conflict.${side}`)}</dt>
            <dd className={styles.version} tabIndex={field === 'content' ? 0 : undefined}>
              {textOf(field, side === 'theirs' ? theirs : mine) || t('conflict.empty')}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function useFieldText(contacts: readonly ContactView[]) {
  const { t } = useTranslation('instructions');
  return (field: InstructionField, values: InstructionValues | InstructionInput): string => {
    switch (field) {
      case 'category':
        return values.category && t(`categories.${values.category}`);
      case 'priority':
        return values.priority && t(`priorities.${values.priority}`);
      case 'trusted_contact_ids':
        return contacts
          .filter(({ id }) => values.trusted_contact_ids.includes(id))
          .map(({ name }) => name)
          .join(', ');
      default:
        return values[field];
    }
  };
}

interface ConflictState {
  theirs: InstructionView;
  mine: InstructionInput;
}

export function useConflict(
  calls: InstructionCalls,
  onSaved: (instruction: InstructionView) => Promise<void>,
) {
  const [state, setState] = useState<ConflictState>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  async function handleResult(result: SaveResult) {
    if (result.kind === 'conflict') return setState(result);
    await onSaved(result.instruction);
    setState(undefined);
  }

  async function attempt(save: () => Promise<SaveResult>) {
    setBusy(true);
    setFailure(undefined);
    try {
      await handleResult(await save());
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return {
    state,
    isBusy,
    failure,
    handleResult,
    close: () => {
      setState(undefined);
      setFailure(undefined);
    },
    /** Overwrites exactly the displayed version, not a later one. */
    saveOver: ({ theirs, mine }: ConflictState) =>
      attempt(() =>
        saveChanged(calls, theirs.id, mine, {
          version: theirs.version,
          values: undefined,
        }),
      ),
    saveAsNew: (mine: InstructionInput) =>
      attempt(() => saveNew(calls, mine, crypto.randomUUID(), [])),
  };
}

type Conflict = ReturnType<typeof useConflict>;

import type { FormerText } from '@zavet/contract/vault/bin-endpoints';
import type { InstructionView } from '@zavet/contract/vault/instruction-schemas';
import { useState } from 'react';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { IconClock } from '../../../../ui/more-icons.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { instructionCache } from '../instruction-queries.ts';
import { deliveryStageOf } from '../instruction-rules.ts';
import sheet from '../sheet.module.css';
import styles from './former-texts.module.css';

interface FormerTextsProps {
  instruction: InstructionView;
}

/** Opens the list of former texts, which can be read and restored. */
export function FormerTexts({ instruction }: FormerTextsProps) {
  const { t } = useTranslation('instructions');
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState<FormerText>();

  function close() {
    setOpen(false);
    setShown(undefined);
  }

  // An instruction that was never changed has no former text.
  if (instruction.version === 1) return null;
  return (
    <>
      <Button kind="plain" icon={<IconClock size={20} aria-hidden />} onClick={() => setOpen(true)}>
        {t('formerTexts.title')}
      </Button>
      {isOpen && !shown && <FormerTextList id={instruction.id} onShow={setShown} onClose={close} />}
      {shown && (
        <FormerTextView
          instruction={instruction}
          former={shown}
          onBack={() => setShown(undefined)}
          onClose={close}
        />
      )}
    </>
  );
}

interface FormerTextListProps {
  id: string;
  onShow: (former: FormerText) => void;
  onClose: () => void;
}

function FormerTextList({ id, onShow, onClose }: FormerTextListProps) {
  const { t } = useTranslation(['instructions', 'shell']);
  const formats = useFormats();
  const query = useEndpoint('listFormerTexts', { params: { id } }, { staleTime: 0 });
  return (
    <Dialog isOpen title={t('formerTexts.title')} onClose={onClose}>
      <Loaded query={query} lines={4} failed={t('formerTexts.loadFailed')}>
        {({ former_texts }) =>
          former_texts.length === 0 ? (
            <p>{t('formerTexts.none')}</p>
          ) : (
            <ul className={styles.list}>
              {former_texts.map((former) => (
                <li key={former.id}>
                  <button
                    type="button"
                    className={styles.entry}
                    disabled={former.is_unreadable}
                    onClick={() => onShow(former)}
                  >
                    <span className={styles.date}>{formats.dateTime(former.saved_at)}</span>
                    <span className={styles.title}>
                      {former.is_unreadable ? t('damaged') : former.title}
                    </span>
                    <span className={styles.preview}>{former.preview}</span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <div className={styles.actions}>
        <Button kind="quiet" onClick={onClose}>
          {t('shell:actions.close')}
        </Button>
      </div>
    </Dialog>
  );
}

interface FormerTextViewProps {
  instruction: InstructionView;
  former: FormerText;
  onBack: () => void;
  onClose: () => void;
}

function FormerTextView({ instruction, former, onBack, onClose }: FormerTextViewProps) {
  const { t } = useTranslation('instructions');
  const formats = useFormats();
  const describe = useErrorText();
  const params = { id: instruction.id, text_id: former.id };
  const query = useEndpoint('getFormerText', { params });
  const restore = useMutationOf('restoreFormerText', {
    show: (client, restored) => instructionCache(client).storeInstruction(restored),
  });

  function act() {
    restore.mutate(
      { params, body: { version: instruction.version } },
      {
        onSuccess: () => {
          toasts.success(t('formerTexts.restored'));
          onClose();
        },
        onError: (failure) => toasts.error(describe(failure)),
      },
    );
  }

  return (
    <Dialog isOpen width="wide" title={former.title} onClose={onClose}>
      <p className={styles.date}>{formats.dateTime(former.saved_at)}</p>
      <Loaded query={query} lines={6} failed={t('formerTexts.loadFailed')}>
        {({ content }) => (
          <div className={sheet.text} dir="auto">
            {content}
          </div>
        )}
      </Loaded>
      <div className={styles.actions}>
        {query.data && deliveryStageOf(instruction) === 'open' && (
          <Button loading={restore.isPending} onClick={act}>
            {t('formerTexts.restore')}
          </Button>
        )}
        <Button kind="quiet" data-autofocus onClick={onBack}>
          {t('formerTexts.all')}
        </Button>
      </div>
    </Dialog>
  );
}

import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { classes } from '../../../../ui/classes.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import iconButton from '../../../../ui/icon-button.module.css';
import { IconX } from '../../../../ui/icons.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { useInsert } from './insertion-context.tsx';
import { LoadedWritingPlace } from './loaded-writing-place.tsx';
import styles from './writing-dialog.module.css';

/** The assistant over a form, which keeps everything that was typed and chosen in it. */
export function WritingDialog() {
  const { t } = useTranslation(['instructions', 'shell']);
  const insert = useInsert();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button kind="plain" onClick={() => setOpen(true)}>
        {t('assistant.help')}
      </Button>
      <Dialog isOpen={isOpen} title={t('assistant.title')} width="full" onClose={close}>
        <button
          type="button"
          className={classes(iconButton.button, styles.close)}
          aria-label={t('shell:actions.close')}
          onClick={close}
        >
          <IconX size={24} aria-hidden />
        </button>
        <div className={styles.place}>
          <LoadedWritingPlace
            onInsert={(draft) => {
              close();
              // Once the form can be reached again: it takes the focus to the text.
              requestAnimationFrame(() => insert(draft));
            }}
          />
        </div>
      </Dialog>
    </>
  );
}

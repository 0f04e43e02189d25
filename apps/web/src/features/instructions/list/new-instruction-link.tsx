import { IconPlus } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { ButtonLink } from '../../../interface/button.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import styles from '../instructions.module.css';

interface NewInstructionLinkProps {
  /** Not where it would cover what one writes in. */
  isFloating: boolean;
}

/** Floats above the end of the screen, however far one has scrolled. */
export function NewInstructionLink({ isFloating }: NewInstructionLinkProps) {
  const { t } = useTranslation('instructions');
  const { category } = useSearch({ strict: false });
  return (
    <div className={styles.floating} data-floating={isFloating || undefined}>
      <ButtonLink
        to="/instructions"
        search={{ new: '1', category }}
        icon={<IconPlus size={22} aria-hidden />}
        className={styles.floatingLink}
      >
        {t('new')}
      </ButtonLink>
    </div>
  );
}

import { IconPlus } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../interface/button.tsx';
import styles from '../instructions.module.css';

/** Floats above the end of the screen, wherever one has scrolled to. */
export function NewInstructionLink() {
  const { t } = useTranslation('instructions');
  const { category } = useSearch({ strict: false });
  return (
    <div className={styles.floating}>
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

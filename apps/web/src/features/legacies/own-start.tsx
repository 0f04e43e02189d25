import { type ReactNode, useState } from 'react';
import { Button } from '../../interface/button.tsx';
import { useTranslation } from '../../interface/language/use-translation.ts';

/** Who is asked by another contact can also start the protocol: nobody has to wait for the other. */
export function OwnStart({ children }: { children: ReactNode }) {
  const { t } = useTranslation('legacies');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div>
        <Button kind="plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('answer.ownStart')}
        </Button>
      </div>
      {isOpen && children}
    </>
  );
}

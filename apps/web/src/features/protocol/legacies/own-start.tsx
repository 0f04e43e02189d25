import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';

interface OwnStartToggleProps {
  label?: string;
  children: ReactNode;
}

/** Who is asked by another contact can also start the protocol: nobody has to wait for the other. */
export function OwnStartToggle({ label, children }: OwnStartToggleProps) {
  const { t } = useTranslation('legacies');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div>
        <Button kind="plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {label ?? t('answer.ownStart')}
        </Button>
      </div>
      {isOpen && children}
    </>
  );
}

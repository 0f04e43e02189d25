import { type ReactNode, useState } from 'react';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { toasts } from '../../../ui/toasts.tsx';

interface EndingButtonProps {
  activationId: string;
  /** What the button says, alone and with the owner's name. */
  action: string;
  named: string;
  /** What is asked before; without it the press is enough. */
  question?: { title: string; text: ReactNode; confirm: string; keep: string };
  done: string;
  onDone: () => void;
}

/** Ends what a contact has begun, as long as no letter has left. */
export function EndingButton(props: EndingButtonProps) {
  const { activationId, action, named, question, done, onDone } = props;
  const describe = useErrorText();
  const giveUp = useMutationOf('giveUpActivation');
  const [isAsked, setAsked] = useState(false);

  async function end() {
    try {
      await giveUp.mutateAsync({ params: { id: activationId } });
      toasts.success(done);
    } catch (error) {
      toasts.error(describe(error));
    }
    setAsked(false);
    onDone();
  }

  return (
    <div>
      <Button
        kind="quiet"
        loading={giveUp.isPending}
        aria-label={named}
        onClick={() => (question ? setAsked(true) : void end())}
      >
        {action}
      </Button>
      {question && (
        <ConfirmDialog
          isOpen={isAsked}
          title={question.title}
          confirmLabel={question.confirm}
          cancelLabel={question.keep}
          isBusy={giveUp.isPending}
          onConfirm={() => void end()}
          onCancel={() => setAsked(false)}
        >
          <p>{question.text}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

import type { ReactNode } from 'react';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmButton } from '../../../ui/confirm-dialog.tsx';
import { useOutcomeToast } from '../../../ui/use-outcome-toast.ts';

interface CancelButtonProps {
  activationId: string;
  /** Label of the button, and its accessible name with the owner's name. */
  action: string;
  named: string;
  /** Asked first; acts immediately without it. */
  question?: { title: string; text: ReactNode; confirm: string; keep: string };
  done: string;
  onDone: () => void;
}

/** Withdraws a request or an activation before any letter is sent. */
export function CancelButton(props: CancelButtonProps) {
  const { activationId, action, named, question, done, onDone } = props;
  const report = useOutcomeToast();
  const cancel = useMutationOf('cancelActivation');

  async function end() {
    await report(cancel.mutateAsync({ params: { id: activationId } }), { done });
    onDone();
  }

  return (
    <div>
      {question ? (
        <ConfirmButton
          label={action}
          aria-label={named}
          title={question.title}
          confirmLabel={question.confirm}
          cancelLabel={question.keep}
          act={end}
        >
          <p>{question.text}</p>
        </ConfirmButton>
      ) : (
        <Button
          kind="quiet"
          loading={cancel.isPending}
          aria-label={named}
          onClick={() => void end()}
        >
          {action}
        </Button>
      )}
    </div>
  );
}

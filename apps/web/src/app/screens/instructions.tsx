import { instructionDelivery } from '../../features/protocol/control/public/instructions-port.tsx';
import { InstructionsScreen } from '../../features/vault/instructions/instructions-screen.tsx';
import { InstructionDeliveryProvider } from '../../features/vault/instructions/public/delivery-port.ts';

/** The instructions, with the reason why one is still unsent. */
export function InstructionsWithDelivery() {
  return (
    <InstructionDeliveryProvider value={instructionDelivery}>
      <InstructionsScreen />
    </InstructionDeliveryProvider>
  );
}

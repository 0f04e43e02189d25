import { SetupGate } from '../../features/service/setup/setup-gate.tsx';
import { PublicBar } from '../shell/public-bar.tsx';
import { PublicLayout } from './public-layout.tsx';

export function GatedLayout() {
  return (
    <SetupGate bar={<PublicBar />}>
      <PublicLayout />
    </SetupGate>
  );
}

import type { Checkpoint } from '../../apps/server/src/platform/process.ts';

/** The process dies at the n-th passing of this point from now. */
export interface DeathPoint {
  point: string;
  passing: number;
}

/** Dies at the point given by the trial, and together with the trial. */
export function killableCheckpoint(): Checkpoint {
  let deathPoint: DeathPoint | undefined;
  process.on('message', (point: DeathPoint) => {
    deathPoint = point;
  });
  process.once('disconnect', die);
  process.channel?.unref();
  return (name) => {
    if (deathPoint?.point !== name) return;
    deathPoint.passing -= 1;
    if (deathPoint.passing === 0) die();
  };
}

/** SIGKILL: no handler and no rollback runs. */
function die(): void {
  process.kill(process.pid, 'SIGKILL');
}

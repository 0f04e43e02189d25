import type { Checkpoint } from '../../apps/server/src/platform/process.ts';

/** The process dies when it passes this checkpoint for the n-th time from now. */
export interface DeathPoint {
  point: string;
  passing: number;
}

/** Kills the process at the checkpoint sent by the trial, or when the trial exits. */
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

/** Uses SIGKILL, so no handler and no rollback runs. */
function die(): void {
  process.kill(process.pid, 'SIGKILL');
}

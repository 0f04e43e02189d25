import { runWorker } from '../src/start/worker-process.ts';
import { mortalCheckpoint } from './mortal-checkpoint.ts';

runWorker(mortalCheckpoint());

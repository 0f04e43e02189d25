import { runServer } from '../src/start/serve-process.ts';
import { mortalCheckpoint } from './mortal-checkpoint.ts';

runServer(mortalCheckpoint());

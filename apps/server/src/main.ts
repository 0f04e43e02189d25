import { runServer } from './start/serve-process.ts';

runServer();

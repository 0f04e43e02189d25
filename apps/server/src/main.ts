import { runServer } from './program.ts';

runServer();

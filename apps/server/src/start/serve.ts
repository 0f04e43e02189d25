import { runServer } from './serve-process.ts';

runServer();
